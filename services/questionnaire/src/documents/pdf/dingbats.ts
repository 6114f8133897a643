/** Fonts whose letters are signs: they are told by their names only. */
const SIGN_FONT = /wingdings|dingbats|webdings/i;
/** Signs that are boxes to tick in those fonts, by the letters behind them. */
const EMPTY = new Set([
  'm',
  'o',
  'p',
  'q',
  'r',
  '\u00a1',
  '\u00a8',
  '\uf06d',
  '\uf06f',
  '\uf070',
  '\uf071',
  '\uf072',
  '\uf0a1',
  '\uf0a8',
]);
const TICKED = new Set(['x', '\u00fd', '\u00fe', 'R', 'T', '\uf078', '\uf0fd', '\uf0fe', '\uf052', '\uf054']);

/** The box that a letter of a sign font shows ("m" of Wingdings is a circle); any other text stays as it is. */
export function boxOfSign(text: string, font: string): string {
  const sign = text.trim();
  if (sign.length !== 1 || !SIGN_FONT.test(font)) return text;
  if (EMPTY.has(sign)) return '☐';
  return TICKED.has(sign) ? '☒' : text;
}
