import { micros, type Clock } from '@candor/runtime';
import type { ConversationStore } from './store/conversations.js';
import { endOf, startOf, type Span, type SpanStore } from './store/spans.js';

export type CountedSpan = Span & { count: number };

/** What this replica knows of one organization's spans, by their starts. */
interface View {
  /** Spans that were opened later (microseconds) are not known yet. */
  syncedAt: number;
  days: Map<number, Span>;
  /** By the start of their day; only of days that were asked for. */
  quarters: Map<number, Map<number, Span>>;
  /** Whether a reader is at counting closed spans. */
  counting: boolean;
}

/** More uncounted spans than these are not counted one by one. */
const MAX_COUNTED = 8;
const MAX_ORGANIZATIONS = 500;
const MAX_DAYS_OPENED = 100;
/** By less than this, microseconds, clocks of replicas may be corrected without notice. */
const CLOCKS_DIFFER = 5e6;

/**
 * How many conversations each stretch of time has. Counts of closed spans are kept in the database and here; what was
 * opened since the last look is read anew, and open spans are counted at every look.
 */
export class SpanCounts {
  private readonly views = new Map<string, View>();

  constructor(
    private readonly spans: SpanStore,
    private readonly conversations: ConversationStore,
    private readonly clock: Clock,
  ) {}

  /** Newest first; undefined when too many are uncounted: some of them are counted then, so that it gets better. */
  async days(organizationId: string): Promise<CountedSpan[] | undefined> {
    const view = await this.refreshed(organizationId);
    const days = newestFirst(view.days);
    const uncounted = days.filter((day) => day.count === undefined);
    if (uncounted.length <= MAX_COUNTED) return this.counted(organizationId, view, days);
    await this.countSome(organizationId, view, uncounted);
    return undefined;
  }

  /** The quarters of a day that `days` just gave, newest first; undefined as above. */
  async quarters(organizationId: string, day: Span): Promise<CountedSpan[] | undefined> {
    const view = this.views.get(organizationId) ?? (await this.refreshed(organizationId));
    const quarters = await this.quartersOf(organizationId, view, day);
    const uncounted = quarters.filter((quarter) => quarter.count === undefined);
    if (uncounted.length <= MAX_COUNTED) return this.counted(organizationId, view, quarters);
    await this.countSome(organizationId, view, uncounted);
    return undefined;
  }

  forget(organizationId: string): void {
    this.views.delete(organizationId);
  }

  private async refreshed(organizationId: string): Promise<View> {
    const now = micros(this.clock);
    const known = this.views.get(organizationId);
    // After the clock was set back, what is opened now would count as known.
    if (!known || known.syncedAt > now + CLOCKS_DIFFER) {
      const days = await this.spans.list(organizationId, 'day');
      const view = {
        syncedAt: now,
        days: byStart(days),
        quarters: new Map<number, Map<number, Span>>(),
        counting: false,
      };
      if (this.views.size >= MAX_ORGANIZATIONS) this.views.clear();
      this.views.set(organizationId, view);
      return view;
    }
    // Opening reaches into the future, by more than clocks of replicas differ: whatever was opened since is among these.
    for (const span of await this.spans.openAfter(organizationId, known.syncedAt)) {
      const siblings = span.level === 'day' ? known.days : known.quarters.get(startOf('day', span.start));
      const before = siblings?.get(span.start);
      if (siblings && (!before || before.openUntil < span.openUntil)) siblings.set(span.start, span);
    }
    known.syncedAt = Math.max(known.syncedAt, now);
    return known;
  }

  /** A few of the closed ones, by one reader at a time: each leaves less for the next. */
  private async countSome(organizationId: string, view: View, uncounted: Span[]): Promise<void> {
    if (view.counting) return;
    view.counting = true;
    try {
      const now = micros(this.clock);
      const closed = uncounted.filter((span) => span.openUntil < now);
      await this.counted(organizationId, view, closed.slice(0, MAX_COUNTED));
    } finally {
      view.counting = false;
    }
  }

  private async quartersOf(organizationId: string, view: View, day: Span): Promise<Span[]> {
    let quarters = view.quarters.get(day.start);
    if (!quarters) {
      if (view.quarters.size >= MAX_DAYS_OPENED) view.quarters.clear();
      const range = { from: day.start, before: endOf(day) };
      quarters = byStart(await this.spans.list(organizationId, 'quarter', range));
      view.quarters.set(day.start, quarters);
    }
    return newestFirst(quarters);
  }

  private counted(organizationId: string, view: View, spans: Span[]): Promise<CountedSpan[]> {
    return Promise.all(
      spans.map(async (span) => {
        if (span.count !== undefined) return { ...span, count: span.count };
        // Closed before it is counted: whoever opens it meanwhile keeps the count from being stored.
        const closed = span.openUntil < micros(this.clock);
        const counted = { ...span, count: await this.count(organizationId, view, span) };
        if (closed) {
          await this.spans.settle(organizationId, span, counted.count);
          const siblings = span.level === 'day' ? view.days : view.quarters.get(startOf('day', span.start));
          if (siblings?.get(span.start)?.openUntil === span.openUntil) siblings.set(span.start, counted);
        }
        return counted;
      }),
    );
  }

  private async count(organizationId: string, view: View, span: Span): Promise<number> {
    if (span.level === 'day' && span.openUntil >= micros(this.clock)) {
      const quarters = await this.quartersOf(organizationId, view, span);
      if (quarters.filter((quarter) => quarter.count === undefined).length <= MAX_COUNTED) {
        return (await this.counted(organizationId, view, quarters)).reduce((sum, quarter) => sum + quarter.count, 0);
      }
    }
    return this.conversations.count(organizationId, { from: span.start, before: endOf(span) });
  }
}

const byStart = (spans: Span[]): Map<number, Span> => new Map(spans.map((span) => [span.start, span]));
const newestFirst = (spans: Map<number, Span>): Span[] => [...spans.values()].sort((a, b) => b.start - a.start);
