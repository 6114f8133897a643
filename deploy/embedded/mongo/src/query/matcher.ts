import { firstSegment, splitPath, visitPath } from '../bson/paths.js';
import { isDocument, isRegExp } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { badValue, unsupported } from '../errors.js';
import { compileExpression, truthy } from './expression.js';
import {
  equalTo,
  inTest,
  isOperatorDocument,
  modTest,
  rangeTest,
  regexTest,
  requireArray,
  sizeTest,
  spread,
  typeTest,
} from './predicates.js';
import type { RangeOperator, ValueTest } from './predicates.js';
import { literalOf, literalPrefix, regexOperands } from './regex.js';
import { withoutTexts, type TextCondition } from './text-conditions.js';

export type DocumentTest = (document: Document) => boolean;

/** A condition that every matching document fulfils, in the form that an index can serve. */
export type Conjunct =
  | { readonly path: string; readonly kind: 'eq'; readonly value: unknown }
  | { readonly path: string; readonly kind: 'in'; readonly values: readonly unknown[] }
  | { readonly path: string; readonly kind: 'range'; readonly operator: RangeOperator; readonly value: unknown }
  | { readonly path: string; readonly kind: 'prefix'; readonly prefix: string };

/** A compiled filter. */
export interface Matcher {
  readonly test: DocumentTest;
  /** Top-level fields that `test` looks at; null when it may look at any. */
  readonly fields: ReadonlySet<string> | null;
  readonly conjuncts: readonly Conjunct[];
  /** True when the conjuncts say all that the filter says. */
  readonly onlyConjuncts: boolean;
  /** The branches of a filter that is one `$or`. */
  readonly branches: readonly Document[];
  /** Of each, one must stand in the bytes of a document that matches. */
  readonly literals: readonly (readonly Buffer[])[];
  /** Conditions that a field holds a text, and the filter without them: bytes can be asked for texts. */
  readonly texts: readonly TextCondition[];
  readonly rest: Matcher | undefined;
}

interface Compilation {
  readonly literals: Buffer[][];
  readonly fields: Set<string>;
  readonly conjuncts: Conjunct[];
  anyField: boolean;
  onlyConjuncts: boolean;
}

/** Compiles a query filter; an operator that is not MongoDB's is error 2, one that is not supported here is error 9. */
export function compileFilter(filter: Document): Matcher {
  const state: Compilation = { fields: new Set(), conjuncts: [], literals: [], anyField: false, onlyConjuncts: true };
  const test = compileDocument(filter, state, true);
  const branches = Array.isArray(filter.$or) ? (filter.$or as Document[]) : [];
  const { texts, rest } = withoutTexts(filter);
  return {
    texts,
    rest: texts.length === 0 ? undefined : compileFilter(rest),
    test,
    fields: state.anyField ? null : state.fields,
    conjuncts: state.conjuncts,
    onlyConjuncts: state.onlyConjuncts,
    branches,
    literals: state.literals,
  };
}

function all(tests: readonly DocumentTest[]): DocumentTest {
  if (tests.length === 1) return tests[0]!;
  return (document) => tests.every((test) => test(document));
}

function compileDocument(filter: Document, state: Compilation, conjunctive: boolean): DocumentTest {
  const tests: DocumentTest[] = [];
  for (const [name, operand] of Object.entries(filter)) {
    if (name.startsWith('$')) tests.push(compileLogical(name, operand, state, conjunctive));
    else tests.push(compileField(name, operand, state, conjunctive));
  }
  return all(tests);
}

function compileLogical(name: string, operand: unknown, state: Compilation, conjunctive: boolean): DocumentTest {
  if (name === '$comment') return () => true;
  if (name === '$expr') {
    state.anyField = true;
    state.onlyConjuncts = false;
    const expression = compileExpression(operand);
    return (document) => truthy(expression(document));
  }
  if (name !== '$and' && name !== '$or' && name !== '$nor') {
    if (['$where', '$text', '$jsonSchema', '$sampleRate', '$alwaysTrue', '$alwaysFalse'].includes(name))
      throw unsupported(name);
    throw badValue(
      `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
    );
  }
  const branches = requireArray(name, operand);
  if (branches.length === 0) throw badValue(`${name} argument must be a non-empty array`);
  if (name !== '$and') state.onlyConjuncts = false;
  const tests = branches.map((branch) => {
    if (!isDocument(branch)) throw badValue(`${name} argument's entries must be objects`);
    return compileDocument(branch, state, conjunctive && name === '$and');
  });
  if (name === '$and') return all(tests);
  if (name === '$or') return (document) => tests.some((test) => test(document));
  return (document) => !tests.some((test) => test(document));
}

function compileField(path: string, operand: unknown, state: Compilation, conjunctive: boolean): DocumentTest {
  const segments = splitPath(path);
  state.fields.add(firstSegment(path));
  if (isRegExp(operand)) {
    noteRegex(path, operand.pattern, operand.options, state, conjunctive);
    return leaf(segments, spread(regexTest(operand.pattern, operand.options)));
  }
  if (!isOperatorDocument(operand)) {
    note({ path, kind: 'eq', value: operand }, state, conjunctive);
    return leaf(segments, spread(equalTo(operand)));
  }
  const tests: DocumentTest[] = [];
  for (const [operator, value] of Object.entries(operand)) {
    if (operator === '$options' && '$regex' in operand) continue;
    const test = compileOperator(path, segments, operator, value, operand, state, conjunctive);
    tests.push(test);
  }
  return all(tests);
}

