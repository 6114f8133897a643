import { AUXILIARY_STARTS, QUESTION_WORD_STARTS, REQUEST_STARTS } from '../language/words.js';
import type { Before } from './before.js';
import { isSubject, SHORTEST_WORD, stemOf, subjectsOf, wordsOf } from './said.js';
import type { Hanging, Read } from './types.js';
import { dependenceWords } from './words.js';

/** A condition is stated within so many characters. */
const CONDITION = 200;
/** A question that takes up another one does so within so many characters. */
const CLAUSE = 60;
/** Words that ask, before a pronoun: "How often is it …". */
const ASKING = 4;
/** A question that names nothing itself has at most so many words. */
const BARE = 8;
const CLAUSE_END = /[,;:?–—]|\bthen\b|\bdann\b/u;

/**
 * A question that takes up, in words of its own, what an earlier one speaks of: a condition ("If subcontractors are used, …"),
 * a part of a number, a pronoun, a name with its article; or it names nothing at all ("Since when?").
 */
export function takenUp(read: Read, before: Before): Hanging | undefined {
  const supposed = supposedOf(read, before);
  if (supposed !== undefined) return supposed;
  const { last } = before;
  if (last === undefined) return undefined;
  const isAboutIt = isBare(read.text) || hasPronoun(read.text);
  const root = isAboutIt
    ? (before.rootOf(last) ?? last)
    : (pointedAt(read.text, before) ?? namedAgain(read.text, before));
  return root && { root, kind: 'reference' };
}

/** "If egress is not filtered, …", "Of the pages that were tested, …", "You indicated that …": the last that says so. */
function supposedOf({ text }: Read, before: Before): Hanging | undefined {
  const { opensCondition, opensPart, opensTold, no } = dependenceWords();
  const condition = opensCondition.exec(text);
  const opened = opensTold.exec(text) ?? opensPart.exec(text) ?? condition;
  if (opened === null) return undefined;
  const rest = text.slice(opened[0].length, CONDITION);
  const end = CLAUSE_END.exec(rest);
  if (end === null || (opened === condition && asks(opened[0], rest))) return undefined;
  const clause = rest.slice(0, end.index);
  const subjects = subjectsOf(clause);
  if (opened === condition) {
    const root = saidRightBefore(subjects, before);
    return root && { root, kind: no.test(clause) ? 'if_no' : 'if_yes' };
  }
  const found = subjects.length > 1 ? lastThatSays(subjects, before) : undefined;
  if (found === undefined) return undefined;
  // What is counted once has many parts.
  return { root: (opensPart.test(found.text) ? before.rootOf(found) : undefined) ?? found, kind: 'reference' };
}

/** "When did you …" asks; "When data leaves the country, …" supposes. */
function asks(opening: string, rest: string): boolean {
  const [word = ''] = wordsOf(opening);
  if (AUXILIARY_STARTS.has(word)) return true;
  return QUESTION_WORD_STARTS.has(word) && AUXILIARY_STARTS.has(wordsOf(rest)[0] ?? '');
}

/** The last question that says all of a clause, or all but its last word, which tells what becomes of its subject. */
const lastThatSays = (subjects: readonly string[], { said }: Before): Read | undefined =>
  said.lastWith(subjects) ?? (subjects.length > 2 ? said.lastWith(subjects.slice(0, -1)) : undefined);

/**
 * The question before that says a clause, or what that one hangs on; further up, others may be meant. One that supposes it too
 * asks nothing about it.
 */
function saidRightBefore(subjects: readonly string[], before: Before): Read | undefined {
  const { last, said } = before;
  if (subjects.length === 0 || last === undefined) return undefined;
  const { opensCondition } = dependenceWords();
  const near = [before.rootOf(last), last].filter(
    (read): read is Read => read !== undefined && (read.condition !== undefined || !opensCondition.test(read.text)),
  );
  const missing = (read: Read): number => subjects.filter((stem) => !said.says(read, stem)).length;
  // Other words may tell the same: of three, one may be missing.
  return near.find((read) => missing(read) === 0) ?? near.find((read) => subjects.length > 2 && missing(read) === 1);
}

/** "Since when?", "Please explain your answer.": it names nothing that one could ask about. */
function isBare(text: string): boolean {
  const { bare } = dependenceWords();
  const words = wordsOf(text);
  const asking = (word: string): boolean => QUESTION_WORD_STARTS.has(word) || REQUEST_STARTS.has(word);
  if (words.length === 0 || words.length > BARE || /\p{N}/u.test(text)) return false;
  return words.some(asking) && words.every((word) => asking(word) || bare.has(word));
}

