const OPENING = /^\W*(yes|no)(?:\s*[—–-]+\s*|[.,:;!]+\s*|\s+)/i;

/** Whether a text begins with this word as an answer does: "Yes we do", "Yes, we do", "No data leaves". */
const begins = (text: string, word: string): boolean => new RegExp(`^${word}(?=[\\s,.;:!—–]|$)`, 'i').test(text);

/** "Yes — We encrypt it", and what says yes or no itself as it is. */
export const openedWith = (opening: 'Yes' | 'No', text: string): string =>
  begins(text, opening) ? capital(text) : `${opening} — ${text}`;

/** "Yes — Yes we do" as "Yes we do": whatever stands behind the first word, it is said once. */
export function withoutDoubledOpening(text: string): string {
  let said = text;
  for (;;) {
    const [first = '', word = ''] = OPENING.exec(said) ?? [];
    const rest = said.slice(first.length);
    if (word === '' || !begins(rest, word)) return said === text ? text : capital(said);
    said = rest; // Capital at the end only: each new text would be copied.
  }
}

const capital = (text: string): string =>
  /^\p{Ll}/u.test(text) ? (text[0] ?? '').toUpperCase() + text.slice(1) : text;
