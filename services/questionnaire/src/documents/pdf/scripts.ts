/** Chinese and Japanese, with their punctuation: written without blanks. Korean has blanks. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3001-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\u30fc';
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}]$`, 'u');
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const BLANKS_BETWEEN = new RegExp(`(?<=[${UNSPACED}]) +(?=[${UNSPACED}])`, 'gu');

/** Whether text of two pieces or lines belongs together without a blank. */
export const joinsUnspaced = (above: string, below: string): boolean =>
  ENDS_UNSPACED.test(above) && STARTS_UNSPACED.test(below);

export const startsUnspaced = (text: string): boolean => STARTS_UNSPACED.test(text);

/** Text without the blanks that setting Chinese or Japanese wide puts between its signs. */
export const withoutBlanks = (text: string): string => text.replace(BLANKS_BETWEEN, '');

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\ufb1d-\ufdff\ufe70-\ufefc]/u;
const LEFT_TO_RIGHT = /[\p{L}\p{N}]/u;
const PRESENTATION_FORMS = /[\ufb1d-\ufdfb\ufe70-\ufefc]+/gu;

/** Whether more letters of the text run from right to left than from left to right. */
export function runsLeftwards(text: string): boolean {
  let balance = 0;
  for (const sign of text) if (/\p{L}/u.test(sign)) balance += RIGHT_TO_LEFT.test(sign) ? 1 : -1;
  return balance > 0;
}

/** Letters as they are typed in place of the forms in which fonts hold them (isolated, initial, ligatures). */
export const withoutForms = (text: string): string =>
  text.replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'));

/**
 * Pieces of a line that runs from right to left, given from the left, in the order of reading: from the right, but numbers and
 * words of other scripts among them, with what stands between two of these, from the left.
 */
export function fromTheRight<T extends { text: string }>(pieces: readonly T[]): T[] {
  const leftwards = (piece: T | undefined): boolean =>
    piece === undefined || RIGHT_TO_LEFT.test(piece.text) || !LEFT_TO_RIGHT.test(piece.text);
  const ordered: T[] = [];
  let run: T[] = [];
  [...pieces].reverse().forEach((piece) => {
    const isSign = !RIGHT_TO_LEFT.test(piece.text) && !LEFT_TO_RIGHT.test(piece.text);
    if (!leftwards(piece) || (isSign && run.length > 0)) run.push(piece);
    else {
      ordered.push(...turned(run, leftwards), piece);
      run = [];
    }
  });
  return [...ordered, ...turned(run, leftwards)];
}

/** A run of numbers and words from the left; signs at its end belong to the line around it. */
function turned<T>(run: readonly T[], leftwards: (piece: T) => boolean): T[] {
  const end = run.findLastIndex((piece) => !leftwards(piece)) + 1;
  return [...run.slice(0, end).reverse(), ...run.slice(end)];
}
