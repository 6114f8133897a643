import { compareValues, equalValues } from '../bson/order.js';
import { isDocument, isRegExp, typeName, typeTag, TypeTag } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { badValue, CommandError, unsupported } from '../errors.js';
import { compileRegex } from './regex.js';

/** Tests one value that a path leads to; `undefined` is a missing field. */
export type ValueTest = (value: unknown) => boolean;

export type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte';

/** A test of the elements of an array and of the array itself. */
export function spread(test: ValueTest): ValueTest {
  return (value) => (Array.isArray(value) && value.some((element) => test(element))) || test(value);
}

export function equalTo(operand: unknown): ValueTest {
  if (operand === null || operand === undefined) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  return (value) => value !== undefined && equalValues(value, operand);
}

/** Comparison within the operand's own type, as MongoDB brackets it. */
export function rangeTest(operator: RangeOperator, operand: unknown): ValueTest {
  const tag = typeTag(operand);
  const holds: Record<RangeOperator, (order: number) => boolean> = {
    $gt: (order) => order > 0,
    $gte: (order) => order >= 0,
    $lt: (order) => order < 0,
    $lte: (order) => order <= 0,
  };
  const test = holds[operator];
  if (tag === TypeTag.null) {
    return operator === '$gte' || operator === '$lte' ? (value) => value === null || value === undefined : () => false;
  }
  if (tag === TypeTag.minKey || tag === TypeTag.maxKey) {
    return (value) => value !== undefined && test(compareValues(value, operand));
  }
  if (Number.isNaN(operand)) {
    return operator === '$gte' || operator === '$lte' ? (value) => Number.isNaN(value) : () => false;
  }
  return (value) =>
    value !== undefined && typeTag(value) === tag && !Number.isNaN(value) && test(compareValues(value, operand));
}

export function regexTest(pattern: string, options: string): ValueTest {
  const regex = compileRegex(pattern, options);
  return (value) =>
    typeof value === 'string'
      ? regex.test(value)
      : isRegExp(value) && value.pattern === pattern && value.options === options;
}

export function inTest(operands: readonly unknown[]): ValueTest {
  const strings = new Set<unknown>();
  const others: ValueTest[] = [];
  for (const operand of operands) {
    if (typeof operand === 'string') strings.add(operand);
    else if (isRegExp(operand)) others.push(regexTest(operand.pattern, operand.options));
    else others.push(equalTo(operand));
  }
  return (value) => strings.has(value) || others.some((test) => test(value));
}

const TYPE_ALIASES = new Map<unknown, string>([
  [2, 'string'],
  [3, 'object'],
  [4, 'array'],
  [5, 'binData'],
  [7, 'objectId'],
  [8, 'bool'],
  [9, 'date'],
  [10, 'null'],
  [11, 'regex'],
  [13, 'javascript'],
  [17, 'timestamp'],
  [-1, 'minKey'],
  [127, 'maxKey'],
]);
const NUMBER_TYPES = new Set<unknown>([1, 16, 18, 19, 'double', 'int', 'long', 'decimal']);

export function typeTest(operand: unknown): ValueTest {
  const wanted = (Array.isArray(operand) ? operand : [operand]).map((type: unknown) => {
    // Numbers are read as plain numbers, as the driver reads them: int, long and double cannot be told apart here.
    if (NUMBER_TYPES.has(type)) throw unsupported(`$type: ${String(type)} (use 'number')`);
    const alias = TYPE_ALIASES.get(type) ?? type;
    if (typeof alias !== 'string' || (alias !== 'number' && ![...TYPE_ALIASES.values()].includes(alias))) {
      throw badValue(`Unknown type name alias: ${String(type)}`);
    }
    return alias;
  });
  return (value) => value !== undefined && wanted.includes(typeName(value));
}

export function modTest(operand: unknown): ValueTest {
  if (!Array.isArray(operand) || operand.length !== 2)
    throw badValue('malformed mod, needs to be an array of two numbers');
  const [divisor, remainder] = operand.map((part: unknown) => {
    if (typeof part !== 'number' || !Number.isFinite(part)) throw badValue('malformed mod, not a number');
    return Math.trunc(part);
  }) as [number, number];
  if (divisor === 0) throw badValue('divisor cannot be 0');
  return (value) =>
    typeof value === 'number' && Number.isFinite(value) && Math.trunc(value) % divisor === (remainder % divisor) + 0;
}

export function sizeTest(operand: unknown): ValueTest {
  if (typeof operand !== 'number' || !Number.isInteger(operand) || operand < 0) {
    throw badValue('$size needs a non-negative integer');
  }
  return (value) => Array.isArray(value) && value.length === operand;
}

export function requireArray(operator: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw new CommandError(2, `${operator} needs an array`);
  return operand;
}

/** `{$gt: 1}` and the like, not a document to compare with. */
export function isOperatorDocument(value: unknown): value is Document {
  if (!isDocument(value)) return false;
  const first = Object.keys(value)[0];
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
}
