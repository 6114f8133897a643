import type { Statement } from '../finding/statements.js';
import type { PartAnswer, Reading } from './decide.js';
import { isName, isNamedBy, wordsIn, type Word } from './names.js';

/** One of the things that a question names. */
export interface Alternative {
  /** "ISO 27001". */
  name: string;
  /** The question with this one alone. */
  asked: string;
  /** Whether a statement speaks of it, by itself or by where it stands. */
  isNamed: (statement: Pick<Statement, 'text' | 'place' | 'question' | 'before'>) => boolean;
}

/** Several named things in one yes/no question: any of them makes a yes, or each has its own yes or no. */
export interface Alternatives {
  mode: 'any' | 'all';
  items: Alternative[];
}

const CONJUNCTIONS: ReadonlySet<string> = new Set(['or', 'and', 'and/or']);
/** Examples, or a choice: one that is there is enough. */
const ANY_BEFORE = /\b(?:such as|e\.g\.|eg|for example|for instance|like|any of|one of|either|including)[,:]? $/i;
const MOST_NAMES = 6;

interface NamedList {
  names: string[];
  start: number;
  end: number;
  /** Joined by "and" alone. */
  isAll: boolean;
}

/**
 * The list that begins with this word: names with commas or a conjunction between them, or "etc." behind them; and where to look on
 * where there is none.
 */
function listAt(words: readonly Word[], from: number): { list?: NamedList; next: number } {
  const names: string[] = [];
  const joins = new Set<string>();
  let at = from;
  let end = 0;
  for (;;) {
    const begins = at;
    if (!words[at] || !isName(words[at]!)) break;
    let last = words[at]!;
    while (last.after === '' && words[at + 1] && isName(words[at + 1]!)) last = words[++at]!;
    const name = words.slice(begins, at + 1).map(({ text }) => text);
    names.push(name.join(' '));
    end = last.end;
    const next = words[++at];
    if (last.after !== '' && last.after !== ',') break;
    if (next && CONJUNCTIONS.has(next.text)) {
      joins.add(next.text);
      at++;
      // Behind a conjunction comes the last one; without it the conjunction joins something else.
      if (!words[at] || !isName(words[at]!)) joins.delete(next.text);
    } else if (last.after === '') break;
  }
  const behind = words[at];
  const etc =
    behind && names.length > 0 && behind.start <= end + 2 && /^etc\.?$/.test(behind.text) ? behind : undefined;
  const next = Math.max(at, from + 1);
  if (names.length < 2 || names.length > MOST_NAMES || (joins.size === 0 && !etc)) return { next };
  const isAll = joins.has('and') && joins.size === 1 && !etc;
  const dot = etc?.after.startsWith('.') === true ? 1 : 0;
  return { list: { names, start: words[from]!.start, end: etc ? etc.end + dot : end, isAll }, next };
}

/** The things that a question names, if they are several; undefined otherwise. */
export function alternativesOf(text: string): Alternatives | undefined {
  const words = wordsIn(text);
  let list: NamedList | undefined;
  for (let at = 0; at < words.length && !list;) ({ list, next: at } = listAt(words, at));
  if (!list) return undefined;
  const [before, after] = [text.slice(0, list.start), text.slice(list.end)];
  const items = list.names.map((name): Alternative => ({
    name,
    asked: `${before}${name}${after}`,
    isNamed: (statement) => isNamedBy(name, statement),
  }));
  return { mode: list.isAll && !ANY_BEFORE.test(before) ? 'all' : 'any', items };
}

/**
 * What the answers to each come to. Of alternatives one yes is a yes, and a no needs a no to each; of things that are all asked for
 * each tells its own. `whole`: what the question says when it is not taken apart.
 */
export function joined({ mode, items }: Alternatives, whole: PartAnswer, each: readonly PartAnswer[]): PartAnswer[] {
  const known = each.filter(({ polarity }) => polarity !== undefined);
  const yes = known.filter(({ polarity }) => polarity === 'yes');
  const isWhole = known.length === each.length;
  // Sources that contradict each other are told by the whole question.
  if (known.some(({ disagree }) => disagree)) return [whole];
  if (mode === 'any') {
    if (yes.length > 0) return [together(whole, [...yes, ...known.filter((one) => !yes.includes(one))], 'yes')];
    if (known.length > 0 && isWhole) return [together(whole, known, 'no')];
    // What only one of them is denied by says nothing of the others.
    return known.length > 0 && whole.polarity === 'no' ? [open(whole)] : [whole];
  }
  if (isWhole && (yes.length === 0 || yes.length === known.length))
    return [together(whole, known, yes.length === 0 ? 'no' : 'yes')];
  const best = whole.evidence[0];
  if (known.length === 0 || (best && items.every((item) => item.isNamed(best.statement)))) return [whole];
  return each.map((one) => ({ ...one, listed: isWhole ? 'each' : 'some' }));
}

const open = (whole: PartAnswer): PartAnswer => ({
  ...whole,
  evidence: [],
  polarity: undefined,
  score: 0,
  disagree: false,
});

/** One answer of several, as sure as the least sure of them. */
function together(whole: PartAnswer, answers: readonly PartAnswer[], polarity: 'yes' | 'no'): PartAnswer {
  const evidence: Reading[] = [];
  for (const [best] of answers.map((one) => one.evidence))
    if (best && !evidence.some(({ statement }) => statement.text === best.statement.text)) evidence.push(best);
  const score = Math.min(...answers.map((one) => one.score));
  return { part: whole.part, evidence, polarity, score, disagree: false };
}
