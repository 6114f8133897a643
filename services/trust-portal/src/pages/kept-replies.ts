import { PRIVATE, type Reply } from './reply.js';

const MAX_KEPT = 500;

/**
 * Keeps replies that are the same for everybody for a moment, and makes each once however many ask at a time: a portal that
 * is in the news costs its database no more than one that is not.
 */
export class KeptReplies {
  private readonly kept = new Map<string, { reply: Promise<Reply>; until: number }>();

  constructor(private readonly keepMs: number) {}

  get(address: string, make: () => Promise<Reply>): Promise<Reply> {
    if (this.keepMs === 0) return make();
    const now = performance.now();
    const known = this.kept.get(address);
    if (known && known.until > now) return known.reply;
    const reply = make();
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    this.kept.set(address, { reply, until: now + this.keepMs });
    const forget = (): void => {
      if (this.kept.get(address)?.reply === reply) this.kept.delete(address);
    };
    reply.then(({ status, cache }) => {
      if (status !== 200 || cache === PRIVATE) forget();
    }, forget);
    return reply;
  }
}
