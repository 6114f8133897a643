import { decodeEntities } from '../../documents/xml/entities.js';
import type { NamespaceScope } from '../../documents/xml/namespaces.js';
import type { XmlHandler } from '../../documents/xml/scanner.js';
import type { PartEncoding } from './part-text.js';
import { rawAttributes, walkXml } from './walk-xml.js';

/** An element of a part, by offsets into the part's text, so that the rest of the text can be kept as it is. */
export interface XmlNode {
  /** Canonical name (see documents/xml/namespaces.ts). */
  name: string;
  parent: XmlNode | undefined;
  children: XmlNode[];
  /** Of its opening tag. */
  start: number;
  /** Behind its opening tag. */
  contentStart: number;
  /** Before its closing tag; equals `contentStart` of an empty element. */
  contentEnd: number;
  /** Behind its closing tag. */
  end: number;
  scope: NamespaceScope;
}

/** A stretch of the text and what takes its place. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** An XML part as a tree over its text. */
export class XmlTree {
  readonly root: XmlNode;

  constructor(
    readonly text: string,
    readonly encoding: PartEncoding,
  ) {
    this.root = parse(text);
  }

  /** Value of an attribute by canonical name; undefined when the element does not have it. */
  attribute(node: XmlNode, name: string): string | undefined {
    for (const [raw, value] of rawAttributes(this.tag(node)))
      if (node.scope.attributeName(raw) === name) return decodeEntities(this.encoding.characters(value));
    return undefined;
  }

  /** The element's opening tag. */
  tag(node: XmlNode): string {
    return this.text.slice(node.start, node.contentStart);
  }

  isEmptyElement(node: XmlNode): boolean {
    return node.contentStart === node.end;
  }

  /** Prefix of the element's name as the document spells it, with its colon; '' when it has none. */
  prefix(node: XmlNode): string {
    return /^<([\w.-]+:)/.exec(this.tag(node))?.[1] ?? '';
  }

  /** Text directly inside an element, without what its children hold. */
  ownText(node: XmlNode): string {
    let text = '';
    let at = node.contentStart;
    for (const child of node.children) {
      text += this.text.slice(at, child.start);
      at = child.end;
    }
    return this.#shown(text + this.text.slice(at, node.contentEnd));
  }

  /** Replays the part to a handler; `closed` is told of each element after the handler was. */
  replay(handler: XmlHandler, closed: (node: XmlNode) => void): void {
    const walk = (node: XmlNode): void => {
      handler.open(node.name, { attribute: (name) => this.attribute(node, name) });
      let at = node.contentStart;
      for (const child of node.children) {
        this.#deliver(handler, at, child.start);
        walk(child);
        at = child.end;
      }
      this.#deliver(handler, at, node.contentEnd);
      handler.close(node.name);
      closed(node);
    };
    walk(this.root);
  }

  /** The part's text with some stretches replaced. Edits must not overlap. */
  edited(edits: readonly TextEdit[]): string {
    return withEdits(this.text, edits);
  }

  #deliver(handler: XmlHandler, from: number, to: number): void {
    if (to <= from || !handler.wantsText) return;
    const text = this.#shown(this.text.slice(from, to));
    if (text !== '') handler.text(text);
  }

  #shown(raw: string): string {
    return this.encoding.unquote(raw.includes('<') ? raw.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '') : raw);
  }
}

/** A text with some stretches replaced. Edits must not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) throw new Error('edits of a document part overlap');
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** All elements below a node, in document order; `into` says whether to look inside of one. */
export function* descendants(node: XmlNode, into: (node: XmlNode) => boolean = () => true): Generator<XmlNode> {
  for (const child of node.children) {
    yield child;
    if (into(child)) yield* descendants(child, into);
  }
}

export const childNamed = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name);

/** The nearest element around a node that has the name. */
export function ancestorNamed(node: XmlNode, name: string): XmlNode | undefined {
  let at = node.parent;
  while (at !== undefined && at.name !== name) at = at.parent;
  return at;
}

function parse(text: string): XmlNode {
  const roots: XmlNode[] = [];
  let current: XmlNode | undefined;
  walkXml(text, {
    open: ({ name, start, end, isEmpty, scope }) => {
      const node = { name, parent: current, children: [], start, contentStart: end, contentEnd: end, end, scope };
      (current?.children ?? roots).push(node);
      if (!isEmpty) current = node;
    },
    close: (start, end) => {
      if (current === undefined) return;
      current.contentEnd = start;
      current.end = end;
      current = current.parent;
    },
  });
  return roots[0]!;
}
