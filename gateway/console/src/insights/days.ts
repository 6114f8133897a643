import type { InsightsSummary } from '../api/types.js';

export interface Day {
  /** "YYYY-MM-DD", UTC. */
  day: string;
  asked: number;
  unanswered: number;
}

const DAY_MS = 86_400_000;

/** Every day of the summary's time, oldest first, those without a question too. */
export function daysOf({ days, counts }: Pick<InsightsSummary, 'days' | 'counts'>, now = Date.now()): Day[] {
  const byDay = new Map<string, Day>();
  for (let back = days - 1; back >= 0; back--) {
    const day = new Date(now - back * DAY_MS).toISOString().slice(0, 10);
    byDay.set(day, { day, asked: 0, unanswered: 0 });
  }
  for (const { day, conversations, unanswered } of counts) {
    const one = byDay.get(day);
    if (!one) continue;
    one.asked += conversations;
    one.unanswered += unanswered;
  }
  return [...byDay.values()];
}
