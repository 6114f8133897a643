import type { Language } from '../language.js';
import { de } from './words/de.js';
import { en, type Words } from './words/en.js';

export type { Language };

export const WORDS: Readonly<Record<Language, Words>> = { en, de };

const MOST_ASKED = 20;

/** The language that a browser asks for first and that we speak; English when there is none (RFC 9110, 12.5.4). */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .slice(0, MOST_ASKED)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters
        .map((one) => /^\s*q=([\d.]{1,6})\s*$/i.exec(one)?.[1])
        .find((one) => one !== undefined);
      return { language: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  const spoken = wanted.find(({ language }) => language === 'en' || language === 'de');
  return spoken?.language === 'de' ? 'de' : 'en';
}
