import i18next from 'i18next';
import { createStore } from '../state/store.js';
import { storedLanguage } from '../state/stored.js';
import { english } from './english.js';
import { german } from './german.js';

/** Languages of the console, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** The language chosen in this browser, else the first of the browser's that we speak, else English. */
function initial(): Language {
  const spoken = typeof navigator === 'undefined' ? [] : navigator.languages;
  const wanted = [storedLanguage.get() ?? '', ...spoken.map((tag) => tag.split('-')[0] ?? '')];
  return wanted.find(isLanguage) ?? 'en';
}

/** The language that the console speaks; a page is drawn anew when it changes. */
export const language = createStore<Language>(initial());

void i18next.init({
  lng: language.get(),
  fallbackLng: 'en',
  resources: { en: english, de: german },
  defaultNS: 'app',
  // The words are at hand: they are there when the first page is drawn.
  initAsync: false,
  // What is put in becomes text of an element, never HTML.
  interpolation: { escapeValue: false },
});

/**
 * Words of the catalogue: `t('review:approve')`, `t('review:questions', { count: 3 })` for what is counted
 * (`questions_one`, `questions_other`; `{{count, number}}` writes 1,234 as the language does).
 * Called while drawing, never when a module is loaded: the language may change.
 */
export const t = i18next.t;

/** Tells the browser which language the page is in, and its direction. */
export function applyLanguage(): void {
  document.documentElement.lang = language.get();
  document.documentElement.dir = i18next.dir(language.get());
}

/** From now on the console speaks this language, in this browser also next time. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  storedLanguage.set(wanted);
  await i18next.changeLanguage(wanted);
  language.set(wanted);
  applyLanguage();
}
