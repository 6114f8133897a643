import { conditionOf } from '../language/conditions.js';
import { withoutItemNumber } from '../language/item-number.js';
import { parentNumber, plainNumber } from '../language/numbering.js';
import { fold } from '../language/words.js';
import { dependenceWords } from './words.js';

/**
 * How a question hangs on its root: it asks only behind a yes or a no, or behind a choice of "other"; it is a part of it by
 * its number or below it as a stem; or it points back to it.
 */
export const DEPENDENCE_KINDS = ['if_yes', 'if_no', 'if_other', 'part', 'reference'] as const;
export type DependenceKind = (typeof DEPENDENCE_KINDS)[number];

export interface Dependence {
  /** Id of the question that it hangs on; that one stands before it. */
  questionId: string;
  kind: DependenceKind;
}

/** What is read of a question to find what it hangs on. */
export interface DependenceInput {
  _id: string;
  sheetId: string;
  section: string;
  number: string;
  stem: string;
  text: string;
  /** What another cell of its row says of when it is asked: "Only if question 10 is yes."; absent: nothing. */
  beside?: string;
}

/** So much of a text is read: a condition opens it, and what points elsewhere stands near its start or its end. */
const READ = 600;
/** Shorter words ("of", "alle") are no subject that a question could take up. */
const SHORTEST_WORD = 4;
const STEM = 5;
/** A question that takes up another one does so within so many characters. */
const CLAUSE = 60;
/** "if q1 yes" */
const SHORTEST_CONDITION = 9;
/** A condition stands in the sentence that ends with so many characters. */
const SENTENCE = 200;
/** A condition names its question within so many characters. */
const HEAD = 120;
/** So much of what stands before a number tells whether it is a question's. */
const FRONT = 30;
/** What ends the condition of a question: "If yes to 3.2, who …". */
const HEAD_END = /[,;:?–—]|\bthen\b|\bdann\b/u;
/** What may be the number of a question, with its place. */
const NUMBERS = /(?<![\p{L}\p{N}.])(?:\p{L}{1,6}[-. ]?){0,3}\d{1,4}(?:[.-]\d{1,4}){0,4}(?:\.?[a-z])?(?![\p{L}\p{N}])/gu;

const SENTENCE_END = /[.?!;](?=\s)/u;
const CONDITIONS: ReadonlySet<DependenceKind> = new Set<DependenceKind>(['if_yes', 'if_no', 'if_other']);

interface Read {
  question: DependenceInput;
  /** Without its own number, folded. */
  text: string;
  condition: 'yes' | 'no' | undefined;
}

/** Questions before the place `end` ask only behind an answer. */
interface Gate {
  end: number;
  behind: Dependence;
}

/** Where the numbers of questions stand. */
class Places {
  private readonly byNumber = new Map<string, number[]>();
  /** The section that was looked up last. */
  private section = { from: 0, end: 0 };

  constructor(private readonly questions: readonly DependenceInput[]) {
    questions.forEach(({ sheetId, number }, index) => {
      if (number === '') return;
      const key = Places.key(sheetId, number);
      const places = this.byNumber.get(key);
      if (places === undefined) this.byNumber.set(key, [index]);
      else places.push(index);
    });
  }

  /** The next question with this number behind a place. */
  next(sheetId: string, number: string, behind: number): number | undefined {
    const places = this.byNumber.get(Places.key(sheetId, number)) ?? [];
    let [from, to] = [0, places.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((places[middle] ?? 0) > behind) to = middle;
      else from = middle + 1;
    }
    return places[from];
  }

  /** The first place behind this one that stands in another section. */
  endOfSection(place: number): number {
    const { sheetId, section } = this.questions[place] ?? {};
    if (this.section.from <= place && place < this.section.end) return this.section.end;
    let end = place + 1;
    while (this.questions[end]?.sheetId === sheetId && this.questions[end]?.section === section) end++;
    this.section = { from: place, end };
    return end;
  }

  private static key(sheetId: string, number: string): string {
    return `${sheetId} ${plainNumber(number)}`;
  }
}

/** Questions of one sheet that came already. */
class Before {
  readonly byNumber = new Map<string, Read>();
  readonly byText = new Map<string, Read>();
  /** By the id of a question that points back: to which one. */
  readonly takenFrom = new Map<string, Read>();
  /** The last one that is no condition itself. */
  root: Read | undefined;
  last: Read | undefined;

  add(read: Read, isCondition: boolean): void {
    const { number, text } = read.question;
    if (number !== '') this.byNumber.set(plainNumber(number), read);
    this.byText.set(text, read);
    this.last = read;
    if (!isCondition) this.root = read;
  }

  /** The nearest question of which the number says that this one is a part. */
  partOf({ number }: DependenceInput): Read | undefined {
    for (let parent = parentNumber(number); parent !== ''; parent = parentNumber(parent)) {
      const found = this.byNumber.get(plainNumber(parent));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

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
    const own = dependence(read, before);
    const hangs = own ? { questionId: own.root.question._id, kind: own.kind } : gates.at(-1)?.behind;
    if (hangs !== undefined) found.set(question._id, hangs);
    before.add(read, own !== undefined && CONDITIONS.has(own.kind));
    if (own?.kind === 'reference') before.takenFrom.set(question._id, own.root);
    const gate = gateOf(read, places, index);
    if (gate !== undefined) gates.push(gate);
  });
  return found;
}

