import { readFileSync } from 'node:fs';
import { fold } from '../language/words.js';

type Kind =
  | ('if' | 'yes' | 'no' | 'other' | 'question' | 'to' | 'cites' | 'previous' | 'above' | 'these' | 'skip' | 'rest')
  | ('whenYes' | 'whenNo' | 'then' | 'saysYes' | 'saysNo')
  | ('light' | 'of' | 'told' | 'it' | 'clause' | 'the' | 'has' | 'hasFirst' | 'and' | 'bare');
/** A language names what it knows. */
type Language = Partial<Record<Kind, string[]>>;

const NUMBER_FOLLOWS = '\\s{0,3}[.:#°"“”«]{0,2}\\s{0,3}$';

const escaped = (word: string): string => word.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '\\p{L}*');

/** One expression for the wordings of all languages, the longest first; each stands as whole words. */
function wordings(languages: readonly Language[], kind: Kind): string {
  const all = [...new Set(languages.flatMap((language) => (language[kind] ?? []).map(fold)))];
  all.sort((a, b) => b.length - a.length);
  return `(?<![\\p{L}\\p{N}])(?:${all.map(escaped).join('|')})(?![\\p{L}\\p{N}])`;
}

const single = (languages: readonly Language[], kind: Kind): ReadonlySet<string> =>
  new Set(languages.flatMap((language) => (language[kind] ?? []).map(fold)));

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
  /** At the start of a text without quotes: it asks only behind this answer. */
  whenYes: RegExp;
  whenNo: RegExp;
  /** At the start of an answer. */
  saysYes: RegExp;
  saysNo: RegExp;
  /** Words of four letters and more that name no subject. */
  light: ReadonlySet<string>;
  /** At the start of a text: it asks for a part of what was counted, or takes up an answer. */
  opensPart: RegExp;
  opensTold: RegExp;
  /** At the start of what follows the words that ask: it stands for a subject that the text does not name. */
  it: RegExp;
  /** An article of what is known already; the next two words follow as groups. */
  the: RegExp;
  articles: ReadonlySet<string>;
  /** At the start of a text: it asks whether there is something, whose name ends its wording, or begins it. */
  opensHas: RegExp;
  opensHasFirst: RegExp;
  /** Words that join names. */
  joins: ReadonlySet<string>;
  /** Behind "it" and one more word: a clause for which "it" stands. */
  clause: ReadonlySet<string>;
  /** At the start of sentences: the number of what follows itself. */
  ownNumbers: RegExp;
  /** Words that fill a question without a subject of its own. */
  bare: ReadonlySet<string>;
}

let loaded: DependenceWords | undefined;

/** The words, read at the first use. */
export function dependenceWords(): DependenceWords {
  if (loaded !== undefined) return loaded;
  const file = new URL('../../../data/dependence-words.json', import.meta.url);
  const { languages: byCode } = JSON.parse(readFileSync(file, 'utf8')) as { languages: Record<string, Language> };
  const languages = Object.values(byCode);
  const expression = (kind: Kind, before = '', after = ''): RegExp =>
    new RegExp(`${before}${wordings(languages, kind)}${after}`, 'u');
  const start = '^[("“«\\[*\\s-]{0,10}';
  // So that "If no backups exist, how …" is no condition on a no.
  const then = `(?:\\)|\\s*[,:;.–—-]|\\s*$|\\s+${wordings(languages, 'then')})`;
  const nouns = '\\s+([\\p{L}-]{1,40})(?:\\s+([\\p{L}-]{1,40}))?';
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
      languages
        .flatMap(({ previous, question }) =>
          previous && question ? previousQuestion(previous.map(fold), question.map(fold)) : [],
        )
        .join('|'),
      'u',
    ),
    these: expression('these', '', nouns),
    skip: expression('skip'),
    rest: expression('rest'),
    whenYes: expression('whenYes', start, then),
    whenNo: expression('whenNo', start, then),
    saysYes: expression('saysYes', '^'),
    saysNo: expression('saysNo', '^'),
    light: single(languages, 'light'),
    opensPart: expression('of', start),
    opensTold: expression('told', start),
    it: expression('it', '^'),
    the: new RegExp(`${wordings(languages, 'the')}${nouns}`, 'u'),
    articles: single(languages, 'the'),
    opensHas: expression('has', start),
    opensHasFirst: expression('hasFirst', start),
    joins: single(languages, 'and'),
    clause: single(languages, 'clause'),
    ownNumbers: new RegExp(
      `(?<=^|[.?!]\\s{1,3})${wordings(languages, 'question')}\\s*[#°.]?\\s*[\\p{L}\\p{N}.-]{1,12}\\s*:`,
      'gu',
    ),
    bare: single(languages, 'bare'),
  });
}
