import { readFileSync } from 'node:fs';

type WordName = 'light' | 'askers' | 'staff' | 'turning' | 'limiting' | 'opens';

let words: Readonly<Record<WordName, ReadonlySet<string>>> | undefined;

/** Words of yes/no questions and of what answers them, by what they do there: data/asked-words.json says what. */
export function askedWords(name: WordName): ReadonlySet<string> {
  words ??= read();
  return words[name];
}

function read(): Record<WordName, ReadonlySet<string>> {
  const file = new URL('../../../data/asked-words.json', import.meta.url);
  const { en } = JSON.parse(readFileSync(file, 'utf8')) as { en: Record<WordName, string> };
  const sets = Object.entries(en).map(([name, text]) => [name, new Set(text.split(' '))]);
  return Object.fromEntries(sets) as Record<WordName, ReadonlySet<string>>;
}
