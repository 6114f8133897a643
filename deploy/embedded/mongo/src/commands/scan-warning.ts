import type { Document } from '../bson/values.js';
import type { QueryRun } from '../plan/run.js';
import type { CommandContext } from './context.js';

const SCAN_LIMIT = 1000;

/** The fields of a filter without their values, for the log. */
export function filterShape(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, operand]) =>
    name.startsWith('$') && Array.isArray(operand)
      ? operand.flatMap((branch: unknown) => filterShape(branch as Document))
      : [name],
  );
}

/** Logs a filter that no index served and that looked at more than 1,000 documents; true when it did. */
export function warnOfScan(context: Pick<CommandContext, 'log' | 'name'>, run: QueryRun, filter: Document): boolean {
  if (run.plan.kind !== 'collection' || run.docsExamined <= SCAN_LIMIT || Object.keys(filter).length === 0)
    return false;
  context.log({
    level: 'warn',
    message: 'query scanned a whole collection: an index is missing',
    fields: {
      command: context.name,
      ns: run.collection.ns,
      filter: filterShape(filter),
      docsExamined: run.docsExamined,
    },
  });
  return true;
}
