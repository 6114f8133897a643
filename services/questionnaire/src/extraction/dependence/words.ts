import { readFileSync } from 'node:fs';
import { fold } from '../language/words.js';

interface Language {
  if: string[];
  yes: string[];
  no: string[];
  other: string[];
  question: string[];
  to: string[];
  cites: string[];
  previous: string[];
  above: string[];
  these: string[];
  skip: string[];
  rest: string[];
}

const NUMBER_FOLLOWS = '\\s{0,3}[.:#°"“”«]{0,2}\\s{0,3}$';

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One expression for the wordings of all languages, the longest first; each stands as whole words. */
function wordings(languages: readonly Language[], kind: keyof Language): string {
  const all = [...new Set(languages.flatMap((language) => language[kind].map(fold)))];
  all.sort((a, b) => b.length - a.length);
  return `(?<![\\p{L}\\p{N}])(?:${all.map(escaped).join('|')})(?![\\p{L}\\p{N}])`;
}

/** "the previous question", "la pregunta anterior", and the same without a word between. */
function previousQuestion(previous: readonly string[], question: readonly string[]): string[] {
  const [one, other] = [previous, question].map((words) => `(?:${words.map(escaped).join('|')})`);
  return [`(?<![\\p{L}\\p{N}])(?:${one}\\s+${other}|${other}\\s+${one})(?![\\p{L}\\p{N}])`];
}

/** What tells that a question hangs on another one, in all languages that `data/dependence-words.json` knows. */
export interface DependenceWords {
  /** At the start of a text: it opens a condition. */
  opensCondition: RegExp;
  /** Anywhere in a text. */
  condition: RegExp;
  /** Anywhere in a text: a question with its number. */
  namesAQuestion: RegExp;
  /** At the start of a text: it asks for a choice that the options do not name. */
  opensOther: RegExp;
  yes: RegExp;
  no: RegExp;
  /** Right before a number: the number is a question's. */
  namesQuestion: RegExp;
  /** Right before a number in a condition: the number is a question's. */
  pointsTo: RegExp;
  /** Right before a number that a text refers to. */
  cites: RegExp;
  above: RegExp;
  /** The question before, by name: "the previous question". */
  previous: RegExp;
  /** Points to what the question before speaks of; the next two words follow as groups. */
  these: RegExp;
  skip: RegExp;
  /** The questions of the section behind this one. */
  rest: RegExp;
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
    condition: expression('if'),
    namesAQuestion: expression('question', '', `${NUMBER_FOLLOWS.slice(0, -1)}(?:\\p{L}{1,6}[-. ]?){0,3}\\d`),
    opensOther: new RegExp(`${start}${wordings(languages, 'if')}\\s+["“„«]?\\s?${wordings(languages, 'other')}`, 'u'),
    yes: expression('yes'),
    no: expression('no'),
    namesQuestion: expression('question', '', NUMBER_FOLLOWS),
    pointsTo: expression('to', '', NUMBER_FOLLOWS),
    cites: expression('cites', '', NUMBER_FOLLOWS),
    above: expression('above'),
    previous: new RegExp(
      languages.flatMap(({ previous, question }) => previousQuestion(previous.map(fold), question.map(fold))).join('|'),
      'u',
    ),
    these: expression('these', '', '\\s+([\\p{L}-]{1,40})(?:\\s+([\\p{L}-]{1,40}))?'),
    skip: expression('skip'),
    rest: expression('rest'),
  });
}
