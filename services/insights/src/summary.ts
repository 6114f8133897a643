import { invalid, isoTime, micros, type Clock, type FieldError } from '@candor/runtime';
import {
  ORIGINS,
  SOURCE_TYPES,
  type Conversation,
  type ConversationStore,
  type SourceType,
} from './store/conversations.js';

export interface DayCount {
  /** YYYY-MM-DD in UTC. */
  day: string;
  sourceType: SourceType;
  conversations: number;
  unanswered: number;
}

export interface Summary {
  /** Days and channels with at least one conversation, newest day first. */
  counts: DayCount[];
  unanswered: Conversation[];
  unansweredTotal: number;
  /** Those that the origin of the gaps matches. */
  gapsTotal: number;
}

const DAY = 86_400_000_000;
const MAX_DAYS = 366;
const MAX_GAPS = 100;
/** Counted together; few enough to leave connections for others. */
const DAYS_AT_ONCE = 5;

/** Counts by channel and day (UTC, today the last), and the newest questions that got no answer. */
export async function summarize(
  store: ConversationStore,
  clock: Clock,
  organizationId: string,
  { days, gaps, gapsOffset, gapsOrigin }: { days: number; gaps: number; gapsOffset: number; gapsOrigin: string },
): Promise<Summary> {
  const errors: FieldError[] = [];
  const origin = ORIGINS.find((one) => one === gapsOrigin);
  if (origin === undefined && gapsOrigin !== '')
    errors.push({ path: 'gaps_origin', message: `gaps_origin must be one of ${ORIGINS.join(', ')}.` });
  if (gapsOffset < 0) errors.push({ path: 'gaps_offset', message: 'gaps_offset must be 0 or more.' });
  if (days < 1 || days > MAX_DAYS) errors.push({ path: 'days', message: `days must be 1 to ${MAX_DAYS}.` });
  if (gaps < 0 || gaps > MAX_GAPS) errors.push({ path: 'gaps', message: `gaps must be 0 to ${MAX_GAPS}.` });
  if (errors.length > 0) throw invalid(errors);
  const tomorrow = (Math.floor(micros(clock) / DAY) + 1) * DAY;
  const range = { from: tomorrow - days * DAY, before: tomorrow };

  const counts: DayCount[] = [];
  let unansweredTotal = 0;
  for (let before = tomorrow; before > range.from; before -= DAYS_AT_ONCE * DAY) {
    const starts = Array.from({ length: DAYS_AT_ONCE }, (_value, index) => before - (index + 1) * DAY);
    const cells = starts
      .filter((start) => start >= range.from)
      .flatMap((start) => SOURCE_TYPES.map((sourceType) => ({ start, sourceType })));
    const counted = await Promise.all(cells.map((cell) => countCell(store, organizationId, cell)));
    counts.push(...counted.filter(({ conversations }) => conversations > 0));
    unansweredTotal += counted.reduce((sum, { unanswered }) => sum + unanswered, 0);
  }
  const named = await store.unanswered(organizationId, range, { origin, offset: gapsOffset, limit: gaps });
  return { counts, unanswered: named.conversations, unansweredTotal, gapsTotal: named.total };
}

/** The conversations of a day from one channel; `start` in microseconds. */
async function countCell(
  store: ConversationStore,
  organizationId: string,
  { start, sourceType }: { start: number; sourceType: SourceType },
): Promise<DayCount> {
  const range = { from: start, before: start + DAY };
  const [answered, unanswered] = await Promise.all([
    store.count(organizationId, range, { sourceType, unanswered: false }),
    store.count(organizationId, range, { sourceType, unanswered: true }),
  ]);
  return { day: dayOf(start), sourceType, conversations: answered + unanswered, unanswered };
}

const dayOf = (at: number): string => isoTime(at).slice(0, 10);
