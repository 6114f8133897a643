/**
 * Remembers what was made of texts, as long as texts and results together have at most `maxCharacters`; the longest unused
 * go first. Reading markdown costs a hundred times what the rest of a page does.
 */
export function remembered(make: (text: string) => string, maxCharacters: number): (text: string) => string {
  const made = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) {
      made.delete(text);
      made.set(text, known);
      return known;
    }
    const result = make(text);
    made.set(text, result);
    characters += text.length + result.length;
    for (const [oldest, of] of made) {
      if (characters <= maxCharacters) break;
      made.delete(oldest);
      characters -= oldest.length + of.length;
    }
    return result;
  };
}
