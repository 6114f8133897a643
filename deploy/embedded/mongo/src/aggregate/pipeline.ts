import { isDocument } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import type { Query } from '../plan/run.js';
import { compileFilter } from '../query/matcher.js';
import type { Matcher } from '../query/matcher.js';
import { compileSort } from '../query/sort-spec.js';
import { compileAccumulator } from './accumulators.js';
import { compileStage, stageEntry } from './stages.js';
import type { Stage } from './stages.js';

/** A pipeline split into what the planner can do (filter, order, skip, limit) and the stages that follow. */
export interface Pipeline {
  readonly query: Query;
  readonly filter: Document;
  readonly stages: readonly Stage[];
  /** Top-level fields the stages look at; null when it may be any. */
  readonly fields: ReadonlySet<string> | null;
  /** Set when all that follows is one grouping that counts. */
  readonly counting: Counting | undefined;
}

export interface Counting {
  /** The field grouped by; undefined when all documents are one group. */
  readonly path: string | undefined;
  /** The result's document for a group. */
  row(value: unknown, count: number): Document;
  readonly after: readonly Stage[];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

export function compilePipeline(pipeline: readonly unknown[], hint: unknown): Pipeline {
  const filters: Document[] = [];
  let [sort, skip, limit]: [Document, number, number] = [{}, 0, 0];
  let phase = 0;
  let at = 0;
  for (; at < pipeline.length; at++) {
    const [name, spec] = stageEntry(pipeline[at]);
    if (name === '$match' && phase === 0 && isDocument(spec)) filters.push(spec);
    else if (name === '$sort' && phase === 0 && isDocument(spec)) [sort, phase] = [spec, 1];
    else if (name === '$skip' && phase <= 1 && isCount(spec)) [skip, phase] = [spec, 2];
    else if (name === '$limit' && phase <= 2 && isCount(spec) && spec > 0) [limit, phase] = [spec, 3];
    else break;
  }
  const filter: Document = filters.length === 1 ? filters[0]! : filters.length === 0 ? {} : { $and: filters };
  const rest = pipeline.slice(at);
  const matcher: Matcher = compileFilter(filter);
  return {
    query: { matcher, sort: compileSort(sort), skip, limit, ...(hint === undefined ? {} : { hint }) },
    filter,
    stages: rest.map(compileStage),
    fields: fieldsOf(rest[0]),
    counting: countingOf(rest),
  };
}

function fieldsOf(stage: unknown): ReadonlySet<string> | null {
  if (stage === undefined) return null;
  const [name, spec] = stageEntry(stage);
  if (name === '$count') return new Set();
  if (name !== '$group') return null;
  const found = new Set<string>();
  return collectFields(spec, found) ? found : null;
}

/** Gathers the top-level fields that expressions name; false when one may name any. */
function collectFields(expression: unknown, found: Set<string>): boolean {
  if (typeof expression === 'string') {
    if (expression.startsWith('$$')) return expression === '$$REMOVE';
    if (expression.startsWith('$')) found.add(expression.slice(1).split('.')[0]!);
    return true;
  }
  if (Array.isArray(expression)) return expression.every((part) => collectFields(part, found));
  if (!isDocument(expression) || '$literal' in expression) return true;
  return Object.values(expression).every((part) => collectFields(part, found));
}

function countingOf(stages: readonly unknown[]): Counting | undefined {
  if (stages.length === 0) return undefined;
  const [name, spec] = stageEntry(stages[0]);
  const after = stages.slice(1).map(compileStage);
  if (name === '$count' && typeof spec === 'string') {
    return { path: undefined, row: (_value, count) => ({ [spec]: count }), after };
  }
  if (name !== '$group' || !isDocument(spec)) return undefined;
  const { _id: id, ...fields } = spec;
  const counters = Object.entries(fields).map(([field, operand]) => compileAccumulator(field, operand));
  if (!counters.every(({ counts }) => counts)) return undefined;
  const constant = id === null || typeof id === 'number' || (typeof id === 'string' && !id.startsWith('$'));
  const isPath = typeof id === 'string' && id.startsWith('$') && !id.startsWith('$$');
  if (!constant && !isPath) return undefined;
  return {
    path: isPath ? id.slice(1) : undefined,
    row: (value, count) => ({
      _id: isPath ? value : id,
      ...Object.fromEntries(counters.map((counter) => [counter.name, count])),
    }),
    after,
  };
}
