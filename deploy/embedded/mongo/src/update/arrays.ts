import { compareValues, equalValues } from '../bson/order.js';
import { ownField } from '../bson/paths.js';
import { isDocument, isRegExp, typeName } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { badValue, CommandError } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import type { ValueTest } from '../query/predicates.js';
import { compileSort } from '../query/sort-spec.js';
import type { Change } from './target.js';
import { UNCHANGED } from './target.js';

function arrayOf(path: string, operator: string, current: unknown): unknown[] {
  if (current === undefined) return [];
  if (Array.isArray(current)) return [...(current as unknown[])];
  throw badValue(`The field '${path}' must be an array but is of type ${typeName(current)} (${operator})`);
}

function isEach(operand: unknown): operand is Document {
  return isDocument(operand) && '$each' in operand;
}

function eachOf(operator: string, operand: Document): unknown[] {
  const each = operand.$each;
  if (!Array.isArray(each))
    throw badValue(`The argument to $each in ${operator} must be an array but it was of type ${typeName(each)}`);
  return each;
}

function integer(name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw badValue(`The value for ${name} must be an integer value`);
  return value;
}

/** `$push` with `$each`, `$position`, `$slice` and `$sort`. */
export function push(path: string, operand: unknown): Change {
  if (!isEach(operand)) return (current) => [...arrayOf(path, '$push', current), operand];
  const values = eachOf('$push', operand);
  for (const name of Object.keys(operand)) {
    if (!['$each', '$position', '$slice', '$sort'].includes(name))
      throw badValue(`Unrecognized clause in $push: ${name}`);
  }
  const position = operand.$position === undefined ? undefined : integer('$position', operand.$position);
  const slice = operand.$slice === undefined ? undefined : integer('$slice', operand.$slice);
  const order = operand.$sort === undefined ? undefined : elementOrder(operand.$sort);
  return (current) => {
    const array = arrayOf(path, '$push', current);
    array.splice(position ?? array.length, 0, ...values);
    if (order) array.sort(order);
    if (slice === undefined) return array;
    return slice < 0 ? array.slice(slice) : array.slice(0, slice);
  };
}

function elementOrder(spec: unknown): (a: unknown, b: unknown) => number {
  if (spec === 1 || spec === -1) return (a, b) => spec * compareValues(a, b);
  if (!isDocument(spec))
    throw badValue('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
  const fields = compileSort(spec);
  return (a, b) => {
    for (const { segments, descending } of fields) {
      const [x, y] = [a, b].map((element) =>
        segments.reduce<unknown>(
          (value, segment) => (isDocument(value) ? ownField(value, segment) : undefined),
          element,
        ),
      );
      const order = compareValues(x, y);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
}

export function addToSet(path: string, operand: unknown): Change {
  if (isEach(operand) && Object.keys(operand).length > 1) {
    throw badValue(`Found unexpected fields after $each in $addToSet: ${Object.keys(operand).join(', ')}`);
  }
  const values = isEach(operand) ? eachOf('$addToSet', operand) : [operand];
  return (current) => {
    const array = arrayOf(path, '$addToSet', current);
    const before = array.length;
    for (const value of values) if (!array.some((element) => equalValues(element, value))) array.push(value);
    return array.length === before && current !== undefined ? UNCHANGED : array;
  };
}

function removing(path: string, operator: string, matches: ValueTest): Change {
  return (current) => {
    if (current === undefined) return UNCHANGED;
    if (!Array.isArray(current)) throw badValue(`Cannot apply ${operator} to a non-array value (field '${path}')`);
    const kept = current.filter((element) => !matches(element));
    return kept.length === current.length ? UNCHANGED : kept;
  };
}

/** `$pull`: a value removes its equals, operators what they match, a document the elements it matches as a filter. */
export function pull(path: string, operand: unknown): Change {
  if (isRegExp(operand) || (isDocument(operand) && Object.keys(operand)[0]?.startsWith('$') === true)) {
    const { test } = compileFilter({ element: operand });
    return removing(path, '$pull', (element) => test({ element }));
  }
  if (isDocument(operand)) {
    const { test } = compileFilter(operand);
    return removing(path, '$pull', (element) => isDocument(element) && test(element));
  }
  return removing(path, '$pull', (element) => equalValues(element, operand));
}

export function pullAll(path: string, operand: unknown): Change {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  return removing(path, '$pullAll', (element) => operand.some((value) => equalValues(value, element)));
}

export function pop(path: string, operand: unknown): Change {
  if (operand !== 1 && operand !== -1) throw new CommandError(9, '$pop expects 1 or -1');
  return (current) => {
    if (current === undefined) return UNCHANGED;
    if (!Array.isArray(current))
      throw new CommandError(14, `Path '${path}' contains an element of non-array type '${typeName(current)}'`);
    if (current.length === 0) return UNCHANGED;
    const array: unknown[] = current;
    return operand === 1 ? array.slice(0, -1) : array.slice(1);
  };
}
