/** The look of the report, on the tokens of the app. */
export const REPORT_STYLE = `
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 1.0625rem/1.5 var(--sans)}
main,header{max-width:72rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem}
h1{font:500 clamp(1.75rem,1.4rem + 2vw,2.5rem)/1.15 var(--serif);margin:0 0 .5rem}
h2{font:500 1.5rem/1.2 var(--serif);margin:3rem 0 1rem}
h3{font:500 1.125rem/1.3 var(--serif);margin:.25rem 0}
p{margin:0 0 .5rem;text-wrap:pretty}
.lead{font-size:1.25rem;max-width:46rem}
.lost{margin:1rem 0 .75rem;max-width:46rem}
.made,.fine,.note{color:var(--ink-soft);font-size:.875rem}
code{font:.875em var(--mono);overflow-wrap:anywhere}
code span{display:inline-block;max-width:100%}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(13rem,40vw),1fr));gap:1rem;margin:1.75rem 0 0;padding:0;list-style:none}
.figure{background:var(--card);border:1px solid var(--line);border-radius:.625rem;padding:1rem 1.125rem}
.figure b{display:block;font:500 clamp(2rem,1.7rem + 1.4vw,2.5rem)/1.1 var(--serif);white-space:nowrap;font-variant-numeric:lining-nums tabular-nums}
.figure.certain{border-color:var(--gold-edge);box-shadow:inset 0 4px 0 var(--gold)}
.figure span{display:block;font-weight:600}
.figure small{display:block;margin-top:.25rem;color:var(--ink-soft);font-size:.875rem;line-height:1.4;text-wrap:pretty}
.strip{display:flex;height:2.25rem;border-radius:.375rem;overflow:hidden;margin:1.5rem 0 .5rem;border:1px solid var(--line)}
.strip i{display:block;min-width:2px}
.key{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;list-style:none;font-size:.9375rem}
.key li::before{content:'';display:inline-block;width:.8em;height:.8em;border-radius:.2em;margin-right:.4em;vertical-align:-.05em;border:1px solid var(--line-strong);background:var(--is)}
.right_species{--is:light-dark(#3d5c28,#a8c98a)}.right_coarser{--is:light-dark(#8fae74,#5d7a45)}.rightly_nothing{--is:light-dark(#b9cfa3,#43592f)}
.no_answer{--is:light-dark(#c9ced1,#465057)}.failed{--is:light-dark(#7d8279,#7f897f)}
.wrong_coarser{--is:light-dark(#d98d5f,#a8643c)}.wrong_species{--is:light-dark(#9a3a24,#f0a08a)}
.strip i{background:var(--is)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:lining-nums tabular-nums;font-size:.9375rem}
th,td{text-align:right;padding:.5rem .625rem;border-bottom:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{text-align:left}
thead th{font-weight:600;color:var(--ink-soft)}
tbody th{font-weight:600;min-width:min(11rem,32vw)}
th.part{padding-top:1.25rem;font-weight:400;color:var(--ink-soft)}
th.part span{position:sticky;left:.625rem}
.scroll th:first-child,.scroll thead td:first-child{position:sticky;left:0;background:var(--paper)}
td{white-space:nowrap}
td small{display:block;color:var(--ink-soft);white-space:nowrap}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:2rem 1.5rem;align-items:start}
.plots svg{width:100%;height:auto;display:block}
.filters{position:sticky;top:0;z-index:1;background:var(--paper);padding:.75rem 0;display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;border-bottom:1px solid var(--line)}
.filters button,.filters input{min-height:2.75rem;border:1px solid var(--line-strong);border-radius:999px;background:var(--card);color:inherit;font:inherit;font-size:.9375rem;padding:0 .9rem}
.filters input{flex:1 1 12rem;min-width:0}
.filters button[aria-pressed=true]{background:var(--moss);border-color:var(--moss);color:var(--on-moss)}
:focus-visible{outline:3px solid var(--moss);outline-offset:2px}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem;padding:0;margin:1rem 0 4rem;list-style:none}
.card{background:var(--card);border:1px solid var(--line);border-radius:.625rem;overflow:hidden;display:flex;flex-direction:column}
.card[hidden]{display:none}
.card img,.card .blank{width:100%;height:12rem;object-fit:contain;background:var(--sunken)}
.card[data-modality=sound] img{height:8rem;object-fit:fill}
.said{padding:.75rem 1rem 1rem}
.tag{display:inline-block;font-size:.875rem;font-weight:600;margin:0;padding:.05rem .6rem;border-radius:999px;border:1px solid var(--line-strong)}
.tag::before{content:'';display:inline-block;width:.65em;height:.65em;border-radius:50%;margin-right:.4em;background:var(--is);border:1px solid var(--line-strong)}
.sure{color:var(--ink-soft);font-family:var(--sans);font-size:.9375rem}
.truth span{color:var(--ink-soft);font-size:.875rem}
.why{color:var(--ink-soft);font-size:.9375rem}
summary{cursor:pointer;min-height:2.75rem;display:flex;align-items:center;gap:.5em;color:var(--moss);font-weight:600}
summary::before{content:'';border:.3em solid transparent;border-left:.45em solid;margin-right:-.15em}
details[open] summary::before{transform:rotate(90deg) translate(.1em,.1em)}
details ol{padding-left:1.25rem;margin:0 0 .5rem;font-size:.9375rem}
@media (max-width:40rem){.figure:last-child:nth-child(odd){grid-column:1/-1}.filters{position:static;flex-wrap:nowrap;overflow-x:auto;margin:0 -1.25rem;padding:.75rem 1.25rem}.filters input{flex:0 0 11rem}.filters button{flex:none}}
@media print{.filters{display:none}}
`;

/** Chips choose what is shown; nothing else in the report needs a script. */
export const REPORT_SCRIPT = `
const cards=[...document.querySelectorAll('.card')],chips=[...document.querySelectorAll('.filters button')],find=document.querySelector('#find'),count=document.querySelector('#count');
function show(){
  const on={};for(const c of chips)if(c.getAttribute('aria-pressed')==='true')(on[c.dataset.by]??=[]).push(c.dataset.value);
  const text=find.value.trim().toLowerCase();let n=0;
  for(const c of cards){const ok=Object.entries(on).every(([by,values])=>values.includes(c.dataset[by]))&&c.dataset.text.includes(text);c.hidden=!ok;if(ok)n++}
  count.textContent=n+' of '+cards.length+' items, worst first';
}
for(const c of chips)c.addEventListener('click',()=>{c.setAttribute('aria-pressed',String(c.getAttribute('aria-pressed')!=='true'));show()});
find.addEventListener('input',show);show();
`;