function leaf(segments: readonly string[], test: ValueTest): DocumentTest {
  return (document) => visitPath(document, segments, test);
}

function note(conjunct: Conjunct, state: Compilation, conjunctive: boolean): void {
  if (conjunctive) state.conjuncts.push(conjunct);
  else state.onlyConjuncts = false;
}

function noteRegex(path: string, pattern: string, options: string, state: Compilation, conjunctive: boolean): void {
  state.onlyConjuncts = false;
  const prefix = literalPrefix(pattern, options);
  if (prefix !== undefined && conjunctive) state.conjuncts.push({ path, kind: 'prefix', prefix });
  const literal = literalOf(pattern, options);
  // The pattern itself: a stored expression matches the same expression.
  if (literal !== undefined && conjunctive)
    state.literals.push([...new Set([literal, pattern])].map((form) => Buffer.from(form)));
}

function compileOperator(
  path: string,
  segments: readonly string[],
  operator: string,
  value: unknown,
  siblings: Document,
  state: Compilation,
  conjunctive: boolean,
): DocumentTest {
  switch (operator) {
    case '$eq':
      note({ path, kind: 'eq', value }, state, conjunctive);
      return leaf(segments, spread(equalTo(value)));
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (isRegExp(value)) throw badValue(`Can't have RegEx as arg to predicate over field '${path}'.`);
      note({ path, kind: 'range', operator, value }, state, conjunctive);
      return leaf(segments, spread(rangeTest(operator, value)));
    case '$in': {
      const values = requireArray(operator, value);
      if (values.some(isOperatorDocument)) throw badValue('cannot nest $ under $in');
      if (values.some(isRegExp)) state.onlyConjuncts = false;
      else note({ path, kind: 'in', values }, state, conjunctive);
      return leaf(segments, spread(inTest(values)));
    }
    default:
  }
  state.onlyConjuncts = false;
  switch (operator) {
    case '$regex': {
      const { pattern, options } = regexOperands(value, siblings.$options);
      noteRegex(path, pattern, options, state, conjunctive);
      return leaf(segments, spread(regexTest(pattern, options)));
    }
    case '$elemMatch':
      return leaf(segments, elementMatcher(value));
    default:
      return compileUnindexed(path, segments, operator, value);
  }
}

function compileUnindexed(path: string, segments: readonly string[], operator: string, value: unknown): DocumentTest {
  const negate = (test: DocumentTest): DocumentTest => {
    return (document) => !test(document);
  };
  switch (operator) {
    case '$ne':
      if (isRegExp(value)) throw badValue("Can't have regex as arg to $ne.");
      return negate(leaf(segments, spread(equalTo(value))));
    case '$nin':
      return negate(leaf(segments, spread(inTest(requireArray(operator, value)))));
    case '$not': {
      if (!isRegExp(value) && !isOperatorDocument(value)) throw badValue('$not needs a regex or a document');
      return negate(compileFilter({ [path]: value }).test);
    }
    case '$exists':
      return value === false || value === null || value === 0
        ? negate(leaf(segments, (found) => found !== undefined))
        : leaf(segments, (found) => found !== undefined);
    case '$type':
      return leaf(segments, spread(typeTest(value)));
    case '$mod':
      return leaf(segments, spread(modTest(value)));
    case '$size':
      return leaf(segments, sizeTest(value));
    case '$all': {
      const operands = requireArray(operator, value);
      const tests = operands.map((operand) => {
        if (isDocument(operand) && '$elemMatch' in operand) return leaf(segments, elementMatcher(operand.$elemMatch));
        return leaf(
          segments,
          spread(isRegExp(operand) ? regexTest(operand.pattern, operand.options) : equalTo(operand)),
        );
      });
      return (document) => tests.length > 0 && tests.every((test) => test(document));
    }
    case '$bitsAllSet':
    case '$bitsAnySet':
    case '$bitsAllClear':
    case '$bitsAnyClear':
    case '$near':
    case '$nearSphere':
    case '$geoWithin':
    case '$geoIntersects':
      throw unsupported(operator);
    default:
      throw badValue(`unknown operator: ${operator}`);
  }
}

/** `$elemMatch`: an element that fulfils a whole filter, or (with operators at its top) all of the tests of a value. */
function elementMatcher(operand: unknown): ValueTest {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  const valueForm = isOperatorDocument(operand) && !['$and', '$or', '$nor', '$expr'].includes(Object.keys(operand)[0]!);
  if (valueForm) {
    const { test } = compileFilter({ element: operand });
    return (value) => Array.isArray(value) && value.some((element: unknown) => test({ element }));
  }
  const { test } = compileFilter(operand);
  return (value) =>
    Array.isArray(value) &&
    value.some((element: unknown) => (isDocument(element) || Array.isArray(element)) && test(element as Document));
}
