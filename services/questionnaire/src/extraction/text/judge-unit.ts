import { isAnswerRequest, isMarkingRequest } from '../language/answer-requests.js';
import { isFieldLabel, isMarkedLabel } from '../language/field-words.js';
import { isOtherEntry } from '../language/other-words.js';
import { isBareOrder, isCourtesy, isInstruction } from '../language/text-shape.js';
import type { ShapeCache } from '../language/text-shape.js';
import { fold } from '../language/words.js';
import { isLeaf, isOfAskingForm, isOpenLabel } from './asking-forms.js';
import { isLabelOverBlank } from './blank-labels.js';
import { isTemplateSign } from './filled-labels.js';
import { PROSE_WORDS, type TextHabits } from './habits.js';
import { isOfAskingSeries } from './numbered-series.js';
import {
  answersItself,
  isBracketed,
  isCapitals,
  isEntry,
  isHintOfOptions,
  isLegend,
  isListedOption,
  isTitle,
} from './remarks.js';
import { isNamedOption } from './boxed-entries.js';
import { isBoxedPoint } from './boxed-points.js';
import type { TextUnit } from './units.js';

export type UnitKind = 'question' | 'item' | 'field' | 'section' | 'answer_mark' | 'instruction' | 'options' | 'text';

/** An entry to choose from is no longer. */
const OPTION_WORDS = 12;
/** A title over points to confirm is no longer. */
const TITLE_WORDS = 20;
/** Share of a document that asks, and labels in it, from which on those of its lists ask too. */
const LIST_ASKS = 0.2;
const FEWEST_LABELS = 3;
const FOLLOWING =
  /\b(?:following|as follows|below|folgende\w*|nachstehend\w*|suivante?s?|ci-dessous|siguientes?|seguintes?|seguenti|abaixo|sotto|volgende|onderstaande)\b/;
