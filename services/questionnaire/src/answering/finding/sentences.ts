/** A stretch of a passage, by its place in the passage's text. */
export interface Span {
  start: number;
  end: number;
}

const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|incl|no|nos|inc|ltd|co|corp|mr|mrs|ms|dr|st|art|sec|fig|p|pp|v|resp|z\.b|bzw|ca|mag|prof|ing|dipl|sr|jr|univ|mme|nr|abs|tel)\.$/i;
/** "J. Smith" */
const INITIAL = /(?:^|\s)\p{Lu}\.$/u;

/** Cuts at the last space before `length` characters; a text without spaces is cut hard, never inside a surrogate pair. */
export function cutAtSpace(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.lastIndexOf(' ', length);
  if (space > length / 2) return text.slice(0, space);
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : length);
}

/** Sentences of a text; a line break always ends one. */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    let from = 0;
    for (const match of line.matchAll(/[.!?]["”’)*]*(?=\s)|[。！？]/g)) {
      const end = match.index + match[0].length;
      const before = line.slice(Math.max(0, match.index - 8), match.index + 1);
      if (match[0].startsWith('.') && (ABBREVIATION.test(before) || INITIAL.test(before))) continue;
      if (match[0].startsWith('.') && /^\s+[a-z]/.test(line.slice(end))) continue;
      push(spans, text, lineStart + from, lineStart + end);
      from = end;
    }
    push(spans, text, lineStart + from, lineStart + line.length);
    lineStart += line.length + 1;
  }
  return spans;
}

/** Independent statements of a sentence: parted by semicolons, by dots between items and by contrasting conjunctions. */
export function splitClauses(text: string, sentence: Span): Span[] {
  const spans: Span[] = [];
  let from = sentence.start;
  const body = text.slice(sentence.start, sentence.end);
  for (const match of body.matchAll(/;\s+|,\s+(?=(?:but|however|whereas|while)\b)|:\s+(?=\p{Ll})/gu)) {
    // Within brackets a semicolon parts items, not statements.
    const before = body.slice(from - sentence.start, match.index);
    if (count(before, '(') > count(before, ')')) continue;
    // A label is no statement of its own.
    if (match[0].startsWith(':') && !/\s(?:is|are|was|were|do|does|has|have|must|can|may|exists?)\s/.test(before))
      continue;
    push(spans, text, from, sentence.start + match.index);
    from = sentence.start + match.index + match[0].length;
  }
  push(spans, text, from, sentence.end);
  return spans;
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}

function push(spans: Span[], text: string, start: number, end: number): void {
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  if (/[\p{L}\p{N}]/u.test(text.slice(start, end))) spans.push({ start, end });
}
