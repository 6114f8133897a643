import { DocumentError } from '../../documents/errors.js';
import { decodeEntities } from '../../documents/xml/entities.js';

/**
 * An XML part as a string that turns back into exactly the bytes it was. ASCII-compatible encodings are read as Latin-1,
 * one character a byte, since all of XML's own signs are ASCII; UTF-16 as itself.
 */
export class PartEncoding {
  #odd: Buffer = Buffer.alloc(0);

  private constructor(private readonly kind: 'utf8' | 'bytes' | 'utf16le' | 'utf16be') {}

  /** By byte order mark or declaration (XML 1.0, appendix F). `head` are the part's first bytes. */
  static of(head: Uint8Array): PartEncoding {
    if (head[0] === 0xff && head[1] === 0xfe) return new PartEncoding('utf16le');
    if (head[0] === 0xfe && head[1] === 0xff) return new PartEncoding('utf16be');
    const declaration = Buffer.from(head.subarray(0, 200)).toString('latin1');
    const declared = /^[^<]{0,4}<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1]?.toLowerCase();
    return new PartEncoding(declared === undefined || declared === 'utf-8' || declared === 'utf8' ? 'utf8' : 'bytes');
  }

  decode(bytes: Uint8Array): string {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (this.kind === 'utf8' || this.kind === 'bytes') return buffer.toString('latin1');
    const joined = this.#odd.length === 0 ? buffer : Buffer.concat([this.#odd, buffer]);
    const even = joined.length - (joined.length % 2);
    this.#odd = Buffer.from(joined.subarray(even));
    const units = Buffer.from(joined.subarray(0, even));
    return (this.kind === 'utf16be' ? units.swap16() : units).toString('utf16le');
  }

  encode(text: string): Uint8Array {
    if (this.kind === 'utf8' || this.kind === 'bytes') return Buffer.from(text, 'latin1');
    const units = Buffer.from(text, 'utf16le');
    return this.kind === 'utf16be' ? units.swap16() : units;
  }

  /** Text as it stands in this part: escaped, and in the part's bytes. Characters that XML 1.0 forbids are left out. */
  quote(text: string): string {
    const escaped = text
      .replace(FORBIDDEN, '')
      .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
      .replaceAll('\r', '&#13;');
    if (this.kind === 'utf8') return Buffer.from(escaped, 'utf8').toString('latin1');
    if (this.kind !== 'bytes') return escaped;
    // Another encoding: references are understood in all of them.
    return escaped.replace(/[^\0-\x7f]/gu, (sign) => `&#${sign.codePointAt(0) ?? 0xfffd};`);
  }

  /** A stretch of the part as characters, entities and all. */
  characters(raw: string): string {
    return this.kind === 'utf8' ? Buffer.from(raw, 'latin1').toString('utf8') : raw;
  }

  /** The text that a stretch of the part stands for. */
  unquote(raw: string): string {
    return decodeEntities(
      this.characters(raw).replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, data: string) => escapeMarkup(data)),
    );
  }
}

const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Offset of the first `mark` at or behind `from` that is not inside a comment or CDATA section; -1 when it is not there yet. */
export function indexOutsideSections(text: string, mark: string, from: number): number {
  let at = from;
  for (;;) {
    const found = text.indexOf(mark, at);
    if (found < 0) return -1;
    // Only up to the mark: looking further would cost the whole text for each of its pieces.
    const section = text.slice(at, found).indexOf('<!');
    if (section < 0) return found;
    const isComment = text.startsWith('<!--', at + section);
    const end = text.indexOf(isComment ? '-->' : ']]>', at + section + 4);
    if (end < 0) return -1;
    at = end + 3;
  }
}

const ATTRIBUTES = new Map<string, RegExp>();

function attributePattern(name: string): RegExp {
  let pattern = ATTRIBUTES.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`(\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    ATTRIBUTES.set(name, pattern);
  }
  return pattern;
}

/** Value of an attribute in the text of an opening tag, still quoted; undefined when it is not there. */
export function rawAttribute(tag: string, name: string): string | undefined {
  const found = attributePattern(name).exec(tag);
  return found === null ? undefined : (found[2] ?? found[3]);
}

/** The tag of an empty element (`<a/>`) as an opening one; others as they are. */
export const opened = (tag: string): string => tag.replace(/(?<!\s)\s*\/>$/, '>');

/** The opening tag with an attribute set, replaced or (undefined) taken away. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const pattern = attributePattern(name);
  if (pattern.test(tag))
    return tag.replace(pattern, (_, space: string) => (value === undefined ? '' : `${space}${name}="${value}"`));
  if (value === undefined) return tag;
  const end = /(?<!\s)\s*\/?>$/.exec(tag);
  if (end === null) throw new DocumentError('file_damaged', 'malformed XML: a tag without an end');
  return `${tag.slice(0, end.index)} ${name}="${value}"${tag.slice(end.index)}`;
}
