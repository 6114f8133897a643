const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Writes a list number in one of the formats of ST_NumberFormat; rare ones are shown as decimals. */
export function formatNumber(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(number);
    case 'upperLetter':
      return letters(number).toUpperCase();
    case 'lowerRoman':
      return roman(number);
    case 'upperRoman':
      return roman(number).toUpperCase();
    case 'decimalZero':
      return String(number).padStart(2, '0');
    case 'none':
    case 'bullet':
      return '';
    default:
      return String(number);
  }
}

/** 1 → "a", 26 → "z", 27 → "aa", 28 → "bb": Word repeats the letter. */
function letters(number: number): string {
  if (number < 1 || number > 26 * 40) return String(number);
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.floor((number - 1) / 26) + 1);
}

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let left = number;
  let text = '';
  for (const [value, digits] of ROMAN) {
    for (; left >= value; left -= value) text += digits;
  }
  return text;
}
