import { compareValues, equalValues } from '../bson/order.js';
import { ownField } from '../bson/paths.js';
import { isDocument, isLong, typeName } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { CommandError, typeMismatch, unsupported } from '../errors.js';

/** An aggregation expression ready to run on a document; `undefined` is a missing value. */
export type Expression = (document: Document) => unknown;

type Operator = (args: readonly Expression[], name: string) => Expression;

export function truthy(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0;
}

/** The value of a field path in an expression: an array on the way maps over its documents. */
export function readFieldPath(value: unknown, segments: readonly string[], from = 0): unknown {
  if (from === segments.length) return value;
  if (Array.isArray(value)) {
    return value
      .map((element: unknown) =>
        isDocument(element) || Array.isArray(element) ? readFieldPath(element, segments, from) : undefined,
      )
      .filter((element) => element !== undefined);
  }
  return isDocument(value) ? readFieldPath(ownField(value, segments[from]!), segments, from + 1) : undefined;
}

function numbers(name: string, values: readonly unknown[]): number[] | null {
  const out: number[] = [];
  for (const value of values) {
    if (value === null || value === undefined) return null;
    if (typeof value === 'number') out.push(value);
    else if (isLong(value)) out.push(value.toNumber());
    else throw typeMismatch(`${name} only supports numeric types, not ${typeName(value)}`);
  }
  return out;
}

function arithmetic(fold: (values: number[]) => number): Operator {
  return (args, name) => (document) => {
    const values = numbers(
      name,
      args.map((arg) => arg(document)),
    );
    return values === null ? null : fold(values);
  };
}

function comparison(holds: (order: number) => boolean): Operator {
  return ([left, right], name) => {
    if (!left || !right) throw new CommandError(16020, `Expression ${name} takes exactly 2 arguments`);
    // A missing value sorts below null in expressions.
    return (document) => {
      const a = left(document);
      const b = right(document);
      const missing = Number(b === undefined) - Number(a === undefined);
      return holds((a ?? null) === null && (b ?? null) === null ? missing : compareValues(a, b));
    };
  };
}

function text(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || isLong(value)) return String(value);
  if (value instanceof Date) return value.toISOString();
  throw typeMismatch(`${name} only supports strings, not ${typeName(value)}`);
}

function one(run: (value: unknown, name: string) => unknown): Operator {
  return ([arg], name) => {
    if (!arg) throw new CommandError(16020, `Expression ${name} takes exactly 1 arguments`);
    return (document) => run(arg(document), name);
  };
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  $add: arithmetic((values) => values.reduce((a, b) => a + b, 0)),
  $subtract: arithmetic(([a = 0, b = 0]) => a - b),
  $multiply: arithmetic((values) => values.reduce((a, b) => a * b, 1)),
  $divide: arithmetic(([a = 0, b = 0]) => {
    if (b === 0) throw new CommandError(2, "can't $divide by zero");
    return a / b;
  }),
  $mod: arithmetic(([a = 0, b = 0]) => {
    if (b === 0) throw new CommandError(16610, "can't $mod by zero");
    return a % b;
  }),
  $abs: arithmetic(([a = 0]) => Math.abs(a)),
  $floor: arithmetic(([a = 0]) => Math.floor(a)),
  $ceil: arithmetic(([a = 0]) => Math.ceil(a)),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $and: (args) => (document) => args.every((arg) => truthy(arg(document))),
  $or: (args) => (document) => args.some((arg) => truthy(arg(document))),
  $not: one((value) => !truthy(value)),
  $ifNull: (args) => (document) => {
    let value: unknown;
    for (const arg of args) {
      value = arg(document);
      if (value !== null && value !== undefined) return value;
    }
    return value;
  },
  $in: ([needle, array]) => {
    if (!needle || !array) throw new CommandError(16020, 'Expression $in takes exactly 2 arguments');
    return (document) => {
      const values = array(document);
      if (!Array.isArray(values)) throw new CommandError(40081, '$in requires an array as a second argument');
      const wanted = needle(document);
      return values.some((value) => equalValues(value, wanted));
    };
  },
  $size: one((value) => {
    if (!Array.isArray(value)) throw new CommandError(17124, 'The argument to $size must be an array');
    return value.length;
  }),
  $concat: (args, name) => (document) => {
    const parts = args.map((arg) => arg(document));
    if (parts.some((part) => part === null || part === undefined)) return null;
    if (parts.some((part) => typeof part !== 'string')) throw new CommandError(16702, `${name} only supports strings`);
    return parts.join('');
  },
  $toLower: one((value, name) => text(name, value).toLowerCase()),
  $toUpper: one((value, name) => text(name, value).toUpperCase()),
  $toString: one((value, name) => (value === null || value === undefined ? null : text(name, value))),
  $type: one((value) => typeName(value)),
  $isArray: one((value) => Array.isArray(value)),
};

function compileCond(operand: unknown): Expression {
  const parts: unknown[] = Array.isArray(operand)
    ? operand
    : isDocument(operand)
      ? [operand.if, operand.then, operand.else]
      : [];
  if (parts.length !== 3 || parts.some((part) => part === undefined)) {
    throw new CommandError(16020, 'Expression $cond takes exactly 3 arguments');
  }
  const [test, yes, no] = parts.map(compileExpression) as [Expression, Expression, Expression];
  return (document) => (truthy(test(document)) ? yes(document) : no(document));
}

/** Compiles an aggregation expression; an operator outside the subset is error 168 with its name. */
export function compileExpression(expression: unknown): Expression {
  if (typeof expression === 'string' && expression.startsWith('$')) {
    if (expression === '$$ROOT' || expression === '$$CURRENT') return (document) => document;
    if (expression === '$$REMOVE') return () => undefined;
    if (expression.startsWith('$$')) throw unsupported(`The variable ${expression}`);
    const segments = expression.slice(1).split('.');
    if (segments.some((segment) => segment === ''))
      throw new CommandError(40353, `FieldPath '${expression}' is not valid`);
    return (document) => readFieldPath(document, segments);
  }
  if (Array.isArray(expression)) {
    const parts = expression.map(compileExpression);
    return (document) => parts.map((part) => part(document) ?? null);
  }
  if (!isDocument(expression)) return () => expression;
  const entries = Object.entries(expression);
  const [first] = entries;
  if (first?.[0].startsWith('$')) {
    const [name, operand] = first;
    if (entries.length > 1) {
      throw new CommandError(15983, 'An object representing an expression must have exactly one field');
    }
    if (name === '$literal') return () => operand;
    if (name === '$cond') return compileCond(operand);
    const operator = Object.prototype.hasOwnProperty.call(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (!operator)
      throw new CommandError(168, `Unrecognized expression '${name}' (or not supported by the embedded database)`);
    return operator((Array.isArray(operand) ? operand : [operand]).map(compileExpression), name);
  }
  const fields = entries.map(([name, value]): [string, Expression] => [name, compileExpression(value)]);
  return (document) => {
    const out: Document = {};
    for (const [name, value] of fields) {
      const result = value(document);
      if (result !== undefined) out[name] = result;
    }
    return out;
  };
}
