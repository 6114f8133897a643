import { render } from 'preact';
import { App } from './app/app.js';
import { followLinks } from './core/router.js';
import { useStore } from './state/store.js';
import { applyTheme } from './app/theme.js';
import { applyLanguage, language } from './words/words.js';

/** The console in the language that was chosen; another language is drawn from the beginning. */
const Spoken = () => <App key={useStore(language)} />;

applyTheme();
applyLanguage();
// Before the first drawing: effects run after the page has loaded, and a walk in between would be missed.
followLinks();
const root = document.getElementById('app');
if (root) render(<Spoken />, root);
