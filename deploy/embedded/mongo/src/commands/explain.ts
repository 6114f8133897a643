import { isDocument } from '../bson/values.js';
import type { Document } from '../bson/values.js';
import { CommandError, ErrorCode, typeMismatch, unsupported } from '../errors.js';
import type { IndexPlan, Plan } from '../plan/planner.js';
import { QueryRun } from '../plan/run.js';
import type { Query } from '../plan/run.js';
import { pipelineOf } from './aggregate.js';
import type { Command, CommandContext } from './context.js';
import { stringField } from './context.js';
import { queryOf } from './find.js';

function indexStage({ index, bounds, reverse }: IndexPlan): Document {
  return {
    stage: 'IXSCAN',
    indexName: index.name,
    keyPattern: index.key,
    isUnique: index.unique,
    isMultiKey: index.multikey,
    direction: reverse ? 'backward' : 'forward',
    equalFields: bounds.equalFields,
    hasRange: bounds.hasRange,
    intervals: bounds.intervals.length,
  };
}

function planStage(plan: Plan, sorts: boolean): Document {
  let stage: Document;
  if (plan.kind === 'collection') stage = { stage: 'COLLSCAN' };
  else if (plan.kind === 'index') stage = { stage: 'FETCH', inputStage: indexStage(plan) };
  else stage = { stage: 'FETCH', inputStage: { stage: 'OR', inputStages: plan.plans.map(indexStage) } };
  const sorted = plan.kind !== 'or' && plan.sorted;
  return sorts && !sorted ? { stage: 'SORT', inputStage: stage } : stage;
}

function explainedQuery(command: Document, name: string): Query {
  if (name === 'find') return queryOf(command, 'filter').query;
  if (name === 'count' || name === 'distinct') return queryOf(command, 'query').query;
  if (name === 'aggregate') return pipelineOf(command).query;
  if (name === 'findAndModify') return queryOf({ ...command, limit: 1 }, 'query').query;
  const statements = name === 'update' ? command.updates : name === 'delete' ? command.deletes : undefined;
  const [statement] = Array.isArray(statements) ? (statements as unknown[]) : [];
  if (!isDocument(statement)) throw unsupported(`explain of ${name}`);
  return queryOf({ ...statement, limit: 0 }, 'q').query;
}

/** Runs the query part of a command (never its writes) and tells the plan and what it looked at. */
function explain(context: CommandContext): Document {
  const { command, db, store } = context;
  const explained = command.explain;
  if (!isDocument(explained)) throw typeMismatch("BSON field 'explain' must be an object");
  const name = Object.keys(explained)[0] ?? '';
  const query = explainedQuery(explained, name);
  const verbosity = command.verbosity ?? 'allPlansExecution';
  if (!['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity as string)) {
    throw new CommandError(
      ErrorCode.FailedToParse,
      'verbosity must be queryPlanner, executionStats or allPlansExecution',
    );
  }
  const target = stringField(explained, name);
  const collection = store.catalog.find(db, target);
  const namespace = `${db}.${target}`;
  if (!collection) {
    return {
      queryPlanner: { namespace, winningPlan: { stage: 'EOF' } },
      executionStats: { nReturned: 0, totalKeysExamined: 0, totalDocsExamined: 0 },
    };
  }
  const run = new QueryRun(store, collection, query, context.deadline);
  const winningPlan = planStage(run.plan, query.sort.length > 0);
  const planner = { queryPlanner: { namespace, winningPlan }, command: { [name]: target } };
  if (verbosity === 'queryPlanner') return planner;
  const started = performance.now();
  let nReturned = 0;
  while (run.next()) nReturned++;
  return {
    ...planner,
    executionStats: {
      executionSuccess: true,
      nReturned,
      executionTimeMillis: Math.round(performance.now() - started),
      totalKeysExamined: run.keysExamined,
      totalDocsExamined: run.docsExamined,
    },
  };
}

export const explainCommands: Readonly<Record<string, Command>> = { explain: { run: explain, writes: false } };
