import { conditionOf } from './conditions.js';
import { withoutItemNumber } from '../language/item-number.js';
import { plainNumber } from '../language/numbering.js';
import { AUXILIARY_STARTS, fold } from '../language/words.js';
import { Before } from './before.js';
import { gateOf, Places, type Gate } from './gates.js';
import { numbersIn } from './numbers.js';
import { takenUp } from './taken-up.js';
import type { Dependence, DependenceInput, DependenceKind, Hanging, Read } from './types.js';
import { dependenceWords } from './words.js';

/** So much of a text is read: a condition opens it, and what points elsewhere stands near its start or its end. */
const READ = 600;
/** "if q1 yes" */
const SHORTEST_CONDITION = 9;
/** A condition names its question within so many characters. */
const HEAD = 120;
/** So much of what stands before a number tells whether it is a question's. */
const FRONT = 30;
/** What ends the condition of a question: "If yes to 3.2, who …". */
const HEAD_END = /[,;:?–—]|\bthen\b|\bdann\b/u;
const SENTENCE_END = /[.?!;](?=\s)/u;
const CONDITIONS: ReadonlySet<DependenceKind> = new Set<DependenceKind>(['if_yes', 'if_no', 'if_other']);

/**
 * Whether a cell beside a question may say when it is asked ("Only if question 10 is yes."): it has a condition and names a
 * question by number. Cheap: it is asked of every cell that is no question.
 */
export function saysWhenAsked(cell: string): boolean {
  if (cell.length < SHORTEST_CONDITION || !/\d/u.test(cell)) return false;
  const { condition, namesAQuestion } = dependenceWords();
  const text = fold(cell);
  return namesAQuestion.test(text) && condition.test(text);
}

/** What each question hangs on, by its id; questions come in their order. One that hangs on none is left out. */
export function dependencesOf(questions: readonly DependenceInput[]): Map<string, Dependence> {
  const found = new Map<string, Dependence>();
  const places = new Places(questions);
  let sheetId: string | undefined;
  let before = new Before();
  let gates: Gate[] = [];
  questions.forEach((question, index) => {
    if (question.sheetId !== sheetId) {
      sheetId = question.sheetId;
      before = new Before();
      gates = [];
    }
    while ((gates.at(-1)?.end ?? Infinity) <= index) gates.pop();
    const text = fold(withoutItemNumber(question.text.slice(0, READ), question.number).text);
    const read: Read = { question, text, condition: conditionOf(text) };
    const own = hangingOf(read, before);
    const behind = gates.at(-1)?.behind;
    // A part of a gate asks only behind the gate's answer.
    const isGated = own === undefined || (!CONDITIONS.has(own.kind) && own.root.question._id === behind?.questionId);
    const hangs = isGated && behind ? behind : own && { questionId: own.root.question._id, kind: own.kind };
    if (hangs !== undefined) found.set(question._id, hangs);
    before.add(read, own, own === undefined || !CONDITIONS.has(own.kind) || asksForYesOrNo(text));
    const gate = gateOf(read, places, index);
    if (gate !== undefined) gates.push(gate);
  });
  return found;
}

function hangingOf(read: Read, before: Before): Hanging | undefined {
  const words = dependenceWords();
  const named = besideIt(read, before) ?? namedInCondition(read, before);
  if (named !== undefined) return named;
  const part = before.partOf(read.question);
  const condition = conditionKind(read);
  if (condition !== undefined) {
    const root = part ?? before.root;
    return root && { root, kind: condition };
  }
  if (part !== undefined) return { root: part, kind: 'part' };
  const cited = citedQuestion(read.text, before);
  if (cited !== undefined) return { root: cited, kind: 'reference' };
  const { last } = before;
  if (last === undefined) return undefined;
  // Behind its first sentence, a text points back to itself.
  const [first = ''] = read.text.split(SENTENCE_END, 1);
  // What stands above a list of parts is what they are parts of.
  if (words.above.test(first) || words.previous.test(first))
    return { root: before.partOf(last.question) ?? last, kind: 'reference' };
  return takenUp(read, before);
}

function conditionKind({ condition, text }: Read): DependenceKind | undefined {
  if (condition !== undefined) return condition === 'yes' ? 'if_yes' : 'if_no';
  return dependenceWords().opensOther.test(text) ? 'if_other' : undefined;
}

/** "If yes, do you follow a process?": what follows may be about this answer. */
function asksForYesOrNo(text: string): boolean {
  const [, asked = ''] = text.slice(0, HEAD).split(/[,:]\s*/u, 2);
  return AUXILIARY_STARTS.has(/^[\p{L}'’-]+/u.exec(asked)?.[0] ?? '');
}

/** "If you answered yes to 3.2, …": a condition that names the question that it supposes an answer of. */
function namedInCondition({ text }: Read, before: Before): Hanging | undefined {
  const { opensCondition, yes, no, namesQuestion, pointsTo, above, previous } = dependenceWords();
  const opened = opensCondition.exec(text);
  if (opened === null) return undefined;
  const rest = text.slice(opened[0].length, HEAD);
  const end = HEAD_END.exec(rest);
  const head = end === null ? rest : rest.slice(0, end.index);
  const kind = no.test(head) ? 'if_no' : yes.test(head) ? 'if_yes' : 'reference';
  const root = numbered(head, before, (front, number) => {
    if (namesQuestion.test(front)) return true;
    // "If 3 or more people …" counts; "if 3 is yes" and "yes to A.3" name.
    return kind !== 'reference' && (pointsTo.test(front) || front.trim() === '' || !/^\d+$/u.test(number));
  });
  if (root !== undefined) return { root, kind };
  const isBefore = kind !== 'reference' && (above.test(head) || previous.test(head));
  return isBefore && before.root ? { root: before.root, kind } : undefined;
}

/** "Only if question 10 is yes", beside a question or over its section. A condition on anything but a no supposes that the root is not denied. */
function besideIt({ question: { beside = '', section } }: Read, before: Before): Hanging | undefined {
  const told = beside === '' && saysWhenAsked(section) ? section : beside;
  if (told === '') return undefined;
  const text = fold(told);
  const { namesQuestion, no } = dependenceWords();
  const root = numbered(text, before, (front) => namesQuestion.test(front));
  return root && { root, kind: no.test(text) ? 'if_no' : 'if_yes' };
}

/** "… the policy of question 4.1", "… described in P.2": a question that a text names by the words before its number. */
function citedQuestion(text: string, before: Before): Read | undefined {
  const { namesQuestion, cites, ownNumbers } = dependenceWords();
  return numbered(text.replace(ownNumbers, ''), before, (front) => namesQuestion.test(front) || cites.test(front));
}

/** The first number in a text that an earlier question has, where what stands before the number allows it. */
function numbered(text: string, before: Before, allows: (front: string, number: string) => boolean): Read | undefined {
  for (const { written, index } of numbersIn(text)) {
    const found = before.byNumber.get(plainNumber(written));
    if (found !== undefined && allows(text.slice(Math.max(0, index - FRONT), index), written)) return found;
  }
  return undefined;
}
