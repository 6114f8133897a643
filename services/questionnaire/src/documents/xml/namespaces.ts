/**
 * Documents choose their own prefixes ("x:row", "row"), so that names are compared by namespace URI. Each namespace that
 * the readers know has one canonical prefix here, the same for transitional and strict OOXML; '' means the bare local name.
 */
const CANONICAL_PREFIXES = new Map<string, string>([
  ['', ''],
  ['http://schemas.openxmlformats.org/spreadsheetml/2006/main', ''],
  ['http://purl.oclc.org/ooxml/spreadsheetml/main', ''],
  ['http://schemas.openxmlformats.org/package/2006/content-types', ''],
  ['http://schemas.openxmlformats.org/package/2006/relationships', ''],
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w:'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w:'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r:'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r:'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a:'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a:'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc:'],
  ['http://schemas.microsoft.com/office/spreadsheetml/2009/9/main', 'x14:'],
  ['http://schemas.microsoft.com/office/excel/2006/main', 'xm:'],
  ['http://schemas.microsoft.com/office/word/2010/wordml', 'w14:'],
  ['http://schemas.microsoft.com/office/word/2012/wordml', 'w15:'],
  ['urn:schemas-microsoft-com:vml', 'v:'],
  ['urn:schemas-microsoft-com:office:excel', 'x:'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm:'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm:'],
  ['http://www.w3.org/XML/1998/namespace', 'xml:'],
  ['urn:oasis:names:tc:opendocument:xmlns:office:1.0', 'office:'],
  ['urn:oasis:names:tc:opendocument:xmlns:style:1.0', 'style:'],
  ['urn:oasis:names:tc:opendocument:xmlns:text:1.0', 'text:'],
  ['urn:oasis:names:tc:opendocument:xmlns:table:1.0', 'table:'],
  ['urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', 'draw:'],
  ['urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0', 'fo:'],
  ['urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0', 'number:'],
  ['urn:oasis:names:tc:opendocument:xmlns:manifest:1.0', 'manifest:'],
  ['urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0', 'calcext:'],
]);

/** Prefix of names in a namespace that no reader looks at. */
export const UNKNOWN_PREFIX = '?:';

/** Prefix bindings in force at one place of a document. */
export class NamespaceScope {
  readonly #bindings: Map<string, string>;

  constructor(readonly parent: NamespaceScope | undefined) {
    this.#bindings = parent === undefined ? new Map([['xml', 'xml:']]) : new Map(parent.#bindings);
  }

  bind(prefix: string, uri: string): void {
    this.#bindings.set(prefix, CANONICAL_PREFIXES.get(uri) ?? UNKNOWN_PREFIX);
  }

  /** The prefix that the document gave to the namespace of a canonical prefix; '' is the default one. Undefined when it is not bound. */
  prefixOf(canonical: string): string | undefined {
    for (const [prefix, bound] of this.#bindings) if (bound === canonical) return prefix;
    return undefined;
  }

  /** Canonical name of an element, e.g. "x:row" → "row". */
  elementName(raw: string): string {
    const colon = raw.indexOf(':');
    if (colon < 0) return (this.#bindings.get('') ?? '') + raw;
    return (this.#bindings.get(raw.slice(0, colon)) ?? UNKNOWN_PREFIX) + raw.slice(colon + 1);
  }

  /** Canonical name of an attribute; the default namespace does not apply to attributes. */
  attributeName(raw: string): string {
    const colon = raw.indexOf(':');
    if (colon < 0) return raw;
    return (this.#bindings.get(raw.slice(0, colon)) ?? UNKNOWN_PREFIX) + raw.slice(colon + 1);
  }
}
