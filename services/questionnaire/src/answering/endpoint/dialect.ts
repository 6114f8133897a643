import type { Dialect } from './presets.js';

/** After so long a server may have been replaced by one that can do more, milliseconds. */
const ANEW_AFTER_MS = 60 * 60_000;

/** What the text of a refusal may name, and what is done without it. The name that stands first is the one that is refused. */
const NAMED: readonly { says: RegExp; without: (dialect: Dialect) => Dialect | undefined }[] = [
  {
    says: /response_format|json_schema|json_object|json schema|structured output|grammar/i,
    without: (dialect) => lessStructure(dialect),
  },
  { says: /temperature/i, without: (d) => (d.temperature ? { ...d, temperature: false } : undefined) },
  { says: /max_(?:completion_)?tokens/i, without: (dialect) => otherLimit(dialect) },
];

function lessStructure(dialect: Dialect): Dialect | undefined {
  if (dialect.structure === 'json_schema') return { ...dialect, structure: 'json_object' };
  return dialect.structure === 'json_object' ? { ...dialect, structure: 'text' } : undefined;
}

function otherLimit(dialect: Dialect): Dialect {
  return { ...dialect, limit: dialect.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens' };
}

/** What a refusal says: its status and its words, with the name of the parameter first where the server gives it. */
export interface Refusal {
  status: number;
  text: string;
}

/**
 * How one endpoint is asked: what it refused once is not asked of it again in this process, for an hour. A refusal that names
 * nothing is followed through all that could be meant, once an hour.
 */
export class Dialects {
  private known: Dialect;
  private learntAt: number;
  /** Whether a reply in the shape of a draft has come in the known way. */
  private proven = false;
  private searchedAt = -Infinity;

  constructor(
    private readonly first: Dialect,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.known = first;
    this.learntAt = now();
  }

  /** How to ask now. */
  current(): Dialect {
    if (this.known !== this.first && this.now() - this.learntAt > ANEW_AFTER_MS) {
      this.known = this.first;
      this.proven = false;
    }
    return this.known;
  }

  /** A reply came as it was asked for. */
  worked(dialect: Dialect): void {
    this.proven = true;
    if (same(dialect, this.known)) return;
    this.known = dialect;
    this.learntAt = this.now();
  }

  /** What to try after a refusal; undefined when it is not about the way of asking. */
  afterRefusal(dialect: Dialect, { status, text }: Refusal, tried: readonly Dialect[]): Dialect | undefined {
    const named = NAMED.map(({ says, without }) => ({ at: text.search(says), without }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    const isNew = (next: Dialect | undefined): next is Dialect =>
      next !== undefined && !tried.some((one) => same(one, next));
    for (const { without } of named) {
      const next = without(dialect);
      if (isNew(next)) return next;
    }
    // A server that fails says nothing about the way of asking, unless it names it.
    const unnamed = named.length === 0 && (status === 400 || status === 422) && !this.proven;
    if (!unnamed || (tried.length <= 1 && !this.maySearch())) return undefined;
    const bare: Dialect = { ...dialect, temperature: false };
    return [lessStructure(dialect), bare, otherLimit(bare)].find(isNew);
  }

  /** What to try after a reply in another shape: a server may pass over a schema without a word. */
  afterUnreadable(dialect: Dialect): Dialect | undefined {
    return this.proven ? undefined : lessStructure(dialect);
  }

  /** What to try after a reply that was cut off at its bound; undefined when it had all the room there is. */
  afterCutOff(dialect: Dialect): Dialect | undefined {
    return dialect.room === 1 ? { ...dialect, room: 4 } : undefined;
  }

  private maySearch(): boolean {
    if (this.now() - this.searchedAt < ANEW_AFTER_MS) return false;
    this.searchedAt = this.now();
    return true;
  }
}

function same(a: Dialect, b: Dialect): boolean {
  return a.structure === b.structure && a.limit === b.limit && a.temperature === b.temperature && a.room === b.room;
}
