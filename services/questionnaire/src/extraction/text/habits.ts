import { isMarkedLabel } from '../language/field-words.js';
import { isBareOrder, isInstruction } from '../language/text-shape.js';
import type { ShapeCache } from '../language/text-shape.js';
import { fold } from '../language/words.js';
import { holdsBoxedPoints } from './boxed-points.js';
import { areLabelsOverBlanks } from './blank-labels.js';
import { countsOptions, isCounted } from './counted-options.js';
import { askingForms } from './asking-forms.js';
import { linesBelowQuestions } from './answer-lines.js';
import { askingSeries } from './numbered-series.js';
import type { TextUnit } from './units.js';

/** What the whole document is like: forms and lists of questions are read with less proof than prose. */
export interface TextHabits {
  /** Share of the units that ask. */
  asking: number;
  /** The same with orders that are put to nobody ("Include the time zone."). */
  ordering: number;
  /** Units that ask and carry a number or a bullet. */
  numberedAsking: number;
  /** Labels with a colon that nothing follows on the line. */
  labels: number;
  /** Share of the words that stand in long prose. */
  prose: number;
  /** Units that end with a question mark. */
  marks: number;
  units: number;
  /** Numbered labels with an empty paragraph below each of them are what the document is made of. */
  blanksBelow: boolean;
  /** Forms of numbers of which one rising series goes through questions and labels alike. */
  askingSeries: ReadonlySet<string>;
  /** Forms of lists and paragraphs most of which ask, so that the rest asks as well. */
  askingForms: ReadonlySet<string>;
  /** Pasted by a user who wants it answered. */
  pasted: boolean;
  /** Plain text, as a mail is: a line may hold several questions. */
  byLine: boolean;
  /** Short lines that repeat below questions ("Your answer"): places to write. */
  placeholders: ReadonlySet<string>;
  /** What stands behind boxes are points to confirm, and no options. */
  boxedPoints: boolean;
  /** What is to be chosen is counted from one under each question. */
  countedOptions: boolean;
}

/** Longer texts are prose. */
export const PROSE_WORDS = 45;
const ANSWER_PLACE =
  /^(?:your answer|your email|answer here|short answer text|long answer text|ihre antwort|meine antwort|votre reponse|tu respuesta|su respuesta|sua resposta|la tua risposta|uw antwoord|jouw antwoord)\.?$/;

/** What a document is like, from all its units. */
export function habitsOf(units: readonly TextUnit[], shapes: ShapeCache, format: string): TextHabits {
  const countedOptions = countsOptions(units, shapes);
  const count = Math.max(1, countedOptions ? units.filter((unit) => !isCounted(unit)).length : units.length);
  let asking = 0;
  let orders = 0;
  let numbered = 0;
  let labels = 0;
  let prose = 0;
  let words = 0;
  let marks = 0;
  const repeated = new Map<string, number>();
  for (const unit of units) {
    const shape = shapes.of(unit.text);
    const asks =
      (shape.manner === 'question' && (shape.endsWithMark || (shape.hasMark && unit.number !== ''))) ||
      (shape.manner === 'request' && !isInstruction(unit.text) && !isBareOrder(unit.text)) ||
      unit.options.length > 0 ||
      unit.given !== '';
    if (!asks && shape.manner === 'request' && !isInstruction(unit.text)) orders++;
    if (asks && shape.words <= PROSE_WORDS * 2) {
      asking++;
      if (unit.number !== '' || unit.bullet) numbered++;
    }
    if ((shape.endsWithColon || isMarkedLabel(unit.text)) && shape.words <= 10) labels++;
    words += shape.words;
    if (shape.words > PROSE_WORDS * 0.7) prose += shape.words;
    if (shape.endsWithMark) marks++;
    if (shape.words <= 4 && unit.number === '') repeated.set(fold(unit.text), (repeated.get(fold(unit.text)) ?? 0) + 1);
  }
  const placeholders = new Set([
    ...[...repeated].filter(([text]) => ANSWER_PLACE.test(text)).map(([text]) => text),
    ...linesBelowQuestions(units, shapes),
  ]);
  return {
    asking: asking / count,
    ordering: (asking + orders) / count,
    numberedAsking: numbered,
    labels,
    prose: prose / Math.max(1, words),
    marks,
    units: units.length,
    blanksBelow: areLabelsOverBlanks(units, shapes),
    askingSeries: askingSeries(units, shapes),
    askingForms: askingForms(units, shapes),
    pasted: format === 'pasted',
    byLine: format === 'pasted' || format === 'txt',
    placeholders,
    boxedPoints: holdsBoxedPoints(units, shapes),
    countedOptions,
  };
}
