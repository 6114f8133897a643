export interface Words {
  readonly [key: string]: string | Words;
}

/** Every text of a catalogue by its place: "review.approve". */
export function textsOf(words: Words, place: readonly string[] = []): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') found.set([...place, key].join('.'), value);
    else for (const [inner, text] of textsOf(value, [...place, key])) found.set(inner, text);
  }
  return found;
}
