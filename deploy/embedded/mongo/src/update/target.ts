import { hasOwn, isArrayIndex, ownField } from '../bson/paths.js';
import { isDocument, typeName } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { badValue, CommandError, ErrorCode } from '../errors.js';

/** What a modifier answers with instead of a new value. */
export const UNCHANGED = Symbol('unchanged');
export const REMOVED = Symbol('removed');

/** Computes a field's new value from its present one; `undefined` is a missing field. */
export type Change = (current: unknown) => unknown;

const MAX_ARRAY_PADDING = 1_500_000;

function notViable(segment: string, parentName: string, parent: unknown): CommandError {
  return new CommandError(
    ErrorCode.PathNotViable,
    `Cannot create field '${segment}' in element {${parentName}: ${isDocument(parent) || Array.isArray(parent) ? typeName(parent) : String(parent)}}`,
  );
}

function read(container: unknown, segment: string): unknown {
  if (isDocument(container)) return ownField(container, segment);
  if (Array.isArray(container) && isArrayIndex(segment)) return container[Number(segment)];
  return undefined;
}

function write(container: Document | unknown[], segment: string, value: unknown): void {
  if (!Array.isArray(container)) {
    Object.defineProperty(container, segment, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const index = Number(segment);
  if (index - container.length > MAX_ARRAY_PADDING) throw badValue(`cannot pad an array up to index ${index}`);
  while (container.length < index) container.push(null);
  container[index] = value;
}

/**
 * Applies `change` to the field at `segments`, making the documents on the way when it yields a value. A path through a
 * value that is no document is error 28, unless the change only removes.
 */
export function changeAt(document: Document, segments: readonly string[], change: Change, removesOnly = false): void {
  let container: Document | unknown[] = document;
  let containerName = '';
  for (let depth = 0; depth < segments.length; depth++) {
    const segment = segments[depth]!;
    if (Array.isArray(container) && !isArrayIndex(segment)) {
      if (removesOnly) return;
      throw notViable(segment, containerName, container);
    }
    const current = read(container, segment);
    if (depth === segments.length - 1) {
      applyTo(container, segment, current, change);
      return;
    }
    if (isDocument(current) || Array.isArray(current)) {
      container = current;
      containerName = segment;
    } else if (current === undefined) {
      if (removesOnly) return;
      const rest = segments.slice(depth + 1);
      const value = change(undefined);
      if (value !== UNCHANGED && value !== REMOVED) write(container, segment, nest(rest, value));
      return;
    } else {
      if (removesOnly) return;
      throw notViable(segments[depth + 1]!, segment, current);
    }
  }
}

function applyTo(container: Document | unknown[], segment: string, current: unknown, change: Change): void {
  const value = change(current);
  if (value === UNCHANGED) return;
  if (value !== REMOVED) {
    write(container, segment, value);
  } else if (Array.isArray(container)) {
    if (Number(segment) < container.length) container[Number(segment)] = null;
  } else if (hasOwn(container, segment)) {
    Reflect.deleteProperty(container, segment);
  }
}

function nest(segments: readonly string[], value: unknown): unknown {
  return segments.reduceRight((inner, segment) => {
    const outer: Document = {};
    write(outer, segment, inner);
    return outer;
  }, value);
}

/** Reads a path for `$rename`, which may not lead through an array. */
export function readPlain(document: Document, segments: readonly string[]): unknown {
  let value: unknown = document;
  for (const segment of segments) {
    if (Array.isArray(value))
      throw badValue(`The source or target field of $rename cannot be in an array: ${segments.join('.')}`);
    value = read(value, segment);
  }
  return value;
}
