import { splitPath } from '../bson/paths.js';
import type { Document } from '../bson/values.js';
import { badValue, CommandError, unsupported } from '../errors.js';
import { isDocument } from '../bson/values.js';

export interface SortField {
  readonly path: string;
  readonly segments: readonly string[];
  readonly descending: boolean;
}

/** Parses `{a: 1, 'b.c': -1}`. */
export function compileSort(spec: Document): SortField[] {
  return Object.entries(spec).map(([path, direction]) => {
    if (isDocument(direction) && '$meta' in direction) throw unsupported('$meta in a sort');
    if (direction !== 1 && direction !== -1) {
      throw new CommandError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    if (path.startsWith('$')) throw badValue(`FieldPath field names may not start with '$': ${path}`);
    return { path, segments: splitPath(path), descending: direction === -1 };
  });
}
