const LINE_TO_FILL = /(?:_{3,}|\.{5,}|…{2,}|‗{3,}|(?:_\s){3,})/u;
/** "(e.g. 001)", "(DD/MM/YYYY)", "kg", "% of staff": what stands behind a blank and says how to fill it. */
const BEHIND_BLANK =
  /^(?:[(（][^()（）]*[)）]|[%‰€$£°]\s*(?:\p{L}+(?:\s\p{L}+){0,2}\s?)?|\p{Ll}[\p{L}/²³]*(?:\s\p{Ll}+){0,2}|mm\s?Hg)[.,;]?$/u;

/** Whether a text holds a line of underscores or dots to write on. */
export const hasLineToFill = (text: string): boolean => LINE_TO_FILL.test(text);

/** The labels of the blanks of a text ("Name: ____ Date: ____"), without what only says how a blank is filled. */
export function labelsOfBlanks(text: string): string[] {
  return text
    .split(LINE_TO_FILL)
    .map((piece) => piece.trim())
    .filter((piece, i) => /\p{L}/u.test(piece) && (i === 0 || !BEHIND_BLANK.test(piece)));
}
