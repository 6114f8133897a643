import { DocumentError } from '../errors.js';
import { decodeEntities } from './entities.js';
import { NameTable } from './name-table.js';
import { NamespaceScope } from './namespaces.js';

/** Receives the events of a scan. Names are canonical (see namespaces.ts). */
export interface XmlHandler {
  /** Text is only decoded and delivered while this is true; a handler switches it for the elements whose text it wants. */
  wantsText: boolean;
  open(name: string, tag: XmlTag): void;
  /** A piece of text; one text may come in several pieces. */
  text(text: string): void;
  close(name: string): void;
}

/** Attributes of the tag being opened; valid only during the call of `open`. */
export interface XmlTag {
  /** Value of an attribute by canonical name, decoded. */
  attribute(name: string): string | undefined;
}

/** Deeper than any document that people make, far below what a recursive consumer could stand. */
const MAX_DEPTH = 3_000;
const LT = 60;
const GT = 62;
const SLASH = 47;
const EQUALS = 61;
const QUESTION = 63;
const BANG = 33;
const LETTER_X = 120;

/**
 * Streaming, non-validating XML scanner for Office parts. About three times as fast as a general SAX parser, because it
 * interns names, slices attribute values only when asked for and skips text that nobody wants. It checks that tags
 * nest, knows no entities but the predefined ones, and refuses document type declarations.
 */
export class XmlScanner implements XmlTag {
  #buffer = '';
  #pending: string[] = [];
  #pendingLength = 0;
  /** Characters to gather before scanning again: doubles while one token does not end, so that a huge token stays linear. */
  #needed = 0;
  readonly #openRaw: string[] = [];
  readonly #openNames: string[] = [];
  readonly #scopeDepths: number[] = [];
  #scope = new NamespaceScope(undefined);
  #elements = new NameTable((raw) => this.#scope.elementName(raw));
  #attributes = new NameTable((raw) => this.#scope.attributeName(raw));
  #rootSeen = false;
  #attributeCount = 0;
  readonly #attributeNames: string[] = [];
  readonly #valueStarts: number[] = [];
  readonly #valueEnds: number[] = [];

  constructor(private readonly handler: XmlHandler) {}

  attribute(name: string): string | undefined {
    for (let i = 0; i < this.#attributeCount; i++) {
      if (this.#attributeNames[i] === name) {
        return decodeEntities(this.#buffer.slice(this.#valueStarts[i], this.#valueEnds[i]));
      }
    }
    return undefined;
  }

  /** Takes the next piece of the document. */
  write(chunk: string): void {
    this.#pending.push(chunk);
    this.#pendingLength += chunk.length;
    if (this.#pendingLength < this.#needed) return;
    this.#gather();
    const used = this.#scan(this.#buffer, false);
    const rest = this.#buffer.slice(used);
    this.#pending = [rest];
    this.#pendingLength = rest.length;
    this.#needed = rest.length * 2;
  }

  /** Ends the document; damaged unless its root is closed. */
  end(): void {
    this.#gather();
    const used = this.#scan(this.#buffer, true);
    if (used < this.#buffer.length || !this.#rootSeen || this.#openRaw.length > 0) throw damaged('unexpected end');
    this.#buffer = '';
  }

  #gather(): void {
    this.#buffer = this.#pending.length === 1 ? this.#pending[0]! : this.#pending.join('');
    this.#pending = [];
  }

  /** Scans whole tokens and returns how far it came. */
  #scan(buffer: string, last: boolean): number {
    let at = 0;
    while (at < buffer.length) {
      let lt = buffer.indexOf('<', at);
      if (lt !== at) {
        if (lt < 0) {
          // An entity may continue in the next chunk; anything after its "&" waits for it.
          const ampersand = last ? -1 : buffer.lastIndexOf('&');
          lt = ampersand >= at && buffer.indexOf(';', ampersand) < 0 ? ampersand : buffer.length;
          this.#text(buffer, at, lt);
          return lt;
        }
        this.#text(buffer, at, lt);
      }
      const next = buffer.charCodeAt(lt + 1);
      let end: number;
      if (next === SLASH) end = this.#closeTag(buffer, lt);
      else if (next === QUESTION) end = skipPast(buffer, '?>', lt + 2);
      else if (next === BANG) end = this.#declaration(buffer, lt);
      else end = this.#openTag(buffer, lt);
      if (end < 0) return lt;
      at = end;
    }
    return at;
  }

  #text(buffer: string, from: number, to: number): void {
    if (this.#openRaw.length === 0) {
      if (/[^\s\uFEFF]/.test(buffer.slice(from, to))) throw damaged('text outside the root element');
    } else if (this.handler.wantsText && to > from) {
      this.handler.text(decodeEntities(buffer.slice(from, to)));
    }
  }

