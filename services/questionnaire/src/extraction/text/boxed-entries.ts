import type { ParagraphBlock } from '../../documents/model.js';
import { hasBox, isChoiceWord } from '../language/choices.js';
import { splitNumber } from '../language/numbering.js';
import type { TextUnit } from './units.js';

/** Signs in front of an entry of a list; a PDF shows those of unknown fonts as private characters. */
export const BULLET = /^\s*(?:[-–—•·▪■●○◉◦‣⁃*□❑❖➢➤►▶◆◇✓✔✅\ufffd\ue000-\uf8ff]|o(?=\t))[\s\u00a0]+/u;
/** A hollow shape, which is a bullet unless the reader knows it for a box. */
const HOLLOW = /^\s*[□▢◻○◯⬜❏❑❒]\s*/u;
const LEADING_BOX = /^(?:(?:\[\s{0,3}\]|[☐☑☒]|\[\s*[xX✓✔]\s*\])\s*){1,2}/u;
/** "Option B: …", "B) …", "Variante 2: …": one of several to choose from. */
const NAMED_OPTION =
  /^(?:option|variante?|opción|opcion|opção|opzione|optie|möglichkeit|alternative?|wariant|opcja|možnost|вариант|seçenek|choice|选项|選択肢|옵션)\s*[A-Z\d]{1,2}\s*(?:\([^()]{2,60}\)\s*)?[:：.)–-]/iu;

/** A line that is one box and the option behind it, however long and with whatever brackets. */
export function boxedEntry(whole: string, isBox: boolean): { option: string; ticked: boolean } | undefined {
  const bare = isBox && HOLLOW.test(whole) ? whole.replace(HOLLOW, '☐ ') : whole.replace(BULLET, '').trim();
  const box = LEADING_BOX.exec(bare);
  if (box === null) return undefined;
  const option = bare.slice(box[0].length).trim();
  // Brackets inside it are no end of it; behind a choice word a statement of its own may begin ("NA Video has captions.").
  const [first = '', ...rest] = option.split(/\s+/);
  const opens = isChoiceWord(first) && rest.length >= 3 && /^\p{Lu}/u.test(rest[0] ?? '');
  const single = NAMED_OPTION.test(option) || !(opens || /[?？؟]/u.test(option));
  return option !== '' && single && !hasBox(option) ? { option, ticked: /[☑☒xX✓✔]/u.test(box[0]) } : undefined;
}

/** "3. ☐ Staff are trained.": a number, one box and a statement to confirm; the number is that of the statement. */
export function countedBox(
  whole: string,
  { number, options, checked }: ParagraphBlock,
): Pick<TextUnit, 'number' | 'options' | 'checked'> | undefined {
  const split = splitNumber(whole);
  const own = number ?? (split.number === '' && COUNT.test(whole.trim()) ? whole.trim() : split.number);
  if (own === '') return undefined;
  const rest = number !== undefined ? whole : split.number === '' ? '' : split.rest;
  if (rest.trim() === '' && options?.length === 1) return { number: own, options, checked: checked ?? [] };
  const entry = boxedEntry(rest, false);
  if (entry === undefined) return undefined;
  return { number: own, options: [entry.option], checked: entry.ticked ? [entry.option] : [] };
}

/** "3.", "(3)", "3)" and nothing else. */
const COUNT = /^\(?\d{1,3}[.)]$/;

/** Whether a unit is one named option of several ("☐ Option A: …"). */
export function isNamedOption(unit: TextUnit): boolean {
  const [only = ''] = unit.options;
  return unit.text === '' && unit.options.length === 1 && NAMED_OPTION.test(only);
}
