/** Stands for a citation mark that was a node of its own. Private use: no text has it. */
export const CITED = '\uE000';
/** Around inline code, whose brackets and spaces are its own. */
const CODE = /\uE001[^\uE001\uE002]*\uE002/g;
export const guard = (code: string): string => `\uE001${code}\uE002`;

const NUMBERS = String.raw`[1-9]\d{0,2}(?: ?[,;–-] ?\^?\d{1,3}){0,20}`;
const MARK = `(?:${[
  CITED,
  // [^note], [1], [2-4, 7], [1, p. 3], [1†source], 【4:0†policy.pdf】
  String.raw`\[\^[^\]\s]{1,40}\]`,
  String.raw`\[ ?${NUMBERS}(?:, (?:pp?\.|pages?) ?\d{1,4}(?: ?[–-] ?\d{1,4})?)? ?\]`,
  String.raw`\[\d{1,3}(?::\d{1,3})?†[^\]\n]{0,120}\]`,
  String.raw`【[^】]{0,120}】`,
  // [doc1], [source 2], [citation:3], [Source: policy.pdf]
  String.raw`\[(?:cite|citation|source|ref|doc)s?[: ]? ?\d{1,3}\]`,
  String.raw`\[sources?: [^\]\n]{1,120}\]`,
].join('|')})`;
const SERIES = `${MARK}(?:(?: ?[,;])? ?${MARK}){0,100}`;
const MARKS = new RegExp(` ?${SERIES}`, 'gi');
const MARKS_AND_GAP = new RegExp(`(?:^|(?<=\\n))${SERIES}[ \\t]?| ?${SERIES}(?: (?=[.,;:!?](?:\\s|$)))?`, 'gi');
/** ([1], [2]), (see [1]), [[1]] */
const BRACKETED = new RegExp(
  String.raw`\( ?(?:(?:see|cf\.?|sources?|refs?\.?|references?):? )?${SERIES} ?\)|\[ ?${SERIES} ?\]`,
  'gi',
);
const ONLY_MARK = new RegExp(String.raw`^\s?\[?\^?${NUMBERS}\]?\s?$|^${MARK}$`, 'i');

/** Whether the text of a link or of something emphasized is nothing but a citation mark. */
export const isCitation = (text: string): boolean => ONLY_MARK.test(text);

/** Text without citation marks, single spaces, and none before punctuation; code in it (see `guard`) stays as it is. */
export function prose(text: string): string {
  const codes: string[] = [];
  return (
    text
      .replace(CODE, (code) => `\uE001${codes.push(code.slice(1, -1)) - 1}\uE002`)
      .replace(/[ \t\u00A0\u202F]+/g, ' ')
      .replace(BRACKETED, CITED)
      .replace(MARKS, '')
      // What begins a word may be its own: ".NET", ":smile:", "!important".
      .replace(/ ([,;]+|[.,;:!?…]+(?=\s|$))/g, '$1')
      .replace(/\uE001(\d+)\uE002/g, (_, index: string) => codes[Number(index)] ?? '')
  );
}

/** Text without citation marks; all else, and code in it (see `guard`), stays as it is. */
export function withoutCitations(text: string): string {
  const codes: string[] = [];
  return text
    .replace(CODE, (code) => `\uE001${codes.push(code.slice(1, -1)) - 1}\uE002`)
    .replace(BRACKETED, CITED)
    .replace(MARKS_AND_GAP, '')
    .replace(/\uE001(\d+)\uE002/g, (_, index: string) => codes[Number(index)] ?? '');
}

/** Footnotes' texts: from `[^1]:` to the end of its line, the lines below that are indented, and its further paragraphs. */
export function withoutFootnotes(source: string): string {
  if (!source.includes('[^')) return source;
  let inside = false;
  const kept: string[] = [];
  for (const line of source.split('\n')) {
    if (/^ {0,3}\[\^[^\]\s]{1,40}\]:/.test(line)) inside = true;
    else if (inside && line.trim() === '') kept.push('');
    else if (inside && !/^(?: {2,}|\t)/.test(line)) inside = false;
    if (!inside) kept.push(line);
  }
  return kept.join('\n');
}

/** Marks that models put between characters of private use: those of a citation, whatever they name. */
export const withoutModelMarks = (source: string): string => source.replace(/\uE200[^\uE201]{0,500}\uE201/g, '');
