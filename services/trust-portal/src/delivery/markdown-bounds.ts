/** Marks of formatting in one block, squared and added up over all blocks, that are read in a quarter of a second. */
const MOST_SQUARES = 9_000_000;
/** Lines, blank ones too: each costs a tenth of a millisecond, and more when there are many. */
const MOST_LINES = 2_000;
/** Without a blank one between them. */
const MOST_LINES_TOGETHER = 800;
/** Quotations and lists in each other. */
const DEEPEST = 50;

/** What keeps a markdown text from being rendered in a moment: reading it takes time by the square of its marks. */
export type MarkdownMistake = 'too_many_marks' | 'too_many_lines' | 'too_deep';

/** What to do about it, of the text of a field. */
export function markdownRefusal(field: string, mistake: MarkdownMistake): string {
  const words: Record<MarkdownMistake, string> = {
    too_many_marks: 'has too many marks of formatting in one paragraph. Split it by blank lines, or take some out.',
    too_many_lines: 'has more than 2000 lines, or more than 800 without a blank one. Part or shorten it.',
    too_deep: 'has quotations or lists too deep in each other. Take some levels out.',
  };
  return `${field} ${words[mistake]}`;
}

/** Why a text cannot be rendered; undefined when it can. Linear in its length. */
export function markdownMistake(markdown: string): MarkdownMistake | undefined {
  let squares = 0;
  let marks = 0;
  let together = 0;
  const lines = markdown.split(/\r\n|\r|\n/);
  if (lines.length > MOST_LINES) return 'too_many_lines';
  for (const line of lines) {
    if (++together > MOST_LINES_TOGETHER) return 'too_many_lines';
    if (depthOf(line) > DEEPEST) return 'too_deep';
    if (line.trim() === '') {
      squares += marks ** 2;
      marks = 0;
      together = 0;
    } else marks += line.match(/[*_`[\]<~&\\]/g)?.length ?? 0;
  }
  return squares + marks ** 2 > MOST_SQUARES ? 'too_many_marks' : undefined;
}

/** How many quotations and lists a line opens or stands in. */
function depthOf(line: string): number {
  const opening = /^(?:[\s>*+-]|\d{1,9}[.)])*/.exec(line)?.[0] ?? '';
  const opened = opening.match(/>|[*+-](?=\s)|[.)]/g)?.length ?? 0;
  // An item's content is indented by two characters at least; a tab counts for four.
  const indent = /^\s*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
  return line.trim() === '' ? 0 : opened + indent / 2;
}
