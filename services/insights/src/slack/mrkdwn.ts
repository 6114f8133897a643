/** Of one block of Slack's; it takes 3,000 characters. */
export const MOST_BLOCK = 2800;
/** Of an answer; a message takes 50 blocks, and sources and buttons follow. */
const MOST_BLOCKS = 20;
/** What looks like one sign and is longer is taken apart: signs can be stacked without end. */
const LONGEST_SIGN = 64;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What people see as one sign each, emoji of several parts too. */
function* signsOf(text: string): Generator<string> {
  for (const { segment } of graphemes.segment(text))
    if (segment.length <= LONGEST_SIGN) yield segment;
    else yield* segment;
}

/** The parts of a text with Slack's marks that must stay whole: links, escaped signs, signs. */
function* partsOf(marked: string): Generator<string> {
  for (const [part] of marked.matchAll(/<[^<>]*>|&(?:amp|lt|gt);|[^<&]+|[<&]/g))
    if (part.startsWith('<') || part.startsWith('&')) yield part;
    else yield* signsOf(part);
}

/** As many whole parts as fit, with "…" where some are left out. */
function fitting(text: string, parts: Iterable<string>, most: number): string {
  if (text.length <= most) return text;
  let taken = '';
  for (const part of parts) {
    if (taken.length + part.length > most - 1) break;
    taken += part;
  }
  return `${taken.trimEnd()}…`;
}

/** A text with Slack's marks in at most so many UTF-16 units; no link, escape or emoji is cut through. */
export const cut = (marked: string, most: number): string => fitting(marked, partsOf(marked), most);

/** The same of plain text, which is not escaped yet. */
export const shortened = (plain: string, most: number): string => fitting(plain, signsOf(plain), most);

/** Text of others, so that nothing in it mentions anybody or becomes a link. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A link that is ours; its words may be of others. */
export const link = (url: string, words: string): string =>
  `<${escaped(url).replaceAll('|', '%7C')}|${escaped(words).replaceAll('|', '¦')}>`;

/**
 * Escaped pieces that a block takes, cut at line ends, else between words, else between signs; what is too much is said to be
 * left out.
 */
export function pieces(text: string): string[] {
  const found: string[] = [];
  let piece = '';
  const add = (part: string): void => {
    if (piece.length + part.length > MOST_BLOCK) {
      found.push(piece);
      piece = '';
    }
    piece += part;
  };
  const addIn = (part: string, smaller: ((part: string) => Iterable<string>)[]): void => {
    const [first, ...others] = smaller;
    const whole = escaped(part);
    if (whole.length <= MOST_BLOCK || first === undefined) add(whole);
    else for (const one of first(part)) addIn(one, others);
  };
  for (const line of text.split(/(?<=\n)/)) addIn(line, [(one) => one.split(/(?<=\s)/), signsOf]);
  found.push(piece);
  const full = found.map((one) => one.trim()).filter((one) => one !== '');
  return full.length > MOST_BLOCKS ? [...full.slice(0, MOST_BLOCKS), '… The rest is in the console.'] : full;
}

export const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: cut(text, MOST_BLOCK), verbatim: true },
});

export const context = (text: string) => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text: cut(text, MOST_BLOCK), verbatim: true }],
});
