import { badValue } from '../errors.js';
import { isDocument } from './values.js';
import type { Document } from './values.js';

const cache = new Map<string, readonly string[]>();

/** Splits a dotted path, refusing empty segments. */
export function splitPath(path: string): readonly string[] {
  let segments = cache.get(path);
  if (!segments) {
    segments = path.split('.');
    if (segments.some((segment) => segment === '')) throw badValue(`The path '${path}' has an empty field name`);
    if (cache.size > 2000) cache.clear();
    cache.set(path, segments);
  }
  return segments;
}

export function firstSegment(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}

export function isArrayIndex(segment: string): boolean {
  return /^(0|[1-9]\d*)$/.test(segment);
}

export function hasOwn(document: Document, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(document, name);
}

/** The own field of a document, never one inherited from Object.prototype. */
export function ownField(document: Document, name: string): unknown {
  const value = document[name];
  return value === undefined || !hasOwn(document, name) ? undefined : value;
}

/**
 * Calls `visit` with each value that `segments` lead to, as a query predicate sees them: arrays on the way are entered
 * (each embedded document, and the element named by an array index), a missing field gives `undefined`. The array at the
 * end of a path is given whole. Stops, returning true, when `visit` returns true.
 */
export function visitPath(
  document: Document,
  segments: readonly string[],
  visit: (value: unknown) => boolean,
  from = 0,
): boolean {
  const value = ownField(document, segments[from]!);
  if (from + 1 === segments.length) return visit(value);
  return visitBelow(value, segments, visit, from + 1);
}

function visitBelow(
  value: unknown,
  segments: readonly string[],
  visit: (value: unknown) => boolean,
  from: number,
): boolean {
  if (isDocument(value)) return visitPath(value, segments, visit, from);
  if (!Array.isArray(value)) return visit(undefined);
  const segment = segments[from]!;
  const index = isArrayIndex(segment) ? Number(segment) : -1;
  for (let i = 0; i < value.length; i++) {
    const element: unknown = value[i];
    if (isDocument(element) && visitPath(element, segments, visit, from)) return true;
    if (i !== index) continue;
    if (from + 1 === segments.length) {
      if (visit(element)) return true;
    } else if ((isDocument(element) || Array.isArray(element)) && visitBelow(element, segments, visit, from + 1)) {
      return true;
    }
  }
  return false;
}

/** The values a path leads to with the arrays at its end spread: the keys of an index or a sort. */
export function indexedValues(document: Document, segments: readonly string[], emptyArray: unknown): unknown[] {
  const found: unknown[] = [];
  collect(document, segments, 0, emptyArray, found);
  return found;
}

function collect(
  value: unknown,
  segments: readonly string[],
  from: number,
  emptyArray: unknown,
  found: unknown[],
): void {
  if (from === segments.length) {
    if (!Array.isArray(value)) found.push(value ?? null);
    else if (value.length === 0) found.push(emptyArray);
    else for (const element of value) found.push(element ?? null);
    return;
  }
  const segment = segments[from]!;
  if (isDocument(value)) collect(ownField(value, segment), segments, from + 1, emptyArray, found);
  else if (Array.isArray(value)) {
    if (value.length === 0) found.push(null);
    for (const element of value) {
      if (isDocument(element)) collect(ownField(element, segment), segments, from + 1, emptyArray, found);
      else found.push(null);
    }
  } else found.push(null);
}
