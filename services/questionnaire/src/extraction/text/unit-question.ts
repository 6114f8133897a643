import { answerTypeOf, isRequiredText } from '../question-form.js';
import type { ExtractedQuestion, QuestionPlace } from '../result.js';
import { keyOf, placeOf, writingPlaceOf } from './places.js';
import type { TextUnit } from './units.js';

/** Where a question stands among others, and where it is answered if its own lines leave no place. */
export interface UnitPosition {
  section: string;
  stem: string;
  /** Its position among the questions of one line, from 0. */
  at: number;
  otherPlace: QuestionPlace | undefined;
}

/** The question that a unit of running text, or one sentence of it, asks. */
export function unitQuestion(
  unit: TextUnit,
  text: string,
  { section, stem, at, otherPlace }: UnitPosition,
): ExtractedQuestion {
  const part = unit.part + at;
  return {
    key: keyOf(unit.blocks[0]!) + (part > 0 ? `#${part + 1}` : ''),
    ordinal: 0,
    section,
    number: at === 0 ? unit.number : '',
    text: text.endsWith('*') ? text.slice(0, -1).trim() : text,
    stem,
    location: placeOf(unit.blocks[0]!),
    answerLocation: ownPlace(unit) ?? otherPlace ?? null,
    commentLocation: null,
    answerType: answerTypeOf(text, unit.options),
    options: unit.options,
    optionLocations: [],
    isRequired: isRequiredText(text),
    existingAnswer: unit.given === '' ? unit.checked.join(', ') : unit.given,
    hidden: false,
  };
}

function ownPlace(unit: TextUnit): QuestionPlace | undefined {
  if (unit.emptyAfter >= 0 && unit.given === '') return { paragraph: unit.emptyAfter + 1 };
  return unit.blank || unit.given !== '' || unit.options.length > 0 ? writingPlaceOf(unit.blocks.at(-1)!) : undefined;
}
