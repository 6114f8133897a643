import type { ShapeCache } from '../language/text-shape.js';
import type { ExtractedQuestion } from '../result.js';
import type { TextUnit } from './units.js';

/** Lists that a document has at least, when counting from one anew under each question is its habit. */
const FEWEST = 3;
const FIRST = /^\(?1[.)]?$/;
const COUNTED = /^\(?\d{1,2}[.)]?$/;

/**
 * Whether a document counts what is to be chosen: under several questions without a number of their own stand entries that begin at one
 * again ("State your education:", "1. Primary", "2. Secondary").
 */
export function countsOptions(units: readonly TextUnit[], shapes: ShapeCache): boolean {
  let lists = 0;
  units.forEach((unit, i) => {
    const next = units[i + 1];
    if (next === undefined || unit.number !== '' || unit.bullet || !FIRST.test(next.number)) return;
    const { manner, endsWithMark, endsWithColon } = shapes.of(unit.text);
    const asks = (manner === 'question' && endsWithMark) || (manner === 'request' && endsWithColon);
    if (asks && ['phrase', 'other', 'statement'].includes(shapes.of(next.text).manner)) lists++;
  });
  return lists >= FEWEST;
}

/** Whether a unit has a plain number in front. */
export const isCounted = ({ number }: TextUnit): boolean => COUNTED.test(number);

/** Whether a unit stands one level below the open question, or is counted under it where the document does so. */
export function standsBelow(
  unit: TextUnit,
  question: ExtractedQuestion | undefined,
  level: number,
  counted: boolean,
): boolean {
  if (question === undefined) return false;
  if ((unit.listLevel ?? 0) > level && /[?？؟]\s*$/.test(question.text)) return true;
  return counted && question.number === '' && isCounted(unit) && /[?？؟:：]\s*$/.test(question.text);
}
