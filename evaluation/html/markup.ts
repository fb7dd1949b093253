/** Text made safe for HTML and SVG. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)} %`;
}

/** A taxon as in print: the common name upright, the scientific one in italics. */
export function taxonMarkup(taxon: { scientificName: string; commonName: string | null } | null): string {
  if (!taxon) return '';
  const latin = `<i lang="la">${escape(taxon.scientificName)}</i>`;
  return taxon.commonName === null ? latin : `${escape(taxon.commonName)} ${latin}`;
}
