const SHORT_LINES = 45;
const LABEL = /^[\p{Lu}\d][^:.]{1,40}:\s+\S/u;
const ITEM = /^\s*(?:[-*•–·▪◦]\s+|\(?\d{1,3}[.)]\s+|[a-z][.)]\s+)/;

/**
 * Puts hard-wrapped lines together again: a line that was broken because the next word did not fit goes on, one that was
 * broken for its meaning (an item, "label: value", a short line) stays apart.
 */
export function joinWrappedLines(lines: readonly string[]): string[] {
  const longest = Math.max(0, ...lines.map((l) => l.length));
  const joined: string[] = [];
  let previous = '';
  for (const raw of lines) {
    const line = raw.trim();
    if (line === '') {
      previous = '';
      continue;
    }
    if (previous !== '' && joined.length > 0 && isWrapped(previous, line, longest))
      joined[joined.length - 1] = joined.at(-1)! + glue(joined.at(-1)!) + line;
    else joined.push(line);
    previous = line;
  }
  return joined;
}

function isWrapped(line: string, next: string, longest: number): boolean {
  if (ITEM.test(next) || (LABEL.test(line) && LABEL.test(next))) return false;
  if (/^\p{Ll}/u.test(next) && !/[.!?:]$/.test(line)) return true;
  if (longest < SHORT_LINES) return false;
  const word = /^\S+/.exec(next)?.[0].length ?? 0;
  return line.length + word + 1 >= longest * 0.85;
}

/** "multi-" + "factor" is one word; other lines are parted by a space. */
function glue(line: string): string {
  return /\p{L}-$/u.test(line) ? '' : ' ';
}

/** Whether a line of unformatted text is a heading: short, standing alone, not a sentence. */
export function looksLikeHeading(line: string, alone: boolean): boolean {
  const text = line.trim();
  if (
    text.length > 80 ||
    text.length < 3 ||
    /[.;,!?:]$/.test(text) ||
    ITEM.test(text.replace(/^\d+(?:\.\d+)*\.?\s/, ''))
  )
    return false;
  if (/^\d+(?:\.\d+)*\.?\s+\p{Lu}/u.test(text) && alone) return true;
  return alone && /^[\p{Lu}\d§]/u.test(text) && !LABEL.test(text) && text.split(/\s+/).length <= 10;
}
