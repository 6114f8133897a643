import { render } from 'preact';
import { language } from '../words/words.js';
import { App } from './app.js';

document.documentElement.lang = language;
const root = document.getElementById('panel');
if (root) render(<App />, root);
