import { randomUUID } from 'node:crypto';
import { AppError, type CallFor, type Logger } from '@candor/runtime';
import { isNumber } from '../routes/path-ids.js';
import { paramNames, type Route } from '../routes/route.js';
import { AUDITED } from './audited.js';

export interface AuditEvent {
  /** A UUID: the same event again is kept once. */
  id: string;
  action: string;
  targetType: string;
  targetId: string;
  details: Record<string, string>;
}

/** Who keeps the log. */
export interface AuditSink {
  append(from: CallFor, event: AuditEvent): Promise<void>;
}

export interface DoneCall {
  params: unknown;
  query: unknown;
  body: unknown;
  reply: unknown;
  from: CallFor;
}

const AGAIN_AFTER_MS = [100, 500, 1000];
/** Of one try: the client waits for all of them. */
const PATIENCE_MS = 1500;
/** How paths call things whose name in the log is another. */
const TYPES: Record<string, string> = { subscription: 'subscriber' };

/** Records what a call did, before its answer is sent. Reading out (an export) fails when it cannot be recorded. */
export async function recordAudit(sink: AuditSink, route: Route, call: DoneCall, logger: Logger): Promise<void> {
  const facts = eventOf(route, call);
  if (facts) await keep(sink, facts, call.from, { logger, isChange: route.method !== 'get' });
}

/**
 * Keeps an entry. Fails when it cannot be kept, unless it tells of a change: that has happened by then, so it is tried again
 * for a while, then what should have been recorded goes to the process's log.
 */
export async function keep(
  sink: AuditSink,
  facts: Omit<AuditEvent, 'id'>,
  by: CallFor,
  { logger, isChange }: { logger: Logger; isChange: boolean },
): Promise<void> {
  // One id for all tries: the one whose answer is late may have been kept.
  const event = { id: randomUUID(), ...facts };
  // What was done is recorded even when its client went away.
  const from = { ...by, deadlineMs: PATIENCE_MS };
  delete from.abandonment;
  for (let attempt = 0; ; attempt++) {
    try {
      await sink.append(from, event);
      return;
    } catch (error) {
      const wait = AGAIN_AFTER_MS[attempt];
      const mayPass = error instanceof AppError && error.kind === 'unavailable';
      if (mayPass && wait !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        continue;
      }
      if (!isChange) throw error;
      const { caller, requestId } = from;
      logger.error(
        {
          err: error,
          audit: event,
          key_id: caller?.keyId,
          organization_id: caller?.organizationId,
          request_id: requestId,
        },
        'an audit entry could not be written',
      );
      return;
    }
  }
}

/** Undefined for what is not recorded here. */
export function eventOf({ operationId, path }: Route, call: DoneCall): Omit<AuditEvent, 'id'> | undefined {
  const audited = AUDITED[operationId];
  if (!audited) return undefined;
  const params = factsOf(call.params);
  const [query, body, reply] = [factsOf(call.query), factsOf(call.body), factsOf(call.reply)];
  // A number is told with the thing that it counts.
  const named = paramNames(path).findLast((name) => !isNumber(name));
  const target = named === undefined ? (reply['id'] ?? reply['questionnaire_id']) : params[named];
  const type = named?.replace(/_id$/, '') ?? audited.action.split('.')[0] ?? '';
  const details = Object.entries(audited.details?.({ query, body, reply }) ?? {});
  return {
    action: audited.action,
    targetType: TYPES[type] ?? type,
    targetId: typeof target === 'string' ? target : '',
    details: Object.fromEntries(details.map(([name, value]) => [name, textOf(value)])),
  };
}

const factsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? null)).slice(0, 500);
