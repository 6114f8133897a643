import { attribute, closest } from './tree.js';
import type { FoundQuestion } from './types.js';
import type { Unit } from './units.js';
import { plain } from './words/index.js';

const CLASSES: Record<FoundQuestion['kind'], string> = {
  text: 'words',
  long_text: 'words',
  rich_text: 'words',
  number: 'number',
  date: 'date',
  single_choice: 'choice',
  multiple_choice: 'choices',
  identity: 'identity',
  file: 'file',
};

/**
 * Keys that stay the same wherever the question comes again: made of its number, its words and what it takes, not of its
 * place or of names that frameworks make up. Questions of the same words are told apart by their section, their row in a
 * list, then by their order. `places` are the rows of long lists where keys were met before.
 */
export function keysOf(
  found: readonly { question: FoundQuestion; unit: Unit }[],
  places: ReadonlyMap<string, string> = new Map(),
): string[] {
  const taken = new Set<string>();
  return found.map(({ question, unit }) => {
    const words = [CLASSES[question.kind], question.number ?? '', plain(question.text)];
    const place = rowIn(unit.anchor);
    const names = [
      words,
      [...words, plain(question.section ?? '')],
      [...words, place],
      [...words, plain(question.section ?? ''), place],
    ];
    for (let order = 2; ; order += 1) {
      const name = names.shift() ?? [...words, plain(question.section ?? ''), place, String(order)];
      const key = `q-${hash(name.join('\u0000'))}`;
      if (taken.has(key) || (place && (places.get(key) ?? place) !== place)) continue;
      taken.add(key);
      return key;
    }
  });
}

/** The place of a row in a list that says it. */
export function rowIn(element: Element): string {
  const row = closest(element, '[aria-rowindex], [aria-posinset], [data-index], [data-row-index], [data-item-index]');
  return row
    ? ['aria-rowindex', 'aria-posinset', 'data-index', 'data-row-index', 'data-item-index']
        .map((name) => attribute(row, name))
        .join('.')
    : '';
}

/** 106 bits in letters and digits: two hashes of 53 bits (cyrb53, public domain). */
export function hash(text: string): string {
  return [0, 1].map((seed) => half(text, seed).toString(36).padStart(11, '0')).join('');
}

function half(text: string, seed: number): number {
  let one = 0xdeadbeef ^ seed;
  let two = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & two) + (one >>> 0);
}
