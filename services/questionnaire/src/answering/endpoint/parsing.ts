/** Characters of a reply that are looked at: a draft is a few thousand. */
const MOST_TEXT = 64 * 1024;
/** Places where an object may begin that are tried. */
const MOST_OBJECTS = 40;
const THOUGHT_ENDS = ['</think>', '</thinking>', '</reasoning>'];

/**
 * The object that a model wrote, though it thought aloud before it, put it in a fence, wrote around it or left a comma at the
 * end of a list. `read` throws for an object of another shape. Throws `SyntaxError` when there is none.
 */
export function readReply<T>(reply: string, read: (value: unknown) => T): T {
  const text = withoutThoughts(reply.slice(0, MOST_TEXT));
  let wrong: unknown = new SyntaxError('the reply holds no object');
  let from = 0;
  for (let tried = 0; tried < MOST_OBJECTS; tried++) {
    const begin = text.indexOf('{', from);
    if (begin < 0) break;
    const end = endOfObject(text, begin);
    // An object that is not closed: another one may begin inside of it, as behind a brace of the prose.
    from = begin + 1;
    if (end < 0) continue;
    const value = parsed(text.slice(begin, end));
    if (value === undefined) continue;
    try {
      return read(value);
    } catch (error) {
      wrong = error;
      from = end;
    }
  }
  throw wrong instanceof Error ? wrong : new SyntaxError('the reply is of another shape');
}

/** What stands behind the last thought. A thought that never ends has no answer behind it. */
function withoutThoughts(text: string): string {
  const ends = THOUGHT_ENDS.map((tag) => ({ at: text.lastIndexOf(tag), length: tag.length }));
  const last = ends.reduce((a, b) => (b.at > a.at ? b : a));
  return last.at < 0 ? text : text.slice(last.at + last.length);
}

/** Behind the brace that closes the object which begins at `begin`; -1 when none does. */
function endOfObject(text: string, begin: number): number {
  let depth = 0;
  let inString = false;
  for (let at = begin; at < text.length; at++) {
    const c = text[at];
    if (inString) {
      if (c === '\\') at++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function parsed(text: string): unknown {
  for (const candidate of [text, withoutTrailingCommas(text)]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next reading of it.
    }
  }
  return undefined;
}

/** Without commas before a closing bracket, outside of strings; line breaks inside of strings are written as JSON wants them. */
function withoutTrailingCommas(text: string): string {
  const out: string[] = [];
  let inString = false;
  let comma = -1;
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if (inString) {
      if (c === '\\') out.push(c, text[++at] ?? '');
      else if (c === '\n') out.push('\\n');
      else if (c === '\r') out.push('\\r');
      else if (c === '\t') out.push('\\t');
      else {
        out.push(c);
        if (c === '"') inString = false;
      }
      continue;
    }
    if ((c === '}' || c === ']') && comma >= 0) out[comma] = '';
    if (c === ',') comma = out.length;
    else if (c.trim() !== '') comma = -1;
    if (c === '"') inString = true;
    out.push(c);
  }
  return out.join('');
}
