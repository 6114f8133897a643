/** Check boxes that a text shows, and what they belong to. */
export interface CheckBoxes {
  /** What stands before the boxes: the question, when one line holds both. */
  before: string;
  options: string[];
  checked: string[];
}

const EMPTY_BOX =
  '[☐□❏❑▢◻○◯⬜]|\\[[ \\u00a0\\t]+\\]|(?<!\\S)(?<!^\\d{1,3} )\\[\\](?=\\s*\\p{L})|(?<!\\S)\\([ \\u00a0\\t]*\\)(?=\\s*\\p{L})';
const TICKED_BOX = '[◉●■⬛✔✓✅](?=\\s|$)|[☑☒]|\\[[xX✓✔]\\]|\\([xX]\\)(?=\\s*\\p{L})';
const BOX = new RegExp(`(${TICKED_BOX})|(?:${EMPTY_BOX})`, 'gu');
/** Signs that are bullets unless an empty box of their kind stands beside them. */
const PARTNERS: Record<string, RegExp> = {
  '●': /[○◯]/u,
  '◉': /[○◯]/u,
  '■': /[□▢◻⬜❏❑]/u,
  '⬛': /[□▢◻⬜❏❑]/u,
  '✔': /[☐□❏❑▢◻○◯⬜]/u,
  '✓': /[☐□❏❑▢◻○◯⬜]/u,
  '✅': /[☐□❏❑▢◻○◯⬜]/u,
};
/** A shape that is no ballot box, in front of a question: its bullet. */
const BULLET_OF_QUESTION = /(?:^|\n)[^\S\n]*[□❏❑▢◻○◯⬜][^\n□❏❑▢◻○◯⬜]*[?？؟]\s*(?:$|\n)/u;
/** Labels are short; a box before a longer text is a bullet, not an option. */
const LONGEST_LABEL = 80;

/**
 * Finds check boxes drawn as characters ("☐ Yes ☒ No", "[ ] Yes", "Yes ☐ No ☐") and their labels, which stand after the
 * boxes, or before them when the last box ends the line. Undefined when there are none or their labels are no labels, and
 * when they are bullets: `near` is the text of the lines beside this one, which show whether its sign is one of several.
 */
export function findCheckBoxes(text: string, near = ''): CheckBoxes | undefined {
  const around = `${text}\n${near}`;
  const boxes = [...text.matchAll(BOX)].filter(([sign]) => PARTNERS[sign]?.test(around) ?? true);
  if (boxes.length === 0 || BULLET_OF_QUESTION.test(text)) return undefined;
  const pieces: string[] = [];
  let at = 0;
  for (const box of boxes) {
    pieces.push(text.slice(at, box.index));
    at = box.index + box[0].length;
  }
  const after = text.slice(at);
  const first = pieces[0] ?? '';
  if ([...pieces.slice(1), after].some((piece) => piece.length > 4 * LONGEST_LABEL)) return undefined;
  const labelsFollow = after.trim() !== '' || first.trim() === '';
  const labels = labelsFollow ? [...pieces.slice(1), after] : [lastLabel(first), ...pieces.slice(1)];
  const options = labels.map(cleanLabel);
  if (options.some((option) => option.length > LONGEST_LABEL) || options.every((option) => option === ''))
    return undefined;
  const before = labelsFollow ? first : first.slice(0, first.lastIndexOf(lastLabel(first)));
  return {
    before: before.trim(),
    options: options.filter((option) => option !== ''),
    checked: options.filter((option, i) => option !== '' && boxes[i]?.[1] !== undefined),
  };
}

/** The label at the end of a text that goes on to a box: what follows the last end of a sentence, tab or line. */
function lastLabel(whole: string): string {
  const text = whole.slice(-2 * LONGEST_LABEL).trimEnd();
  return (text.split(/[?:.!\t\n]/).at(-1) ?? '').trim();
}

function cleanLabel(label: string): string {
  const clean = label.replace(/[\s_]+/g, ' ').replace(/^[\s,;/|]+|(?<![\s,;/|])[\s,;/|]+$/g, '');
  return /[\p{L}\p{N}]/u.test(clean) ? clean : '';
}
