import { readFileSync } from 'node:fs';
import { fold } from '../language/words.js';

interface Language {
  if: string[];
  yes: string[];
  no: string[];
  other: string[];
  question: string[];
  to: string[];
  above: string[];
  skip: string[];
}

const NUMBER_FOLLOWS = '\\s{0,3}[.:#°]{0,2}\\s{0,3}$';

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One expression for the wordings of all languages, the longest first; each stands as whole words. */
function wordings(languages: readonly Language[], kind: keyof Language): string {
  const all = [...new Set(languages.flatMap((language) => language[kind].map(fold)))];
  all.sort((a, b) => b.length - a.length);
  return `(?<![\\p{L}\\p{N}])(?:${all.map(escaped).join('|')})(?![\\p{L}\\p{N}])`;
}

/** What tells that a question hangs on another one, in all languages that `data/dependence-words.json` knows. */
export interface DependenceWords {
  /** At the start of a text: it opens a condition. */
  opensCondition: RegExp;
  /** At the start of a text: it asks for a choice that the options do not name. */
  opensOther: RegExp;
  yes: RegExp;
  no: RegExp;
  /** Right before a number: the number is a question's. */
  namesQuestion: RegExp;
  /** Right before a number in a condition: the number is a question's. */
  pointsTo: RegExp;
  above: RegExp;
  skip: RegExp;
}

let loaded: DependenceWords | undefined;

/** The words, read at the first use. */
export function dependenceWords(): DependenceWords {
  if (loaded !== undefined) return loaded;
  const file = new URL('../../../data/dependence-words.json', import.meta.url);
  const { languages: byCode } = JSON.parse(readFileSync(file, 'utf8')) as { languages: Record<string, Language> };
  const languages = Object.values(byCode);
  const expression = (kind: keyof Language, before = '', after = ''): RegExp =>
    new RegExp(`${before}${wordings(languages, kind)}${after}`, 'u');
  const start = '^[("“«\\[*\\s-]{0,10}';
  return (loaded = {
    opensCondition: expression('if', start),
    opensOther: expression('other', start),
    yes: expression('yes'),
    no: expression('no'),
    namesQuestion: expression('question', '', NUMBER_FOLLOWS),
    pointsTo: expression('to', '', NUMBER_FOLLOWS),
    above: expression('above'),
    skip: expression('skip'),
  });
}
