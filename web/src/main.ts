import { mount } from 'svelte';
import './theme.css';
import App from './App.svelte';
import { begin } from './i18n/index.svelte';
import { installWorker } from './ui/install';
import { wear } from './ui/settings/settings.svelte';

wear();
await begin();
mount(App, { target: document.getElementById('app')! });
installWorker();
