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
