import { micros, type Clock } from '@candor/runtime';
import type { Stage } from '../domain/status.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { LogEntry } from '../store/records.js';

const CODES: Record<Stage, string> = { validation: 'checked', extraction: 'extracted', answering: 'answered' };

/**
 * The one line that a stage writes at its end: what it did, with how much, and how long it took. A stage that is repeated
 * after a crash writes it once, one that begins anew (a retry, corrections, answering again) once more.
 */
export function stageDone(claim: QuestionnaireDocument, stage: Stage, what: string, clock: Clock): LogEntry {
  const now = micros(clock);
  const startedAt = claim.stages[stage]?.startedAt ?? now;
  const message = `${what} It took ${duration((now - startedAt) / 1000)}.`;
  return { stage, level: 'INFO', code: CODES[stage], message, identity: String(startedAt) };
}

/** "1 question", "1,200 questions". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** "12 kB", in units of a thousand. */
export function bytes(size: number): string {
  if (size < 1000) return counted(size, 'byte');
  const [value, unit] = size < 1e6 ? [size / 1e3, 'kB'] : [size / 1e6, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US')} ${unit}`;
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(1, Math.round(ms))} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}
