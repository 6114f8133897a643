import type { ValidationModel, ValidationType, ValueBounds } from '../documents/model.js';
import { isChoiceWord } from './language/choices.js';
import { fold } from './language/words.js';
import type { AnswerType, ExtractedQuestion } from './result.js';

const MANY =
  /\b(?:all that apply|select all|check all|one or more|multiple|mehrfach|alle zutreffenden|toutes les r[eé]ponses|plusieurs|todas las que|varias|todas as|tutte le|alle die)\b/i;
const COUNT =
  /^[^\p{L}\p{N}]{0,3}(?:please )?(?:how many|number of|anzahl|wie viele|combien de|nombre de|cu[aá]nt[oa]s|n[uú]mero de|quant[oa]s|quant[ie]|hoeveel|estimate the (?:total )?number)\b/iu;
const DATE =
  /\b(?:date of|on which date|when (?:was|did)|datum (?:der|des|van)|date (?:de|du|d)|fecha (?:de|del)|data (?:de|da|do|di|del|dell|della))\b/i;

const REQUIRED =
  /\(\s*(?:\*\s*)?(?:required|mandatory|pflichtfeld|pflicht|obligatoire|obligatorio|obbligatorio|obrigat[oó]rio|verplicht)\s*\)/i;

/** What kind of answer is expected, from the options, the validation of the answer cell, and the words. */
export function answerTypeOf(text: string, options: readonly string[], validation?: ValidationType): AnswerType {
  if (options.length >= 2) {
    if (isYesNo(options)) return 'boolean';
    return MANY.test(text.length > 600 ? text.slice(0, 600) : text) ? 'multi_choice' : 'choice';
  }
  if (validation === 'whole' || validation === 'decimal') return 'number';
  if (validation === 'date') return 'date';
  if (COUNT.test(text)) return 'number';
  if (text.length <= 60 && DATE.test(text)) return 'date';
  return 'text';
}

/**
 * Whether the cell of the answer takes points that nobody asks for as a number, with a column of words beside it: whoever
 * answers writes words, and they go there.
 */
export function isAnsweredInWordsBeside({
  answerType,
  commentLocation,
  answerBounds,
  text,
}: Pick<ExtractedQuestion, 'answerType' | 'commentLocation' | 'text'> & {
  answerBounds?: ValueBounds | undefined;
}): boolean {
  const points = answerType === 'number' && answerBounds === undefined && commentLocation !== null;
  return points && answerTypeOf(text, []) !== 'number';
}

/** The bounds that the answer's cell states, as a part of the question; nothing when it states none. */
export function boundsOf(validation: ValidationModel | undefined): Pick<ExtractedQuestion, 'answerBounds'> {
  const { bounds, type } = validation ?? {};
  return bounds === undefined || type === undefined ? {} : { answerBounds: { ...bounds, of: type } };
}

const YES = new Set(['yes', 'y', 'ja', 'j', 'oui', 'si', 'sim', 'tak', 'да', 'はい', '是', '예', 'evet', 'ya', 'true']);
const NO = new Set([
  'no',
  'n',
  'nein',
  'non',
  'nao',
  'nee',
  'nie',
  'нет',
  'いいえ',
  '否',
  '아니오',
  'hayir',
  'tidak',
  'false',
]);

/** Exactly yes and no, in any language we know; a third choice ("N/A") makes it a choice. */
function isYesNo(options: readonly string[]): boolean {
  if (options.length !== 2 || !options.every(isChoiceWord)) return false;
  const plain = options.map((option) => fold(option.trim()));
  return plain.some((option) => YES.has(option)) && plain.some((option) => NO.has(option));
}

/** "*" at the end, or "(required)" in the text. */
export function isRequiredText(text: string): boolean {
  const end = text.slice(-120);
  if (/\*\s*$/.test(end)) return true;
  return REQUIRED.test(text.length > 400 ? text.slice(0, 200) + end : text);
}
