import { isChoiceWord } from '../extraction/language/choices.js';
import { fold } from '@candor/runtime/text';

const plain = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Words for one and the same choice, in the languages in which customers label their columns. */
const SAME_CHOICE = [
  ['yes', 'y', 'ja', 'j', 'oui', 'si', 'sim', 'tak', 'да', 'はい', '是', '예', 'evet', 'true'],
  ['no', 'n', 'nein', 'non', 'nao', 'nee', 'nie', 'нет', 'いいえ', '否', '아니오', 'hayir', 'false'],
  [
    ...['n a', 'na', 'not applicable', 'nicht zutreffend', 'n z', 'entfallt', 'sans objet', 's o', 'non applicable'],
    ...['no aplica', 'no aplicable', 'nao aplicavel', 'nao se aplica', 'n d', 'non applicabile', 'niet van toepassing'],
    ...['nvt', 'n v t', 'nie dotyczy', 'ej tillampligt', 'ikke relevant', 'не применимо', '該当なし', '不适用'],
  ],
];

/**
 * The option that an answer names: the same text in another typography, the same choice in another language, or an answer
 * that goes on after its choice word ("Yes, since 2019"). Undefined when none does, or more than one.
 */
export function matchingOption(answer: string, options: readonly string[]): string | undefined {
  const wanted = plain(answer);
  if (wanted === '') return undefined;
  const same = options.filter((option) => plain(option) === wanted);
  if (same.length > 0) return same[0];
  const meaning = SAME_CHOICE.find((words) => words.includes(wanted));
  const synonyms = meaning === undefined ? [] : options.filter((option) => meaning.includes(plain(option)));
  if (synonyms.length === 1) return synonyms[0];
  const [first = ''] = answer.split(/[,.;:–—\n]|\s-\s/u);
  return first.trim() !== answer.trim() && isChoiceWord(first) ? matchingOption(first, options) : undefined;
}

/**
 * The options that a multiple-choice answer names, in the order of the options. Options may hold commas themselves, so
 * the longest ones are taken out of the text first. Undefined when something else is left.
 */
export function matchingOptions(answer: string, options: readonly string[]): string[] | undefined {
  const single = matchingOption(answer, options);
  if (single !== undefined && plain(single) === plain(answer)) return [single];
  const lines = answer
    .split(/[\n;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const byLine = lines.map((line) => options.find((option) => plain(option) === plain(line)));
  if (lines.length > 1 && byLine.every((option) => option !== undefined))
    return options.filter((option) => byLine.includes(option));
  let rest = ` ${plain(answer)} `;
  const found = new Set<string>();
  for (const option of [...options].sort((a, b) => b.length - a.length)) {
    const words = plain(option);
    if (words === '' || !rest.includes(` ${words} `)) continue;
    rest = rest.replace(` ${words} `, ' ');
    found.add(option);
  }
  if (found.size === 0) return undefined;
  return /^[\s]*(?:(?:and|und|et|y|e|en|i) ?)*$/u.test(rest)
    ? options.filter((option) => found.has(option))
    : undefined;
}

/** Signs by which people tick a cell. */
const MARK = /^(?:[xX✓✔☑☒✗✘●■•*1]|ok|OK|TRUE|true|True|WAHR|VRAI|[yY]|[jJ])$/u;

/** A drawn box with its tick set or taken away; undefined when the text is none. */
export function boxSign(before: string, ticked: boolean): string | undefined {
  const text = before.trim();
  if (/^[\u2610-\u2612]$/u.test(text)) return ticked ? '\u2612' : '\u2610';
  return /^\[\s*(?:[xX]\s*)?\]$/.test(text) ? (ticked ? '[X]' : '[ ]') : undefined;
}

const BOXED_WORDS = /^([\u2610-\u2612\u25a1\u25a2\u274f\u2751\u2b1c\uf0a8\uf0fe])(\s*\p{L}.*)$/su;

/** The text of a cell of one box and its words ("☐ Weekly") with the box ticked or not; undefined where there is no such box. */
export function boxedWordsAs(before: string, ticked: boolean): string | undefined {
  const [, box, words] = BOXED_WORDS.exec(before.trim()) ?? [];
  if (box === undefined || words === undefined) return undefined;
  const isTicked = /[\u2611\u2612\uf0fe]/u.test(box);
  if (isTicked === ticked) return before;
  const [empty, full] = box >= '\uf000' ? ['\uf0a8', '\uf0fe'] : ['\u2610', '\u2612'];
  return `${ticked ? full : empty}${words}`;
}

/** Whether a cell's text is a tick. */
export const isMark = (text: string): boolean => MARK.test(text.trim());

/** The tick that a customer uses: the commonest of those that stand there, else one that the cells' drop-down offers, else "X". */
export function customersMark(existing: Iterable<string>, offered: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of existing) if (isMark(text)) counts.set(text.trim(), (counts.get(text.trim()) ?? 0) + 1);
  const [commonest] = [...counts].sort((a, b) => b[1] - a[1]);
  return commonest?.[0] ?? offered.find(isMark) ?? 'X';
}

/** The text as one line of XML or a file wants it: line ends "\n", no trailing space at the end. */
export const normalText = (text: string): string => text.replace(/\r\n?/g, '\n').trimEnd();

/** A number as a file may hold it: up to 15 digits, no grouping. */
export const isPlainNumber = (text: string): boolean =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text) && text.replace(/\D/g, '').length <= 15;

/** The text, cut at the most characters that a place takes; a sign of two code units is never cut through. */
export function cutTo(text: string, most: number | undefined): string {
  if (most === undefined || text.length <= most) return text;
  return text.slice(0, most).replace(/[\ud800-\udbff]$/u, '');
}
