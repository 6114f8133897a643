import { render } from 'preact';
import { App } from './app/app.js';
import { applyTheme } from './app/theme.js';

applyTheme();
const root = document.getElementById('app');
if (root) render(<App />, root);
