import { parentNumber, plainNumber } from '../language/numbering.js';
import { numbersIn } from './numbers.js';
import type { Dependence, DependenceInput, Read } from './types.js';
import { dependenceWords } from './words.js';

/** The condition of a gate stands in the sentence that ends with so many characters. */
const SENTENCE = 200;
/** Where a gate leads is said within so many characters. */
const TARGET = 120;

/** Questions before the place `end` ask only behind an answer. */
export interface Gate {
  end: number;
  behind: Dependence;
}

/** Where the numbers of questions and of their sections stand. */
export class Places {
  private readonly byNumber = new Map<string, number[]>();
  private readonly bySection = new Map<string, number[]>();
  /** The section that was looked up last. */
  private section = { from: 0, end: 0 };

  constructor(private readonly questions: readonly DependenceInput[]) {
    questions.forEach(({ sheetId, number }, index) => {
      if (number === '') return;
      add(this.byNumber, keyOf(sheetId, number), index);
      for (let parent = parentNumber(number); parent !== ''; parent = parentNumber(parent))
        add(this.bySection, keyOf(sheetId, parent), index);
    });
  }

  /** The next question behind a place with this number, or the next one of the section with this number. */
  next(sheetId: string, number: string, behind: number): number | undefined {
    const key = keyOf(sheetId, number);
    return nextOf(this.byNumber.get(key) ?? [], behind) ?? nextOf(this.bySection.get(key) ?? [], behind);
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
}

const keyOf = (sheetId: string, number: string): string => `${sheetId} ${plainNumber(number)}`;

function add(map: Map<string, number[]>, key: string, place: number): void {
  const places = map.get(key);
  if (places === undefined) map.set(key, [place]);
  else places.push(place);
}

/** The first of ascending places behind one. */
function nextOf(places: readonly number[], behind: number): number | undefined {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((places[middle] ?? 0) > behind) to = middle;
    else from = middle + 1;
  }
  return places[from];
}

/**
 * "If no, skip to question 9", "If no, leave out the rest of this section": what stands between asks only behind the other
 * answer. "If yes, go on with 19 to 21; else with 22": those ask only behind this one.
 */
export function gateOf({ question, text }: Read, places: Places, index: number): Gate | undefined {
  const { skip, rest, yes, no } = dependenceWords();
  const leads = rest.exec(text) ?? skip.exec(text);
  if (leads === null) return undefined;
  const before = text.slice(Math.max(0, leads.index - SENTENCE), leads.index);
  const sentence = before.split(/[.?!;]/u).at(-1) ?? '';
  const supposed = no.test(sentence) ? 'no' : yes.test(sentence) ? 'yes' : undefined;
  if (supposed === undefined) return undefined;
  const behind = (kind: 'if_yes' | 'if_no') => ({ questionId: question._id, kind });
  const other = supposed === 'no' ? 'if_yes' : 'if_no';
  if (rest.test(text))
    return question.section === '' ? undefined : { end: places.endOfSection(index), behind: behind(other) };
  const target = text.slice(leads.index + leads[0].length, leads.index + leads[0].length + TARGET);
  const ends = numbersIn(target).flatMap(({ written }) => places.next(question.sheetId, written, index) ?? []);
  const [end] = ends;
  if (end === undefined) return undefined;
  // Led to the next question, one goes on; the last number named is where the others come back, or the last that is meant.
  const last = ends.at(-1) ?? end;
  if (end > index + 1) return { end, behind: behind(other) };
  const isOutside = skip.test(target);
  return last === end ? undefined : { end: isOutside ? last : last + 1, behind: behind(`if_${supposed}`) };
}