const ANSWER_MARK =
  /^(?:(?:your|vendor|supplier|bidder'?s?|respondent|company) )?(?:answer|response|reply|antwort|ihre antwort|reponse|votre reponse|respuesta|su respuesta|resposta|sua resposta|risposta|antwoord|odpowiedz|svar|ответ|回答|答|a)\s*[:：.]/;
/** "A1:" below "Q1: …". */
const NUMBERED_ANSWER = /^a\d{1,3}\s*[:：]\s*$/;

/** What stands around a unit. */
export interface UnitContext {
  previous: TextUnit | undefined;
  next: TextUnit | undefined;
  /** A form field or an empty one-cell table follows directly. */
  placeAfter: boolean;
  /** A table of options behind boxes follows directly. */
  boxesAfter: boolean;
  /** A question above may still get its options. */
  questionOpen: boolean;
  /** A stem that ends with a colon is open above. */
  stemOpen: boolean;
  /** The open question asks about what is listed below it ("Which of the following …?"). */
  listOpen: boolean;
  /** An entry of that list stands above. */
  inList: boolean;
  /** It is listed one level below the open question, which ends with a question mark. */
  below: boolean;
}

/** Decides what a unit of running text is. */
export function judgeUnit(unit: TextUnit, context: UnitContext, habits: TextHabits, shapes: ShapeCache): UnitKind {
  const folded = fold(unit.text.slice(0, 80));
  if (habits.boxedPoints && isBoxedPoint(unit)) return 'item';
  if (unit.text === '') {
    if (unit.options.length === 0) return 'answer_mark';
    // "☐ All images have a description": without a question above it, a statement behind a box is one to confirm.
    if (isNamedOption(unit)) return 'options';
    const [only = ''] = unit.options;
    return unit.options.length === 1 && !context.questionOpen && shapes.of(only).words >= 3 ? 'item' : 'options';
  }
  if (
    ANSWER_MARK.test(folded) ||
    NUMBERED_ANSWER.test(folded) ||
    isAnswerRequest(folded) ||
    habits.placeholders.has(fold(unit.text)) ||
    isTemplateSign(unit.text)
  )
    return 'answer_mark';
  if (habits.boxedPoints && isBoxedPoint(context.next) && unit.options.length === 0)
    return shapes.of(unit.text).words <= TITLE_WORDS ? 'section' : 'instruction';
  if (unit.given !== '') return shapes.of(unit.text).manner === 'question' ? 'question' : 'field';
  // Between a question and its choices, or above all of them.
  if (unit.options.length === 0 && !unit.blank && !context.boxesAfter && isMarkingRequest(fold(unit.text)))
    return 'text';
  const shape = shapes.of(unit.text);
  // The number of a page, or a line of signs.
  if (shape.manner === 'other' && !unit.blank)
    return (unit.options.length > 0 && context.questionOpen) || context.below ? 'options' : 'text';
  if (isLegend(unit.text) && unit.options.length <= 2) return 'text';
  if (unit.boxed && context.questionOpen && shape.words <= OPTION_WORDS && !shape.hasMark) return 'options';
  const below = context.next === undefined ? '' : fold(context.next.text.slice(0, 100));
  const requested = unit.number !== '' && (isAnswerRequest(below) || isMarkingRequest(below));
  const written = /[:：?？]/.test(unit.text) && context.next !== undefined && isTemplateSign(context.next.text);
  // What is told to the end above a box that says more, or heads a list of counted boxes, asks nothing: the boxes do.
  const ends = shape.manner === 'statement' && unit.number === '' && /[.。]\s*$/u.test(unit.text);
  const told =
    (ends && isLineAlone(context.next)) ||
    (isOneBox(context.next) && (ends || (context.next.number !== '' && shape.manner === 'phrase')));
  const after = !told && nextIsPlace(context.next, habits);
  const placeAfter = context.placeAfter || unit.blank || requested || written || after;
  if (context.boxesAfter && unit.heading === undefined && !context.questionOpen && shape.endsWithColon)
    return 'question';
  const offered = unit.options.length > 0 || (!told && context.next?.text === '' && context.next.options.length > 0);
  if (offered && context.questionOpen && !unit.blank && unit.rated !== true && isHintOfOptions(unit))
    return unit.options.length > 0 ? 'options' : 'text';
  if (unit.options.length > 0) return shape.words >= 2 || placeAfter ? 'question' : 'field';
  // A title over options that are named as such asks which of them.
  if (context.next !== undefined && isNamedOption(context.next) && shape.words >= 2) return 'question';
  // "4. Tools in use" over a box to write in, or over a table of boxes to tick.
  const roomed = context.placeAfter || context.boxesAfter;
  if (unit.heading !== undefined && roomed && unit.number !== '') return 'question';
  if (unit.heading !== undefined)
    return headingAsks(unit, context, habits, shapes, placeAfter) ? 'question' : 'section';
  if (context.below && isListedOption(unit, shape)) return 'options';
  const isEntryOfList = unit.number === '' || /^\(?\p{L}[).]?$/u.test(unit.number);
  const room = unit.blank || shape.endsWithColon;
  if (room && isEntryOfList && context.questionOpen && isOtherEntry(unit.text)) return 'options';
  if (context.listOpen && isEntry(unit, shape.manner, shape.words) && (context.inList || !placeAfter)) return 'text';
  const required = /\*$/.test(unit.text) && shape.words <= 60;
  if (after && isLastOption(unit, context, shape.manner)) return 'options';
  if (placeAfter && shape.words <= 80)
    return shape.manner === 'question' || shape.manner === 'request' || shape.words > 6 ? 'question' : 'field';
  if (required && habits.placeholders.size > 0 && shape.words >= 2) return 'question';
  const listed = unit.number !== '' || unit.bullet;
  if (habits.byLine && !listed && habits.asking > 0 && habits.units > 1 && isCourtesy(unit.text)) return 'instruction';
  if (shape.manner === 'question' && shape.endsWithMark)
    return asksHere(unit, habits, shape.words) ? 'question' : 'text';
  if (shape.manner === 'question' && shape.hasMark && shape.words <= PROSE_WORDS * 2) {
    if (!listed && unit.listLevel === undefined && !habits.pasted && answersItself(unit.text, shapes)) return 'text';
    return listed || habits.asking >= 0.15 || habits.pasted ? 'question' : 'text';
  }
  const stem =
    unit.number !== '' && (shape.manner === 'question' || shape.manner === 'request') && habits.numberedAsking >= 1;
  if (shape.endsWithColon && !stem && announces(folded, unit.text)) return 'instruction';
  if (shape.endsWithColon && stem && hasParts(unit, context.next)) return 'question';
  // "II. DOCUMENT RETENTION" orders nothing.
  if (shape.manner === 'request' && !habits.pasted && shape.words <= 8 && isCapitals(unit.text)) return 'section';
  // "Name of the hotel:" is a label.
  const label = shape.endsWithColon && shape.words <= 6 && isFieldLabel(unit.text);
  if (shape.manner === 'request' && !label) {
    // An introduction, or a remark in brackets.
    if (!listed && !habits.pasted && (shape.words > PROSE_WORDS || isBracketed(unit.text))) return 'instruction';
    if (isInstruction(unit.text) && !listed) return 'instruction';
    if (isInstruction(unit.text) && habits.numberedAsking < 3) return 'instruction';
    if (habits.pasted) return 'question';
    if (isBareOrder(unit.text) && habits.marks < 3 && habits.ordering < 0.4) return 'text';
    if (shape.endsWithColon && shape.words >= 4 && shape.words <= PROSE_WORDS && habits.asking >= 0.1)
      return 'question';
    return (listed && habits.asking >= 0.2) || (unit.emptyAfter >= 0 && habits.asking >= 0.15) || habits.asking >= 0.4
      ? 'question'
      : 'text';
  }
  if (shape.manner === 'question' && (listed || habits.pasted) && (habits.asking >= 0.2 || habits.pasted))
    return 'question';
  // Among questions, one whose mark was forgotten.
  if (shape.manner === 'question' && habits.asking >= 0.4 && shape.words >= 5 && !/[.:;,]$/.test(unit.text))
    return 'question';
  if (context.stemOpen && unit.number !== '' && shape.words <= PROSE_WORDS && !unit.bold) return 'question';
  const labelled = shape.endsWithColon || isMarkedLabel(unit.text);
  const loud = unit.bold && !isFilled(context.previous) && !isFilled(context.next);
  if (labelled && shape.words <= 14 && !loud && isField(unit, context, habits, folded)) return 'field';
  if (isOfAskingSeries(unit, context.next, habits.askingSeries, shape)) return 'question';
  if (isOfAskingForm(unit, context.next, habits.askingForms, shape) || isListedLabel(unit, context, habits, folded))
    return 'question';
  if (habits.blanksBelow && isLabelOverBlank(unit, shapes, context.next === undefined)) return 'field';
  if (habits.pasted) return judgePasted(unit, habits, shape.manner, shape.words);
  if (isTitle(unit, shape.words, shape.endsWithColon)) return 'section';
  return isInstruction(unit.text) ? 'instruction' : 'text';
}

/** "Which of the following …?": what is listed below belongs to the question. (Parts behind a colon are asked one by one.) */
export function asksAboutList(text: string): boolean {
  return /[?？]\s*$/.test(text) && FOLLOWING.test(fold(text));
}

/** Lines that a user pasted are meant to be answered, unless they are a title, a greeting or an explanation. */
function judgePasted(unit: TextUnit, habits: TextHabits, manner: string, words: number): UnitKind {
  if (isInstruction(unit.text)) return 'instruction';
  const listed = unit.number !== '' || unit.bullet;
  if (listed && words >= 2 && (manner === 'statement' || habits.numberedAsking === 0 || words >= 4)) return 'question';
  if (manner === 'statement' && habits.asking < 0.1 && habits.units >= 2) return 'question';
  if (words <= 8 && manner === 'phrase') return 'section';
  return 'text';
}

/** Words of a text that tells what its heading names. */
const TOLD_WORDS = 8;

function headingAsks(
  unit: TextUnit,
  context: UnitContext,
  habits: TextHabits,
  shapes: ShapeCache,
  placeAfter: boolean,
): boolean {
  const shape = shapes.of(unit.text);
  if (shape.manner !== 'question' && shape.manner !== 'request') return false;
  if (!shape.endsWithMark && shape.manner === 'question' && !placeAfter) return false;
  const below =
    context.next === undefined || context.next.heading !== undefined ? undefined : shapes.of(context.next.text).manner;
  // Questions right below it show that it is a title.
  if (!placeAfter && unit.emptyAfter < 0 && (below === 'question' || below === 'request')) return false;
  const nextWords = context.next === undefined ? 0 : shapes.of(context.next.text).words;
  // "Document and Record Management" over a text that tells it names that text.
  const names = shape.manner === 'request' && !shape.endsWithMark && !shape.endsWithColon && !context.placeAfter;
  if (names && below === 'statement' && nextWords >= TOLD_WORDS) return false;
  // In prose, a heading with a question mark is a heading: the text below answers it.
  return (
    placeAfter ||
    unit.emptyAfter >= 0 ||
    context.next?.heading !== undefined ||
    context.next === undefined ||
    (habits.asking >= 0.35 && nextWords <= PROSE_WORDS && habits.prose < 0.2)
  );
}

function asksHere(unit: TextUnit, habits: TextHabits, words: number): boolean {
  if (habits.pasted) return true;
  if (words > PROSE_WORDS * 2 && unit.number === '') return false;
  if (words < 2) return false;
  if (unit.number !== '' || unit.bullet || unit.emptyAfter >= 0) return habits.asking >= 0.03;
  return habits.asking >= 0.12 && (habits.marks >= 3 || habits.prose < 0.4);
}

/** In a list that asks, a label with a colon asks as well, when nothing is listed below it. */
function isListedLabel(unit: TextUnit, { next }: UnitContext, habits: TextHabits, folded: string): boolean {
  if (unit.listLevel === undefined || !isOpenLabel(unit) || announces(folded, unit.text)) return false;
  const listed = next?.listLevel !== undefined || next === undefined || next.bold || next.heading !== undefined;
  // Labels with answers behind them stand below a title.
  if (unit.bold && next !== undefined && next.given !== '') return false;
  return listed && isLeaf(unit, next) && habits.asking >= LIST_ASKS && habits.labels >= FEWEST_LABELS;
}

function nextIsPlace(next: TextUnit | undefined, habits: TextHabits): boolean {
  if (next === undefined || next.heading !== undefined) return false;
  if (next.text === '') return next.blank || next.options.length > 0;
  return habits.placeholders.has(fold(next.text)) || ANSWER_MARK.test(fold(next.text.slice(0, 80)));
}

/** The last of several entries of a list, right above one "Answer:" for all of them. */
function isLastOption(unit: TextUnit, { previous }: UnitContext, manner: string): boolean {
  const inList = unit.listLevel !== undefined && previous?.listLevel === unit.listLevel;
  return inList && previous.number !== '' && manner === 'phrase' && !/[:：]\s*$/u.test(unit.text);
}

const isLineAlone = (unit: TextUnit | undefined): boolean =>
  unit?.text === '' && unit.blank && unit.options.length === 0;
const isOneBox = (unit: TextUnit | undefined): unit is TextUnit => unit?.text === '' && unit.options.length === 1;

/** The next unit is a part of this one: deeper in the list, or lettered. */
function hasParts(unit: TextUnit, next: TextUnit | undefined): boolean {
  if (next === undefined || next.heading !== undefined) return false;
  if ((next.listLevel ?? 0) > (unit.listLevel ?? 0) || next.bullet) return true;
  return (
    /^\(?\p{L}{1,4}[).]?$/u.test(next.number) || next.number.startsWith(unit.number.replace(/(?<![.)])[.)]+$/, '.'))
  );
}

/** "… the following questions must be answered:" announces what comes and asks nothing. */
function announces(folded: string, text: string): boolean {
  return isInstruction(text) || FOLLOWING.test(`${folded} ${text.toLowerCase().slice(80)}`);
}

/** A label with a blank or an answer behind it. */
const isFilled = (unit: TextUnit | undefined): boolean => unit !== undefined && (unit.blank || unit.given !== '');

function isField(unit: TextUnit, context: UnitContext, habits: TextHabits, folded: string): boolean {
  if (announces(folded, unit.text) || unit.number !== '') return false;
  if (
    /\b(?:shall|must|should|will|note|notes|warning|hinweis|achtung|example|beispiel|remarque|nota|to|cc|from|subject)\s*:$/.test(
      folded,
    )
  )
    return false;
  const neighbours = [context.previous, context.next].filter(
    (other) => other !== undefined && (/[:：]$/.test(other.text) || isMarkedLabel(other.text)),
  ).length;
  return (
    habits.labels >= 2 &&
    (neighbours > 0 || unit.emptyAfter >= 0) &&
    !(context.next?.bullet ?? false) &&
    context.next?.listLevel === undefined
  );
}
