/** "@[Ada Byron](user:…)". */
const MENTION = /@\[([^\]\n]*)\]\(user:([0-9a-zA-Z_-]+)\)/g;

export interface TextPart {
  text: string;
  /** Of a person who is mentioned; undefined: words. */
  user?: string;
}

/** The words of a remark, and whom it mentions: parts of text, never HTML. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(MENTION)) {
    const [whole, name = '', user = ''] = match;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: `@${name}`, user });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
