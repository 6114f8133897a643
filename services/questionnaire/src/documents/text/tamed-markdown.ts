/** Quotes and lists that one line may open in each other; deeper ones are no document. */
const DEEPEST = 50;
/** Marks of formatting in one block: what parses them takes time by their square, for so many about a second. */
const MOST_MARKS = 6_000;
const MARK = /[*_`[\]<~&\\]/g;
const OPENING = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;

/**
 * The same Markdown without what would be parsed for minutes. A line keeps the first 50 quotes and lists that it opens. The
 * lines of a block with too many marks become blocks of their own, and one with too many of its own loses them. Its text stays.
 */
export function tamedMarkdown(markdown: string): string {
  return markdown
    .split(/(\n[ \t\r]*\n)/)
    .map((block, i) => (i % 2 === 1 ? block : tamedBlock(block)))
    .join('');
}

function tamedBlock(block: string): string {
  const lines = block.split('\n').map(shallow);
  if (marksOf(block) <= MOST_MARKS) return lines.join('\n');
  return lines.map((line) => (marksOf(line) > MOST_MARKS ? line.replace(MARK, '') : line)).join('\n\n');
}

const marksOf = (text: string): number => text.match(MARK)?.length ?? 0;

function shallow(line: string): string {
  let opened = 0;
  let kept = 0;
  let end = 0;
  for (OPENING.lastIndex = 0; OPENING.test(line); end = OPENING.lastIndex) {
    if (++opened === DEEPEST) kept = OPENING.lastIndex;
  }
  return opened > DEEPEST ? `${line.slice(0, kept)} ${line.slice(end)}` : line;
}
