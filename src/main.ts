import { mount } from 'svelte';
import App from './ui/App.svelte';
import { Session } from './ui/state/session.svelte';
import './ui/styles/fonts.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app element');

const session = new Session();
session.settings.applyTheme();
mount(App, { target, props: { session } });
