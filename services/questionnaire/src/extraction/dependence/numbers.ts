/** What may be the number of a question, with its place. */
const NUMBERS = /(?<![\p{L}\p{N}.])(?:\p{L}{1,6}[-. ]?){0,3}\d{1,4}(?:[.-]\d{1,4}){0,4}(?:\.?[a-z])?(?![\p{L}\p{N}])/gu;

/** What may be numbers in a text; words before one may belong to it: "question GV 4" is question GV 4, GV 4 or 4. */
export function numbersIn(text: string): { written: string; index: number }[] {
  return [...text.matchAll(NUMBERS)].flatMap(({ 0: written, index }) => {
    const blanks = [...written.matchAll(/ /g)].map((blank) => blank.index + 1);
    const starts = new Set([0, ...blanks, Math.max(0, written.search(/\d/u))]);
    return [...starts].map((start) => ({ written: written.slice(start), index: index + start }));
  });
}
