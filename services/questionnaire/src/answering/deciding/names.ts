import { pointsBack, type Statement } from '../finding/statements.js';
import { tokenize } from '../finding/tokens.js';
import { negationAt } from '../rules/expressions.js';
import { askedWords } from './asked-words.js';

export interface Word {
  /** Without marks before and after it. */
  text: string;
  start: number;
  end: number;
  /** What stands between it and the next word. */
  after: string;
}

/** The words of a text, in order. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const { index, 0: raw } of text.matchAll(/\S+/g)) {
    const marks = /^[("'“]*/.exec(raw)![0].length;
    let last = raw.length;
    while (last > marks && ',;:.?!)"\'”'.includes(raw[last - 1]!)) last--;
    const bare = raw.slice(marks, last);
    const start = index + marks;
    words.push({ text: bare, start, end: start + bare.length, after: raw.slice(marks + bare.length) });
  }
  return words;
}

/** A part of a name: it has a capital or a digit ("SOC", "2", "27001:2022", "OpenID"). */
export const isName = ({ text }: Word): boolean =>
  /[\p{Lu}\d]/u.test(text) && !askedWords('opens').has(text.toLowerCase());

type Placed = Pick<Statement, 'text' | 'place' | 'question' | 'before'>;

/** Whether a statement speaks of a name, by itself or by where it stands; "ISO 27001" is "ISO/IEC 27001:2022", too. */
export function isNamedBy(name: string, { text, place, question, before }: Placed): boolean {
  const meant = pointsBack(text) ? before : '';
  const said = new Set(tokenize([text, question, meant, ...place].join(' ')).map(({ word }) => word));
  return name.split(' ').every((part) => {
    const [unversioned = ''] = part.split(':');
    return unversioned.split('/').some((one) => tokenize(one).every(({ word }) => said.has(word)));
  });
}

/** Names of standards and protocols: two capitals at least, with the numbers that follow ("SOC 2 Type II", "ISO 27001", "SAML"). */
function designatorsIn(text: string): string[] {
  const found: string[] = [];
  const words = wordsIn(text);
  for (let at = 0; at < words.length; at++) {
    if (!/\p{Lu}.*\p{Lu}/u.test(words[at]!.text)) continue;
    let last = at;
    while (words[last]!.after === '' && /^\d/.test(words[last + 1]?.text ?? '')) last++;
    found.push(
      words
        .slice(at, last + 1)
        .map((word) => word.text)
        .join(' '),
    );
    at = last;
  }
  return found;
}

/** So far behind the negation stands what it denies, in words. */
const DENIED_WITHIN = 2;

/** What a statement denies by name: what it begins with, or what its negation stands before. */
function deniedIn(text: string): string[] {
  const at = negationAt(text);
  if (at < 0) return [];
  const behind = wordsIn(text.slice(at)).slice(1, 2 + DENIED_WITHIN);
  const first = designatorsIn(text).slice(0, 1);
  const opens = first.filter((name) => text.trimStart().startsWith(name));
  return [...opens, ...designatorsIn(behind.map((word) => word.text).join(' '))];
}

/** Whether a statement denies something else than what a question names: that says no to nothing that was asked. */
export function deniesAnother(asked: string, statement: Placed): boolean {
  const wanted = designatorsIn(asked);
  if (wanted.length === 0 || wanted.some((name) => isNamedBy(name, statement))) return false;
  // Who has no ISO certificate has none of ISO 27001 either.
  const covers = (name: string): boolean => wanted.some((one) => one.split(/[ /:]/).includes(name));
  const denied = deniedIn(statement.text);
  return denied.length > 0 && !denied.some(covers);
}
