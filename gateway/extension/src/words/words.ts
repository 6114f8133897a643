import { browser } from '../browser.js';
import { de } from './de.js';
import { en, type Word } from './en.js';

export type { Word } from './en.js';

export const language: 'de' | 'en' = browser.i18n.getUILanguage().toLowerCase().startsWith('de') ? 'de' : 'en';
const words: Record<Word, string> = language === 'de' ? de : en;

/** The words in the language of the browser, with `values` put in the place of {{names}}. */
export function t(word: Word, values: Record<string, string | number> = {}): string {
  return words[word].replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
}
