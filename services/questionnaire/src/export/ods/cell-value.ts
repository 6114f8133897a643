import type { NamespaceScope } from '../../documents/xml/namespaces.js';
import { opened, withAttribute, type PartEncoding } from '../xml/part-text.js';

/** What goes into a cell; `text` is what it shows. */
export type OdsValue =
  | { kind: 'text' | 'number' | 'date'; text: string }
  | { kind: 'boolean'; value: boolean; text: string }
  | { kind: 'empty'; text: '' };

/** A child of a cell's element, by offsets into the part. */
export interface CellChild {
  name: string;
  start: number;
  end: number;
}

const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';
const TEXT = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0';
const VALUES = ['value-type', 'value', 'date-value', 'time-value', 'boolean-value', 'string-value', 'currency'];

/**
 * A cell's element with a new value: its style, its merge, its validation, its notes and its drawings stay, the old value and
 * its paragraphs go. `tag` is its opening tag.
 */
export function cellWithValue(
  tag: string,
  kept: { notes: string; drawings: string },
  value: OdsValue,
  scope: NamespaceScope,
  encoding: PartEncoding,
): string {
  let open = opened(tag);
  // An attribute needs a prefix: without one, the document's own words are in the default namespace.
  const office = scope.prefixOf('office:') ?? '';
  const calcext = scope.prefixOf('calcext:') ?? '';
  for (const name of VALUES) if (office !== '') open = withAttribute(open, `${office}:${name}`, undefined);
  if (calcext !== '') open = withAttribute(open, `${calcext}:value-type`, undefined);
  const attributes = valueAttributes(value);
  for (const [name, text] of attributes)
    open = withAttribute(open, `${office === '' ? 'office' : office}:${name}`, text);
  if (office === '' && attributes.length > 0) open = withAttribute(open, 'xmlns:office', OFFICE);
  const element = /^<([^\s/>]+)/.exec(tag)?.[1] ?? '';
  const lines = value.kind === 'empty' ? [] : value.text.split('\n');
  const paragraphs = lines.map((line) => paragraph(line, scope, encoding)).join('');
  return `${open}${kept.notes}${paragraphs}${kept.drawings}</${element}>`;
}

function valueAttributes(value: OdsValue): [name: string, text: string][] {
  switch (value.kind) {
    case 'empty':
      return [];
    case 'text':
      return [['value-type', 'string']];
    case 'boolean':
      return Object.entries({ 'value-type': 'boolean', 'boolean-value': String(value.value) });
    case 'number':
      return Object.entries({ 'value-type': 'float', value: value.text });
    case 'date':
      return Object.entries({ 'value-type': 'date', 'date-value': value.text });
  }
}

/** One line as a paragraph. White space that a reader would take together is told by elements. */
function paragraph(line: string, scope: NamespaceScope, encoding: PartEncoding): string {
  const bound = scope.prefixOf('text:');
  const prefix = bound === '' ? '' : `${bound ?? 'text'}:`;
  const spaces = (length: number): string =>
    prefix === '' ? '<s/>'.repeat(length) : `<${prefix}s ${prefix}c="${length}"/>`;
  const pieces = line.split(/(\t| +)/);
  const atEdge = (i: number): boolean =>
    (i === 1 && pieces[0] === '') || (i === pieces.length - 2 && pieces.at(-1) === '');
  const content = pieces.map((piece, i) => {
    if (i % 2 === 0) return encoding.quote(piece);
    if (piece === '\t') return `<${prefix}tab/>`;
    return piece === ' ' && !atEdge(i) ? ' ' : spaces(piece.length);
  });
  return `<${prefix}p${bound === undefined ? ` xmlns:text="${TEXT}"` : ''}>${content.join('')}</${prefix}p>`;
}
