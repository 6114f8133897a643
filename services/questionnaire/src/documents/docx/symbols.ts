/** Boxes and ticks of the symbol fonts; other symbols are ornaments and give no text. */
const SYMBOLS: Record<string, Record<number, string>> = {
  wingdings: { 0x6f: '☐', 0x71: '☐', 0x72: '☐', 0xa8: '☐', 0xfd: '☒', 0xfe: '☑', 0x78: '☒', 0xfc: '✓', 0xfb: '✗' },
  'wingdings 2': { 0x2a: '☐', 0xa3: '☐', 0x30: '☐', 0x52: '☑', 0x53: '☒', 0x54: '☒', 0x50: '✓', 0x4f: '✗' },
  symbol: { 0xb7: '•', 0xa3: '≤', 0xb3: '≥', 0xb1: '±', 0xae: '→', 0x61: 'α', 0x62: 'β', 0x6d: 'μ' },
};

/** Text of a `w:sym`: a character code of a symbol font, often moved to the private use area (0xF0xx). */
export function symbolText(font: string, code: string): string {
  const number = parseInt(code, 16) & 0xff;
  return SYMBOLS[font.toLowerCase()]?.[number] ?? '';
}

const PRIVATE_USE = /[\uf000-\uf0ff]/g;

/** Text of a run as its font shows it: symbol fonts draw boxes for private characters, and for plain letters too. */
export function runText(text: string, font: string | undefined): string {
  const symbolFont = font !== undefined && /^wingdings/i.test(font);
  const shown = (character: string): string =>
    character.trim() === '' ? character : symbolText(font ?? '', codeOf(character));
  if (symbolFont) return Array.from(text, shown).join('');
  return text.replace(PRIVATE_USE, (character) => symbolText('Wingdings', codeOf(character)));
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
