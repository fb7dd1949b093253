import { mount } from 'svelte';
import App from './ui/App.svelte';
import { preferredLanguage } from './ui/words/language.svelte';
import { speak } from './ui/words/topic.svelte';
import { Session } from './ui/state/session.svelte';
import './ui/styles/fonts.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app element');

const session = new Session();
session.settings.applyTheme();
// In the reader's language from the first frame on; where its words can't be had the screens are in English. Not awaited at the top:
// the words import from this file's chunk, which would wait for them.
void speak(preferredLanguage(session.settings.screenLanguage, navigator.languages)).then(() => {
  mount(App, { target, props: { session } });
});
