import { DocumentError } from '../../documents/errors.js';
import { decodeEntities } from '../../documents/xml/entities.js';
import { NamespaceScope } from '../../documents/xml/namespaces.js';

/** An opening tag in the text of a part. */
export interface OpenedTag {
  /** Canonical name (see documents/xml/namespaces.ts). */
  name: string;
  /** Offsets of the tag. */
  start: number;
  end: number;
  /** It is an empty element (`<a/>`), which is not closed apart. */
  isEmpty: boolean;
  scope: NamespaceScope;
}

export interface XmlWalk {
  open(tag: OpenedTag): void;
  /** The closing tag of the element that was opened last and not closed yet. */
  close(start: number, end: number): void;
}

const MAX_DEPTH = 3_000;

/** Goes through the tags of a part's text in order; comments, CDATA sections and instructions are passed over. */
export function walkXml(text: string, walk: XmlWalk): void {
  const scopes: NamespaceScope[] = [new NamespaceScope(undefined)];
  let roots = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) at = after(text, '-->', at);
    else if (text.startsWith('<![CDATA[', at)) at = after(text, ']]>', at);
    else if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('</', at)) {
      const end = after(text, '>', at);
      if (scopes.length === 1) throw new DocumentError('file_damaged', 'malformed XML: tags do not match');
      walk.close(at, end);
      scopes.pop();
      at = end;
    } else {
      const end = tagEnd(text, at);
      const isEmpty = text[end - 2] === '/';
      const tag = openedTag(text, at, end, scopes.at(-1)!);
      if (scopes.length === 1) roots++;
      walk.open({ ...tag, isEmpty });
      at = end;
      if (isEmpty) continue;
      if (scopes.push(tag.scope) > MAX_DEPTH)
        throw new DocumentError('file_damaged', 'malformed XML: nested too deeply');
    }
  }
  if (roots === 0 || scopes.length > 1) throw new DocumentError('file_damaged', 'malformed XML: unexpected end');
}

function openedTag(text: string, start: number, end: number, around: NamespaceScope): Omit<OpenedTag, 'isEmpty'> {
  const tag = text.slice(start, end);
  const raw = /^<([^\s/>]+)/.exec(tag)?.[1] ?? '';
  let scope = around;
  if (tag.includes('xmlns')) {
    scope = new NamespaceScope(scope);
    for (const [name, value] of rawAttributes(tag))
      if (name === 'xmlns' || name.startsWith('xmlns:')) scope.bind(name.slice(6), decodeEntities(value));
  }
  return { name: scope.elementName(raw), start, end, scope };
}

/** Attributes of an opening tag as they are written. */
export function* rawAttributes(tag: string): Generator<[name: string, value: string]> {
  for (const [, name = '', double, single] of tag.matchAll(/\s([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    yield [name, double ?? single ?? ''];
}

/** Behind the end of a tag; attribute values may hold ">". */
function tagEnd(text: string, start: number): number {
  const pattern = /[>"']/g;
  pattern.lastIndex = start;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (found[0] === '>') return found.index + 1;
    const close = text.indexOf(found[0], found.index + 1);
    if (close < 0) break;
    pattern.lastIndex = close + 1;
  }
  throw new DocumentError('file_damaged', 'malformed XML: a tag without an end');
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw new DocumentError('file_damaged', `malformed XML: "${mark}" is missing`);
  return at + mark.length;
}
