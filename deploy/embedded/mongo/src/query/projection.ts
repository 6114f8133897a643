import { isDocument } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { CommandError, unsupported } from '../errors.js';
import { compileExpression } from './expression.js';
import type { Expression } from './expression.js';

export interface Projection {
  (document: Document): Document;
  /** Set when it is nothing but these top-level fields, whole: they may be copied as they are stored. */
  readonly picks?: ReadonlySet<string>;
}

interface Node {
  /** true: take or drop the field whole; an expression: compute it; a map: go on below. */
  readonly children: Map<string, Node | true | { readonly compute: Expression }>;
}

function isInclusionFlag(value: unknown): value is boolean | number {
  return typeof value === 'boolean' || typeof value === 'number';
}

function addPath(root: Node, path: string, leaf: true | { compute: Expression }): void {
  const segments = path.split('.');
  if (segments.some((segment) => segment === '')) throw new CommandError(40353, `FieldPath '${path}' is not valid`);
  if (segments.some((segment) => segment.startsWith('$'))) throw unsupported('A positional projection');
  let node = root;
  segments.forEach((segment, index) => {
    const existing = node.children.get(segment);
    if (index === segments.length - 1) {
      if (existing) throw new CommandError(31250, `Path collision at ${path}`);
      node.children.set(segment, leaf);
    } else if (existing === undefined) {
      const next: Node = { children: new Map() };
      node.children.set(segment, next);
      node = next;
    } else if (existing !== true && 'children' in existing) {
      node = existing;
    } else {
      throw new CommandError(31249, `Path collision at ${path}`);
    }
  });
}

/** Turns `{a: {b: 1}}` into `{'a.b': 1}`; an operator document is a leaf. */
function flatten(spec: Document, prefix: string, out: Map<string, unknown>): void {
  for (const [name, value] of Object.entries(spec)) {
    if (isDocument(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]!.startsWith('$')) {
      flatten(value, `${prefix}${name}.`, out);
    } else {
      out.set(prefix + name, value);
    }
  }
}

/**
 * Compiles a projection of find, findAndModify or $project: fields in, fields out, computed fields. `$slice`,
 * `$elemMatch`, `$meta` and the positional `$` are errors.
 */
export function compileProjection(spec: Document): Projection | undefined {
  const flat = new Map<string, unknown>();
  flatten(spec, '', flat);
  if (flat.size === 0) return undefined;
  const root: Node = { children: new Map() };
  let mode: 'in' | 'out' | undefined;
  let withId = true;
  for (const [path, value] of flat) {
    if (path === '_id' && isInclusionFlag(value)) {
      withId = Boolean(value);
      continue;
    }
    const wanted = isInclusionFlag(value) && !value ? 'out' : 'in';
    if (mode !== undefined && mode !== wanted) {
      const code = mode === 'in' ? 31254 : 31253;
      throw new CommandError(code, `Cannot do ${wanted}clusion on field ${path} in ${mode}clusion projection`);
    }
    mode = wanted;
    if (isInclusionFlag(value)) addPath(root, path, true);
    else addPath(root, path, { compute: computed(value) });
  }
  if (mode === undefined) mode = withId && flat.has('_id') ? 'in' : 'out';
  if (mode === 'in') {
    if (withId && !root.children.has('_id')) root.children.set('_id', true);
    const project = (document: Document): Document => include(document, root, document);
    const whole = [...root.children.values()].every((child) => child === true);
    return whole ? Object.assign(project, { picks: new Set(root.children.keys()) }) : project;
  }
  if (!withId) root.children.set('_id', true);
  return (document) => exclude(document, root);
}

function computed(value: unknown): Expression {
  if (isDocument(value)) {
    for (const name of ['$slice', '$elemMatch', '$meta'])
      if (name in value) throw unsupported(`${name} in a projection`);
  }
  return compileExpression(value);
}

function include(document: Document, node: Node, root: Document): Document {
  const out: Document = {};
  for (const [name, value] of Object.entries(document)) {
    const child = node.children.get(name);
    if (child === undefined) continue;
    if (child === true) out[name] = value;
    else if ('children' in child) {
      const inner = includeBelow(value, child, root);
      if (inner !== undefined) out[name] = inner;
    }
  }
  addComputed(out, node, root);
  return out;
}

function includeBelow(value: unknown, node: Node, root: Document): unknown {
  if (Array.isArray(value)) {
    return value
      .map((element: unknown) => includeBelow(element, node, root))
      .filter((element) => element !== undefined);
  }
  return isDocument(value) ? include(value, node, root) : undefined;
}

function addComputed(out: Document, node: Node, root: Document): void {
  for (const [name, child] of node.children) {
    if (child === true) continue;
    if ('compute' in child) {
      const value = child.compute(root);
      if (value !== undefined) out[name] = value;
    } else if (out[name] === undefined && hasComputed(child)) {
      const inner: Document = {};
      addComputed(inner, child, root);
      out[name] = inner;
    }
  }
}

function hasComputed(node: Node): boolean {
  return [...node.children.values()].some((child) => child !== true && ('compute' in child || hasComputed(child)));
}

function exclude(document: Document, node: Node): Document {
  const out: Document = {};
  for (const [name, value] of Object.entries(document)) {
    const child = node.children.get(name);
    if (child === undefined) out[name] = value;
    else if (child !== true && 'children' in child) out[name] = excludeBelow(value, child);
  }
  return out;
}

function excludeBelow(value: unknown, node: Node): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => excludeBelow(element, node));
  return isDocument(value) ? exclude(value, node) : value;
}