  #closeTag(buffer: string, lt: number): number {
    const raw = this.#openRaw[this.#openRaw.length - 1];
    let end = lt + 2 + (raw?.length ?? 0);
    if (buffer.charCodeAt(end) !== GT || raw === undefined || !buffer.startsWith(raw, lt + 2)) {
      const gt = buffer.indexOf('>', lt);
      if (gt < 0) return -1;
      if (raw === undefined || buffer.slice(lt + 2, gt).trimEnd() !== raw) throw damaged('tags do not match');
      end = gt;
    }
    this.#pop();
    return end + 1;
  }

  #pop(): void {
    this.#openRaw.pop();
    const name = this.#openNames.pop()!;
    if (this.#scopeDepths[this.#scopeDepths.length - 1] === this.#openRaw.length) {
      this.#scopeDepths.pop();
      this.#scope = this.#scope.parent!;
      this.#forgetNames();
    }
    this.handler.close(name);
  }

  #declaration(buffer: string, lt: number): number {
    if (buffer.startsWith('<!--', lt)) return skipPast(buffer, '-->', lt + 4);
    if (buffer.startsWith('<![CDATA[', lt)) {
      const end = buffer.indexOf(']]>', lt + 9);
      if (end < 0) return -1;
      if (this.handler.wantsText && this.#openRaw.length > 0) this.handler.text(buffer.slice(lt + 9, end));
      return end + 3;
    }
    if (buffer.length - lt < 9) return -1;
    throw damaged('document type declarations are not allowed');
  }

  #openTag(buffer: string, lt: number): number {
    let at = nameEnd(buffer, lt + 1);
    if (at >= buffer.length) return -1;
    if (at === lt + 1) throw damaged('a tag without a name');
    const nameTo = at;
    let declares = false;
    this.#attributeCount = 0;
    let code: number;
    for (;;) {
      at = skipSpace(buffer, at);
      if (at >= buffer.length) return -1;
      code = buffer.charCodeAt(at);
      if (code === GT || code === SLASH) break;
      const nameFrom = at;
      at = nameEnd(buffer, at);
      if (at >= buffer.length) return -1;
      if (at === nameFrom) throw damaged('malformed attribute');
      const equals = skipSpace(buffer, at);
      if (equals >= buffer.length) return -1;
      const quoteAt = skipSpace(buffer, equals + 1);
      if (quoteAt >= buffer.length) return -1;
      const quote = buffer[quoteAt]!;
      if (buffer.charCodeAt(equals) !== EQUALS || (quote !== '"' && quote !== "'"))
        throw damaged('malformed attribute');
      const valueTo = buffer.indexOf(quote, quoteAt + 1);
      if (valueTo < 0) return -1;
      declares = this.#keepAttribute(buffer, nameFrom, at, quoteAt + 1, valueTo, declares);
      at = valueTo + 1;
    }
    const selfClosing = code === SLASH;
    if (selfClosing && at + 1 >= buffer.length) return -1;
    if (selfClosing && buffer.charCodeAt(++at) !== GT) throw damaged('malformed tag');
    this.#open(buffer, lt + 1, nameTo, declares);
    if (selfClosing) this.#pop();
    return at + 1;
  }

  #keepAttribute(
    buffer: string,
    nameFrom: number,
    nameTo: number,
    from: number,
    to: number,
    declares: boolean,
  ): boolean {
    const i = this.#attributeCount++;
    this.#valueStarts[i] = from;
    this.#valueEnds[i] = to;
    if (
      buffer.charCodeAt(nameFrom) === LETTER_X &&
      buffer.startsWith('xmlns', nameFrom) &&
      (nameTo === nameFrom + 5 || buffer[nameFrom + 5] === ':')
    ) {
      this.#attributeNames[i] = buffer.slice(nameFrom, nameTo);
      return true;
    }
    // A declaration may follow in the same tag; then all names of the tag are resolved once more (see #declare).
    this.#attributeNames[i] = this.#attributes.find(buffer, nameFrom, nameTo);
    return declares;
  }

  #open(buffer: string, from: number, to: number, declares: boolean): void {
    if (this.#openRaw.length === 0) {
      if (this.#rootSeen) throw damaged('more than one root element');
      this.#rootSeen = true;
    }
    if (this.#openRaw.length >= MAX_DEPTH) throw damaged('nested too deeply');
    if (declares) this.#declare(buffer);
    const name = this.#elements.find(buffer, from, to);
    this.#openRaw.push(this.#elements.lastRaw);
    this.#openNames.push(name);
    this.handler.open(name, this);
  }

  #declare(buffer: string): void {
    this.#scope = new NamespaceScope(this.#scope);
    this.#scopeDepths.push(this.#openRaw.length);
    this.#forgetNames();
    const names = this.#attributeNames;
    for (let i = 0; i < this.#attributeCount; i++) {
      if (!names[i]!.startsWith('xmlns')) continue;
      this.#scope.bind(names[i]!.slice(6), decodeEntities(buffer.slice(this.#valueStarts[i], this.#valueEnds[i])));
    }
    for (let i = 0; i < this.#attributeCount; i++) {
      if (names[i]!.startsWith('xmlns')) continue;
      const to = skipBackToNameEnd(buffer, this.#valueStarts[i]! - 1);
      names[i] = this.#scope.attributeName(buffer.slice(nameStart(buffer, to), to));
    }
  }

  #forgetNames(): void {
    this.#elements.clear();
    this.#attributes.clear();
  }
}