/** "How often is it tested?", "Who approves them?": a pronoun before anything that it could stand for in the text itself. */
function hasPronoun(text: string): boolean {
  const { it, bare, clause, articles: the } = dependenceWords();
  const words = wordsOf(text.slice(0, CLAUSE));
  if (text.length < CLAUSE && words.length > 1 && it.test(words.at(-1) ?? '')) return subjectsOf(text).length <= 1;
  const isAsking = (word: string): boolean =>
    !it.test(word) && (AUXILIARY_STARTS.has(word) || QUESTION_WORD_STARTS.has(word) || bare.has(word));
  const other = words.findIndex((word) => !isAsking(word));
  const pronoun = words[other] ?? '';
  if (other < 0 || other > ASKING || !it.test(pronoun)) return false;
  // "Is it possible to …", "Is it the intent …": it stands for what follows.
  if (clause.has(words[other + 2] ?? '') || the.has(words[other + 1] ?? '')) return false;
  return pronoun.includes('-') || words.slice(0, other).some((word) => AUXILIARY_STARTS.has(word));
}

/**
 * "Are these rules documented?": the question before that speaks of rules; or the one that this hangs on itself, so that all
 * that follows on a question hangs on the first. What is known there already stands outside the questionnaire.
 */
function pointedAt(text: string, before: Before): Read | undefined {
  // Further on, a text takes up what it has named itself.
  const [clause = ''] = text.slice(0, CLAUSE).split(/[,:;]/u, 1);
  const { these } = dependenceWords();
  const found = these.exec(clause);
  const { last } = before;
  if (found === null || last === undefined) return undefined;
  const roots = [before.rootOf(last), last];
  const stems = found
    .slice(1)
    .flatMap((word: string | undefined) => (word && word.length >= SHORTEST_WORD ? stemOf(word) : []));
  for (const stem of stems) {
    const root = roots.find((read) => read && before.said.says(read, stem));
    if (root === undefined) continue;
    // Two words that are both there name just that.
    const isWhole = stems.length > 1 && stems.every((other) => before.said.says(root, other));
    return isKnown(root, stem, before, isWhole) ? undefined : root;
  }
  return undefined;
}

/** Whether a question speaks of what is known from outside: "This section says …", or "the vendor" in a form about vendors. */
function isKnown(read: Read, stem: string, { said }: Before, isWhole: boolean): boolean {
  const { articles, these } = dependenceWords();
  const pointed = these.exec(read.text)?.slice(1) as (string | undefined)[] | undefined;
  if (pointed?.some((word) => word && stemOf(word) === stem)) return true;
  const words = wordsOf(read.text);
  const isNamed = words.every((word, at) => stemOf(word) !== stem || articles.has(words[at - 1] ?? ''));
  return isNamed && !isWhole && said.firstWith(stem) !== read;
}

/** "Is there a plan?", then "Who approves the plan?": the question that asked whether there is one. */
function namedAgain(text: string, before: Before): Read | undefined {
  const { last } = before;
  const { the, opensHas, opensHasFirst } = dependenceWords();
  if (last === undefined || opensHas.test(text) || opensHasFirst.test(text)) return undefined;
  const [clause = ''] = text.slice(0, CLAUSE).split(/[,:;]/u, 1);
  const found = the.exec(clause);
  if (found === null || wordsOf(clause.slice(0, found.index)).length > ASKING) return undefined;
  const named = found.slice(1).flatMap((word: string | undefined) => (word && isSubject(word) ? stemOf(word) : []));
  return [before.rootOf(last), last].find(
    (read) => read && introducedIn(read.text).some((stem) => named.includes(stem)),
  );
}

/** What a text asks for whether there is one: "Do you have a documented policy or plan for …": policy, plan. */
function introducedIn(text: string): string[] {
  const { opensHas, opensHasFirst, joins, the } = dependenceWords();
  const opened = opensHas.exec(text) ?? opensHasFirst.exec(text);
  const rest = opened === null ? '' : text.slice(opened[0].length, opened[0].length + 2 * CLAUSE);
  const [clause = ''] = rest.split(/[,:;.?(]/u, 1);
  const words = wordsOf(clause);
  const from = words.findIndex(isSubject);
  if (from < 0 || clause.trimStart().search(the) === 0) return [];
  const end = words.findIndex((word, at) => at > from && !joins.has(word) && !isSubject(word));
  const names = words.slice(from, end < 0 ? words.length : end);
  const isName = opensHas.test(text)
    ? (at: number) => at === names.length - 1 || joins.has(names[at + 1] ?? '')
    : (at: number) => at === 0 || joins.has(names[at - 1] ?? '');
  return names.filter((word, at) => !joins.has(word) && isName(at)).map(stemOf);
}
