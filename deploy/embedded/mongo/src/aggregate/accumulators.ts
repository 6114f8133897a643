import { compareValues, encodeKey } from '../bson/order.js';
import { isDocument, isLong } from '../bson/values.js';
import { CommandError, ErrorCode, unsupported } from '../errors.js';
import { compileExpression } from '../query/expression.js';
import type { Expression } from '../query/expression.js';

export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return isLong(value) ? value.toNumber() : undefined;
}

function sum(): Accumulator {
  let total = 0;
  return { add: (value) => (total += numberOf(value) ?? 0), result: () => total };
}

function average(): Accumulator {
  let total = 0;
  let count = 0;
  return {
    add(value) {
      const number = numberOf(value);
      if (number === undefined) return;
      total += number;
      count++;
    },
    result: () => (count === 0 ? null : total / count),
  };
}

function extreme(order: 1 | -1): () => Accumulator {
  return () => {
    let best: unknown = null;
    return {
      add(value) {
        if (value === null || value === undefined) return;
        if (best === null || order * compareValues(value, best) > 0) best = value;
      },
      result: () => best,
    };
  };
}

function first(): Accumulator {
  let value: unknown;
  let seen = false;
  return {
    add(next) {
      if (!seen) value = next;
      seen = true;
    },
    result: () => value ?? null,
  };
}

function last(): Accumulator {
  let value: unknown;
  return { add: (next) => (value = next), result: () => value ?? null };
}

function push(): Accumulator {
  const values: unknown[] = [];
  return {
    add(value) {
      if (value !== undefined) values.push(value);
    },
    result: () => values,
  };
}

function addToSet(): Accumulator {
  const values = new Map<string, unknown>();
  return {
    add(value) {
      if (value !== undefined) values.set(encodeKey(value).toString('latin1'), value);
    },
    result: () => [...values.values()],
  };
}

function count(): Accumulator {
  let total = 0;
  return { add: () => total++, result: () => total };
}

const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = {
  $sum: sum,
  $avg: average,
  $min: extreme(-1),
  $max: extreme(1),
  $first: first,
  $last: last,
  $push: push,
  $addToSet: addToSet,
  $count: count,
};
const KNOWN_ELSEWHERE = new Set([
  '$stdDevPop',
  '$stdDevSamp',
  '$mergeObjects',
  '$top',
  '$topN',
  '$bottom',
  '$bottomN',
  '$firstN',
  '$lastN',
  '$minN',
  '$maxN',
  '$accumulator',
  '$percentile',
  '$median',
]);

export interface AccumulatedField {
  readonly name: string;
  readonly operand: Expression;
  readonly start: () => Accumulator;
  /** True for `{$sum: 1}` and `{$count: {}}`: only the number of documents matters. */
  readonly counts: boolean;
  /** True when it keeps every value, so that its memory grows with the documents. */
  readonly grows: boolean;
}

export function compileAccumulator(name: string, spec: unknown): AccumulatedField {
  const entries = isDocument(spec) ? Object.entries(spec) : [];
  const [entry] = entries;
  if (!entry || entries.length !== 1) {
    throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  }
  if (name.includes('.')) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`);
  const [operator, operand] = entry;
  const start = Object.prototype.hasOwnProperty.call(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!start) {
    if (KNOWN_ELSEWHERE.has(operator)) throw unsupported(`The accumulator ${operator}`);
    throw new CommandError(ErrorCode.UnknownGroupOperator, `unknown group operator '${operator}'`);
  }
  return {
    name,
    operand: compileExpression(operator === '$count' ? 1 : operand),
    start,
    counts: operator === '$count' || (operator === '$sum' && operand === 1),
    grows: operator === '$push' || operator === '$addToSet',
  };
}
