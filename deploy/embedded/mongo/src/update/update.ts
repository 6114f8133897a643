import { Timestamp } from 'bson';
import { compareValues, equalValues } from '../bson/order.js';
import { firstSegment, splitPath } from '../bson/paths.js';
import { isDocument, typeName } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { badValue, CommandError, ErrorCode, unsupported } from '../errors.js';
import { addToSet, pop, pull, pullAll, push } from './arrays.js';
import { arithmetic } from './numbers.js';
import { changeAt, readPlain, REMOVED, UNCHANGED } from './target.js';
import type { Change } from './target.js';

/** A compiled update document. */
export interface Update {
  readonly kind: 'operators' | 'replacement';
  /** Top-level fields that the update may change; null for a replacement. */
  readonly touched: ReadonlySet<string> | null;
  /** Applies the update to a document of the caller's own (it is changed in place) and returns the result. */
  apply(document: Document, inserting: boolean): Document;
}

interface Modification {
  readonly operator: string;
  readonly path: string;
  readonly segments: readonly string[];
  run(document: Document, inserting: boolean): void;
}

type ChangeMaker = (path: string, operand: unknown) => Change;

function bound(order: 1 | -1): ChangeMaker {
  return (_path, operand) => (current) =>
    current === undefined || order * compareValues(operand, current) > 0 ? operand : UNCHANGED;
}

const CHANGES: Readonly<Record<string, ChangeMaker>> = {
  $set: (_path, operand) => () => operand,
  $setOnInsert: (_path, operand) => () => operand,
  $unset: () => (current) => (current === undefined ? UNCHANGED : REMOVED),
  $inc: (path, operand) => arithmetic('$inc', path, operand),
  $mul: (path, operand) => arithmetic('$mul', path, operand),
  $min: bound(-1),
  $max: bound(1),
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
  $currentDate: currentDate,
};
const REMOVES_ONLY = new Set(['$unset', '$pull', '$pullAll', '$pop']);

function currentDate(path: string, operand: unknown): Change {
  const type = isDocument(operand) ? operand.$type : operand === true ? 'date' : undefined;
  if (type === 'date') return () => new Date();
  if (type === 'timestamp') return () => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
  throw badValue(`$currentDate needs true or {$type: 'date' | 'timestamp'} for '${path}'`);
}

function updatePath(operator: string, path: string): readonly string[] {
  const segments = splitPath(path);
  for (const segment of segments) {
    if (segment === '$' || segment.startsWith('$[')) throw unsupported(`The positional operator in '${path}'`);
    if (segment.startsWith('$')) {
      throw new CommandError(
        ErrorCode.DollarPrefixedFieldName,
        `The dollar ($) prefixed field '${segment}' in '${path}' is not allowed in ${operator}.`,
      );
    }
  }
  return segments;
}

function modifications(operator: string, path: string, operand: unknown): Modification[] {
  const segments = updatePath(operator, path);
  if (operator === '$rename') return rename(path, segments, operand);
  const make = Object.prototype.hasOwnProperty.call(CHANGES, operator) ? CHANGES[operator] : undefined;
  if (!make) {
    if (operator === '$bit') throw unsupported('$bit');
    throw new CommandError(
      ErrorCode.FailedToParse,
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  }
  const change = make(path, operand);
  const run = (document: Document, inserting: boolean): void => {
    if (operator !== '$setOnInsert' || inserting) changeAt(document, segments, change, REMOVES_ONLY.has(operator));
  };
  return [{ operator, path, segments, run }];
}

function rename(path: string, segments: readonly string[], operand: unknown): Modification[] {
  if (typeof operand !== 'string') throw badValue(`The 'to' field for $rename must be a string: ${path}`);
  if (operand === path) throw badValue(`The source and target field for $rename must differ: ${path}`);
  const target = updatePath('$rename', operand);
  const run = (document: Document): void => {
    const value = readPlain(document, segments);
    if (value === undefined) return;
    readPlain(document, target);
    changeAt(document, segments, () => REMOVED, true);
    changeAt(document, target, () => value);
  };
  return [
    { operator: '$rename', path, segments, run },
    // Only takes part in the check for conflicts and in what is touched.
    { operator: '$rename', path: operand, segments: target, run: () => undefined },
  ];
}

function compareSegments(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x === y) continue;
    const numeric = Number(x) - Number(y);
    if (!Number.isNaN(numeric) && numeric !== 0) return numeric;
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

function refuseConflicts(sorted: readonly Modification[]): void {
  for (let i = 1; i < sorted.length; i++) {
    const [before, after] = [sorted[i - 1]!, sorted[i]!];
    if (before.segments.every((segment, depth) => after.segments[depth] === segment)) {
      throw new CommandError(
        ErrorCode.ConflictingUpdateOperators,
        `Updating the path '${after.path}' would create a conflict at '${before.path}'`,
      );
    }
  }
}

function refuseNewId(before: unknown, after: unknown): void {
  if (before === undefined || (after !== undefined && equalValues(before, after))) return;
  throw new CommandError(
    ErrorCode.ImmutableField,
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );
}

function compileReplacement(replacement: Document): Update {
  for (const name of Object.keys(replacement)) {
    if (name.startsWith('$')) {
      throw new CommandError(
        ErrorCode.DollarPrefixedFieldName,
        `The dollar ($) prefixed field '${name}' is not allowed in a replacement`,
      );
    }
  }
  return {
    kind: 'replacement',
    touched: null,
    apply(document) {
      if ('_id' in replacement) {
        if (document._id !== undefined && !equalValues(document._id, replacement._id)) {
          throw new CommandError(
            ErrorCode.ImmutableField,
            "After applying the update, the (immutable) field '_id' was found to have been altered",
          );
        }
        return { ...replacement };
      }
      return document._id === undefined ? { ...replacement } : { _id: document._id, ...replacement };
    },
  };
}

/** Compiles an update: operators, or a whole replacement. Pipelines, array filters and positional paths are errors. */
export function compileUpdate(update: unknown): Update {
  if (Array.isArray(update)) throw unsupported('An update with an aggregation pipeline');
  if (!isDocument(update)) throw new CommandError(ErrorCode.FailedToParse, 'The update must be a document');
  if (Object.keys(update)[0]?.startsWith('$') !== true) return compileReplacement(update);
  const modifiers: Modification[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (!isDocument(fields)) {
      if (!operator.startsWith('$')) throw new CommandError(ErrorCode.FailedToParse, `Unknown modifier: ${operator}.`);
      throw new CommandError(
        ErrorCode.FailedToParse,
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: …}`,
      );
    }
    for (const [path, operand] of Object.entries(fields)) modifiers.push(...modifications(operator, path, operand));
    if (Object.keys(fields).length === 0)
      modifications(operator, 'unused', operator === '$rename' ? 'x' : emptyOperand(operator));
  }
  // MongoDB makes new fields in the order of their paths, whatever the order of the operators.
  modifiers.sort((a, b) => compareSegments(a.segments, b.segments));
  refuseConflicts(modifiers);
  return {
    kind: 'operators',
    touched: new Set(modifiers.map((modifier) => firstSegment(modifier.path))),
    apply(document, inserting) {
      const id = document._id;
      for (const modifier of modifiers) modifier.run(document, inserting);
      refuseNewId(id, document._id);
      return document;
    },
  };
}

/** An operand that any known operator accepts, so that `{$foo: {}}` is refused as `{$foo: {a: 1}}` is. */
function emptyOperand(operator: string): unknown {
  if (operator === '$currentDate') return true;
  return operator === '$pullAll' ? [] : 1;
}
