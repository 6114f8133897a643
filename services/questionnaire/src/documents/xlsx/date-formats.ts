/** Pieces of a format: quoted or escaped texts, sections in brackets, words of the format language, single signs. */
const PIECE = /"[^"]*"?|[\\_*].?|\[[^\]]*\]?|General|AM\/PM|A\/P|上午\/下午|\.0+|[ymdhseb]+|g+|[\s\S]/giu;
/** Signs that stand for themselves in a date, and those that part or shape its sections. */
const PLAIN = /^[\s\-/:,;@0-9#?%()+]$/;
const KEPT = /^(?:"|\[|[\\_*]|General$|AM\/PM$|A\/P$|上午\/下午$|\.0|[ymdhseb]+$)/iu;

/**
 * A date format as every formatter takes it: signs that Excel lets stand unescaped ("dd.mm.yyyy", "yyyy年m月d日",
 * "yyyy-mm-ddThh:mm") are escaped, and the sign of a Japanese era, whose year is given as that of the calendar, is left out.
 */
export function plainDateFormat(code: string): string {
  return code.replace(PIECE, (piece) => {
    if (/^g+$/i.test(piece)) return '';
    return KEPT.test(piece) || PLAIN.test(piece) ? piece : `\\${piece}`;
  });
}

/** What a date is shown as when its own format cannot be rendered: never as the number of its day. */
export const fallbackDateFormat = (value: number): string =>
  Number.isInteger(value) ? 'yyyy-mm-dd' : value < 1 ? 'hh:mm' : 'yyyy-mm-dd hh:mm';
