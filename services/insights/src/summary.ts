import { invalid, micros, type Clock, type FieldError } from '@candor/runtime';
import { SOURCE_TYPES, type Conversation, type ConversationStore, type SourceType } from './store/conversations.js';

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
}

const DAY = 86_400_000_000;
const MAX_DAYS = 366;
const MAX_GAPS = 100;

/** Counts by channel and day (UTC, today the last), and the newest questions that got no answer. */
export async function summarize(
  store: ConversationStore,
  clock: Clock,
  organizationId: string,
  { days, gaps }: { days: number; gaps: number },
): Promise<Summary> {
  const errors: FieldError[] = [];
  if (days < 1 || days > MAX_DAYS) errors.push({ path: 'days', message: `days must be 1 to ${MAX_DAYS}.` });
  if (gaps < 0 || gaps > MAX_GAPS) errors.push({ path: 'gaps', message: `gaps must be 0 to ${MAX_GAPS}.` });
  if (errors.length > 0) throw invalid(errors);
  const tomorrow = (Math.floor(micros(clock) / DAY) + 1) * DAY;
  const range = { from: tomorrow - days * DAY, before: tomorrow };

  const gapsOf = new Map<string, number>();
  let unansweredTotal = 0;
  for await (const { answeredAt, sourceType } of store.unansweredTimes(organizationId, range)) {
    const name = `${dayOf(answeredAt)} ${sourceType}`;
    gapsOf.set(name, (gapsOf.get(name) ?? 0) + 1);
    unansweredTotal++;
  }
  const counts: DayCount[] = [];
  for (let before = tomorrow; before > range.from; before -= DAY) {
    const day = dayOf(before - DAY);
    const each = await Promise.all(
      SOURCE_TYPES.map(async (sourceType) => ({
        day,
        sourceType,
        conversations: await store.count(organizationId, { from: before - DAY, before }, sourceType),
        unanswered: gapsOf.get(`${day} ${sourceType}`) ?? 0,
      })),
    );
    counts.push(...each.filter((count) => count.conversations > 0));
  }
  return { counts, unanswered: await store.unanswered(organizationId, range, gaps), unansweredTotal };
}

const dayOf = (at: number): string => new Date(at / 1000).toISOString().slice(0, 10);
