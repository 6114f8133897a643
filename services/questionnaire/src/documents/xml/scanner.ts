import { DocumentError } from '../errors.js';
import {
  BANG,
  EQUALS,
  GT,
  LETTER_X,
  nameEnd,
  nameStart,
  QUESTION,
  skipBackToNameEnd,
  skipPast,
  skipSpace,
  SLASH,
} from './characters.js';
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
  /** Elements that it may read by itself. */
  readonly wholeElements?: WholeElements;
}

/** Children of one kind of element, which are shown to a handler before they come as events. */
export interface WholeElements {
  /** Name of the parents, of this handler's namespace and without a prefix. */
  readonly of: string;
  /**
   * May take a child, by itself, from its "<" at `at`: returns where it ends; -1 for it to come as events, also when it
   * does not end in this piece of the document. It holds at most `MOST_WHOLE_DEPTH` elements, one in the other.
   */
  take(xml: string, at: number): number;
}

/** Attributes of the tag being opened; valid only during the call of `open`. */
export interface XmlTag {
  /** Value of an attribute by canonical name, decoded. */
  attribute(name: string): string | undefined;
}

/** Deeper than any document that people make, far below what a recursive consumer could stand. */
const MAX_DEPTH = 3_000;
const MOST_WHOLE_DEPTH = 3;

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
  /** Those of the handler while their parent is open. */
  #whole: WholeElements | undefined;
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
      else end = this.#element(buffer, lt);
      if (end < 0) return lt;
      at = end;
    }
    return at;
  }

  #element(buffer: string, lt: number): number {
    const end = this.#whole === undefined ? -1 : this.#whole.take(buffer, lt);
    return end >= 0 ? end : this.#openTag(buffer, lt);
  }

  /** A name without a prefix that means the same as the handler's: so do the names of its children, unless they declare. */
  #look(): void {
    const whole = this.handler.wholeElements;
    if (whole === undefined) return;
    const top = this.#openRaw.length - 1;
    const shows =
      this.#openRaw[top] === whole.of && this.#openNames[top] === whole.of && top + 1 + MOST_WHOLE_DEPTH <= MAX_DEPTH;
    this.#whole = shows ? whole : undefined;
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
    this.#look();
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
    this.#look();
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
