import { readFileSync } from 'node:fs';
import { fold } from '../finding/tokens.js';
import { stem } from '../finding/stemmer.js';

/** Who a word speaks of; groups never stand for each other. */
export type Party = 'we' | 'you' | 'supplier' | 'outside';

/** The words of one language, as `data/claim-words.json` explains them. */
interface Language {
  light: string[];
  same: string[][];
  all: string[];
  some: string[];
  denies: string[];
  notDenying: string[];
  conditions: string[];
  limits: string[];
  parties: Record<Party, string[]>;
  restrains: string[];
  weak: string[];
  may: string[];
  past: string[];
  atLeast: string[];
  atMost: string[];
  standards: string[];
  notForms: string[];
}

/** Each kind of word as what finds it in a folded text. */
export interface ClaimWords {
  light: ReadonlySet<string>;
  /** Stem, or stems of a phrase joined by blanks → groups that it is in. */
  same: ReadonlyMap<string, readonly number[]>;
  all: RegExp;
  some: RegExp;
  denies: RegExp;
  notDenying: RegExp;
  conditions: RegExp;
  limits: ReadonlySet<string>;
  parties: readonly (readonly [Party, RegExp])[];
  restrains: RegExp;
  weak: RegExp;
  may: RegExp;
  past: RegExp;
  atLeast: string;
  atMost: string;
  standards: ReadonlySet<string>;
  notForms: ReadonlySet<string>;
}

let known: ClaimWords | undefined;
let off: number | undefined;

/** Leaves one group of words that say the same out, by its place in the file; undefined: none. For measuring. */
export function leaveGroupOut(group: number | undefined): void {
  off = group;
  known = undefined;
}

/** The groups of words that say the same, in the order of the file. */
export function wordGroups(): readonly (readonly string[])[] {
  return fileOf().same;
}

function fileOf(): Language {
  const file = new URL('../../../data/claim-words.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { en: Language }).en;
}

/** The words of the package, read once. */
export function claimWords(): ClaimWords {
  if (known) return known;
  const en = fileOf();
  const parties: Party[] = ['outside', 'supplier', 'you', 'we'];
  return (known = {
    light: new Set([...en.light, ...en.light.map((word) => stem(word))]),
    same: groupsOf(en.same),
    all: anyOf(en.all),
    some: anyOf(en.some),
    denies: anyOf(en.denies),
    notDenying: anyOf(en.notDenying),
    conditions: anyOf(en.conditions),
    limits: new Set(en.limits),
    parties: parties.map((party) => [party, anyOf(en.parties[party])] as const),
    restrains: anyOf(en.restrains),
    weak: anyOf(en.weak),
    may: anyOf(en.may),
    past: anyOf(en.past),
    atLeast: alternatives(en.atLeast),
    atMost: alternatives(en.atMost),
    standards: new Set(en.standards),
    notForms: new Set(en.notForms),
  });
}

function groupsOf(groups: readonly (readonly string[])[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  groups.forEach((group, number) => {
    if (number === off) return;
    for (const term of group) {
      const key = stemsOf(term);
      found.set(key, [...(found.get(key) ?? []), number]);
    }
  });
  return found;
}

/** The stems of a term, joined by blanks. */
export function stemsOf(term: string): string {
  return (fold(term).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stem(word)).join(' ');
}

/** The longest first, so that "no later than" is found before "no". */
function alternatives(words: readonly string[]): string {
  const sorted = [...words].sort((a, b) => b.length - a.length);
  return sorted.map((word) => word.replace(/[^\p{L}\p{N}\s'-]/gu, '\\$&').replace(/[\s-]+/g, '[\\s-]+')).join('|');
}

const anyOf = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}-])(?:${alternatives(words)})(?![\\p{L}\\p{N}])`, 'giu');

/** How many times a kind of word stands in a text. */
export function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
