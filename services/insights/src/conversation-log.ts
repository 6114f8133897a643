import { micros, type Clock } from '@candor/runtime';
import { SpanCounts, type CountedSpan } from './span-counts.js';
import type { Conversation, ConversationStore } from './store/conversations.js';
import { endOf, startOf, type Level, type SpanStore } from './store/spans.js';

/** How long a span stays open for the writer that announced itself, and how much of that it uses (microseconds). */
const OPEN_FOR = 30e6;
/** The rest is for clocks of other replicas that are wrong, and for slow inserts. */
const USED = 15e6;
const REMEMBERED_SPANS = 50_000;
/** So many conversations are walked sooner than looked for. */
const WALKED = 2000;

/**
 * Conversations in their order, with counts by time span kept beside them. A writer first opens the spans that it writes
 * into; whoever lists, counts open spans anew and keeps the counts of closed ones, so that a crash at any point leaves
 * nothing wrong. A page costs the spans read and at most one span's conversations walked, however deep it is.
 */
export class ConversationLog {
  /** Spans that this replica opened, and until when it may write into them. */
  private readonly opened = new Map<string, number>();
  private readonly counts: SpanCounts;

  constructor(
    private readonly conversations: ConversationStore,
    private readonly spans: SpanStore,
    private readonly clock: Clock,
  ) {
    this.counts = new SpanCounts(spans, conversations, clock);
  }

  /** Adds those that are not there yet; how many. */
  async add(organizationId: string, conversations: Conversation[]): Promise<number> {
    const usableUntil = await this.open(organizationId, conversations);
    const added = await this.conversations.insertMany(organizationId, conversations);
    // Written after the announced time: announce again, so that nobody keeps a count taken in between.
    if (added > 0 && micros(this.clock) > usableUntil) await this.open(organizationId, conversations);
    return added;
  }

  /** `offset` conversations are newer than the page; `total` counts all. */
  async page(
    organizationId: string,
    offset: number,
    limit: number,
  ): Promise<{ conversations: Conversation[]; total: number }> {
    // Pages near the top need no counts to be found.
    const walked = offset <= WALKED ? this.conversations.page(organizationId, undefined, { skip: offset, limit }) : [];
    const [days, near] = await Promise.all([this.counts.days(organizationId), walked]);
    const counted = days
      ? days.reduce((sum, day) => sum + day.count, 0)
      : await this.conversations.count(organizationId, { from: 0, before: Number.MAX_SAFE_INTEGER });
    // Whoever recorded one meanwhile may be in the page and not yet in the count.
    const total = near.length > 0 ? Math.max(counted, offset + near.length) : counted;
    if (offset <= WALKED || offset >= total) return { conversations: near, total };
    const { before, skip } = await this.locate(organizationId, days, offset);
    return { conversations: await this.conversations.page(organizationId, before, { skip, limit }), total };
  }

  async removeAll(organizationId: string): Promise<void> {
    await this.conversations.removeAll(organizationId);
    await this.spans.removeAll(organizationId);
    this.counts.forget(organizationId);
  }

  /** Everything before a time, with the few to skip there: the same place as `offset` from the newest. */
  private async locate(
    organizationId: string,
    days: CountedSpan[] | undefined,
    offset: number,
  ): Promise<{ before: number | undefined; skip: number }> {
    const [day, rest] = days ? descend(days, offset) : [undefined, offset];
    if (!day) return { before: undefined, skip: offset };
    const quarters = rest > WALKED ? await this.counts.quarters(organizationId, day) : undefined;
    const [quarter, skip] = quarters ? descend(quarters, rest) : [undefined, rest];
    return quarter ? { before: endOf(quarter), skip } : { before: endOf(day), skip: rest };
  }

  /** Opens what is not open yet for this replica; until when it may write, microseconds. */
  private async open(organizationId: string, conversations: Conversation[]): Promise<number> {
    const now = micros(this.clock);
    const wanted = new Map<string, { level: Level; start: number }>();
    let usableUntil = now + USED;
    for (const { answeredAt } of conversations) {
      for (const level of ['quarter', 'day'] as const) {
        const start = startOf(level, answeredAt);
        const name = `${organizationId} ${level} ${start}`;
        const until = this.opened.get(name) ?? 0;
        // Half of the time must be left, so that what is written into in a row is opened again in time; more than all of it is
        // left after the clock was set back.
        if (until < now + USED / 2 || until > now + USED) wanted.set(name, { level, start });
        else usableUntil = Math.min(usableUntil, until);
      }
    }
    if (wanted.size > 0) {
      await this.spans.open(organizationId, [...wanted.values()], now + OPEN_FOR);
      if (this.opened.size > REMEMBERED_SPANS) this.opened.clear();
      for (const name of wanted.keys()) this.opened.set(name, now + USED);
    }
    return usableUntil;
  }
}

/** The span in which the place lies, and how many of its conversations are newer than the place. */
function descend(spans: CountedSpan[], offset: number): [CountedSpan | undefined, number] {
  let before = offset;
  for (const span of spans) {
    if (before < span.count) return [span, before];
    before -= span.count;
  }
  return [undefined, before];
}
