/** Of one block of Slack's; it takes 3,000 characters. */
const MOST_BLOCK = 2800;
const MOST_BLOCKS = 20;

/** Text of others, so that nothing in it mentions anybody or becomes a link. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A link that is ours; its words may be of others. */
export const link = (url: string, words: string): string => `<${url}|${escaped(words).replaceAll('|', '¦')}>`;

/** Escaped pieces that a block takes, cut at line ends where that can be; what is too much is said to be left out. */
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
  for (const line of text.split(/(?<=\n)/)) {
    const whole = escaped(line);
    if (whole.length <= MOST_BLOCK) add(whole);
    else for (const character of line) add(escaped(character));
  }
  found.push(piece);
  const full = found.map((one) => one.trim()).filter((one) => one !== '');
  return full.length > MOST_BLOCKS ? [...full.slice(0, MOST_BLOCKS), '… The rest is in the console.'] : full;
}

export const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });

export const context = (text: string) => ({
  type: 'context',
  elements: [{ type: 'mrkdwn', text: text.slice(0, MOST_BLOCK), verbatim: true }],
});