function damaged(what: string): DocumentError {
  return new DocumentError('file_damaged', `malformed XML: ${what}`);
}

function skipPast(buffer: string, mark: string, from: number): number {
  const at = buffer.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** Classes of ASCII characters, looked up because these loops are most of a scan. */
const SPACE = new Uint8Array(128);
const NAME_END = new Uint8Array(128);
for (const code of [32, 10, 13, 9]) SPACE[code] = NAME_END[code] = 1;
for (const code of [GT, SLASH, EQUALS, LT]) NAME_END[code] = 1;

function isSpace(code: number): boolean {
  return SPACE[code] === 1;
}

function skipSpace(buffer: string, at: number): number {
  while (SPACE[buffer.charCodeAt(at)] === 1) at++;
  return at;
}

function nameEnd(buffer: string, at: number): number {
  while (at < buffer.length && NAME_END[buffer.charCodeAt(at)] !== 1) at++;
  return at;
}

/** End of the attribute name before the quote at `quoteAt`. */
function skipBackToNameEnd(buffer: string, quoteAt: number): number {
  let at = quoteAt;
  while (at > 0 && (isSpace(buffer.charCodeAt(at - 1)) || buffer.charCodeAt(at - 1) === EQUALS)) at--;
  return at;
}

function nameStart(buffer: string, end: number): number {
  let at = end;
  while (at > 0 && !isSpace(buffer.charCodeAt(at - 1))) at--;
  return at;
}