function dependence(read: Read, before: Before): { root: Read; kind: DependenceKind } | undefined {
  const words = dependenceWords();
  const part = before.partOf(read.question);
  const named = besideIt(read, before) ?? namedInCondition(read, before);
  if (named !== undefined) return named;
  if (read.condition !== undefined) {
    const root = part ?? before.root;
    return root && { root, kind: read.condition === 'yes' ? 'if_yes' : 'if_no' };
  }
  if (words.opensOther.test(read.text)) {
    const root = part ?? before.root;
    return root && { root, kind: 'if_other' };
  }
  if (part !== undefined) return { root: part, kind: 'part' };
  const stem = read.question.stem === '' ? undefined : before.byText.get(read.question.stem);
  if (stem !== undefined) return { root: stem, kind: 'part' };
  const cited = citedQuestion(read.text, before);
  if (cited !== undefined) return { root: cited, kind: 'reference' };
  // Behind its first sentence, a text points back to itself.
  const [first = ''] = read.text.split(SENTENCE_END, 1);
  const { last } = before;
  if (last === undefined) return undefined;
  if (words.above.test(first) || words.previous.test(first)) return { root: last, kind: 'reference' };
  const spoken = spokenOf(first, before);
  return spoken && { root: spoken, kind: 'reference' };
}

/** "If you answered yes to 3.2, …": a condition that names the question that it supposes an answer of. */
function namedInCondition({ text }: Read, before: Before): { root: Read; kind: DependenceKind } | undefined {
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
  return kind !== 'reference' && (above.test(head) || previous.test(head)) && before.root
    ? { root: before.root, kind }
    : undefined;
}

/** "Only if question 10 is yes", beside a question. A condition on anything but a no supposes that the root is not denied. */
function besideIt(
  { question: { beside = '' } }: Read,
  before: Before,
): { root: Read; kind: DependenceKind } | undefined {
  if (beside === '') return undefined;
  const text = fold(beside);
  const root = citedQuestion(text, before);
  return root && { root, kind: dependenceWords().no.test(text) ? 'if_no' : 'if_yes' };
}

/**
 * "Are these rules documented?": the question before that speaks of rules; or the one that it takes them from itself, so that
 * all that follows on a question hangs on the first.
 */
function spokenOf(text: string, before: Before): Read | undefined {
  // Further on, a text takes up what it has named itself.
  const [clause = ''] = text.slice(0, CLAUSE).split(/[,:;]/u, 1);
  const found = dependenceWords().these.exec(clause);
  if (found === null || before.last === undefined) return undefined;
  for (const word of found.slice(1)) {
    if (word === undefined || word.length < SHORTEST_WORD) continue;
    const speaks = (read: Read): boolean => wordsOf(read.text).has(stemOf(word));
    if (!speaks(before.last)) continue;
    const root = before.takenFrom.get(before.last.question._id);
    return root && speaks(root) ? root : before.last;
  }
  return undefined;
}

const wordsOf = (text: string): Set<string> => new Set((text.match(/[\p{L}-]+/gu) ?? []).map(stemOf));
/** So much of a word stays when its ending changes. */
const stemOf = (word: string): string => word.slice(0, STEM);

/** "… the policy of question 4.1": a question that a text names by the word before its number. */
function citedQuestion(text: string, before: Before): Read | undefined {
  const { namesQuestion } = dependenceWords();
  return numbered(text, before, (front) => namesQuestion.test(front));
}

/** The first number in a text that an earlier question has, where what stands before the number allows it. */
function numbered(text: string, before: Before, allows: (front: string, number: string) => boolean): Read | undefined {
  for (const { written, index } of numbersIn(text)) {
    const found = before.byNumber.get(plainNumber(written));
    if (found !== undefined && allows(text.slice(Math.max(0, index - FRONT), index), written)) return found;
  }
  return undefined;
}

/** What may be numbers in a text; a word before one may belong to it: "question 4" is 4, "GV 4" may be GV 4. */
function numbersIn(text: string): { written: string; index: number }[] {
  return [...text.matchAll(NUMBERS)].flatMap(({ 0: written, index }) => {
    const digits = written.slice(Math.max(0, written.search(/\d/u)));
    const whole = { written, index };
    return digits === written ? [whole] : [whole, { written: digits, index: index + written.length - digits.length }];
  });
}

/** "If no, skip to question 9", "If no, leave out the rest of this section": what stands between asks only behind the other answer. */
function gateOf({ question, text }: Read, places: Places, index: number): Gate | undefined {
  const { skip, rest, yes, no } = dependenceWords();
  const ends = rest.exec(text) ?? skip.exec(text);
  if (ends === null) return undefined;
  const sentence =
    text
      .slice(Math.max(0, ends.index - SENTENCE), ends.index)
      .split(/[.?!;]/u)
      .at(-1) ?? '';
  const kind = no.test(sentence) ? 'if_yes' : yes.test(sentence) ? 'if_no' : undefined;
  if (kind === undefined) return undefined;
  const behind = { questionId: question._id, kind } as const;
  if (rest.test(text)) return { end: places.endOfSection(index), behind };
  const target = text.slice(ends.index + ends[0].length, ends.index + ends[0].length + HEAD);
  const [end] = numbersIn(target).flatMap(({ written }) => places.next(question.sheetId, written, index) ?? []);
  return end === undefined ? undefined : { end, behind };
}
