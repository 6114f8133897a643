import { readFileSync } from 'node:fs';

type Kind = 'open' | 'starts' | 'lists' | 'duties' | 'persons';

/** Fewer words are no sentence. */
const FEW_WORDS = 5;

let read: Record<Kind, ReadonlySet<string>> | undefined;

/** Words of one kind in every language: data/statement-words.json says what each is for. */
function wordsFor(kind: Kind): ReadonlySet<string> {
  if (read === undefined) {
    const file = new URL('../../../data/statement-words.json', import.meta.url);
    const { languages } = JSON.parse(readFileSync(file, 'utf8')) as {
      languages: Record<string, Record<Kind, string>>;
    };
    const all = (one: Kind): Set<string> => new Set(Object.values(languages).flatMap((words) => words[one].split(' ')));
    read = {
      open: all('open'),
      starts: all('starts'),
      lists: all('lists'),
      duties: all('duties'),
      persons: all('persons'),
    };
  }
  return read[kind];
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{N}.’'-]*(?<!\.)/gu) ?? [];
const hasAny = (words: readonly string[], kind: Kind): boolean => words.some((word) => wordsFor(kind).has(word));

/**
 * Whether the line that introduces a list, without its colon, says something by itself: a whole sentence that neither points
 * at its list nor sets conditions. "Staff may use their own devices if" says it only together with the list.
 */
export function saysItself(leadIn: string): boolean {
  const words = wordsOf(leadIn);
  if (words.length < FEW_WORDS || wordsFor('starts').has(words[0]!)) return false;
  return !wordsFor('open').has(words.at(-1)!) && !hasAny(words, 'lists');
}

/** Whether a sentence says what must be, whoever ticks its box. */
export function saysDuty(text: string): boolean {
  const words = wordsOf(text);
  return words.length >= FEW_WORDS && hasAny(words, 'duties') && !hasAny(words, 'persons');
}
