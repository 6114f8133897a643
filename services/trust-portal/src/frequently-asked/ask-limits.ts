import { micros, networkOf, type Clock } from '@candor/runtime';
import type { RequestWindowStore } from '../store/request-windows.js';

const HOUR = 3600e6;
/** Questions of one network (an IPv4 address, or the /64 of an IPv6 address) to one portal, in one hour. */
export const QUESTIONS_AN_HOUR = 30;

/** Keeps one network from taking the engine; all replicas count together. */
export class AskLimits {
  constructor(
    private readonly windows: RequestWindowStore,
    private readonly clock: Clock,
    private readonly perNetwork = QUESTIONS_AN_HOUR,
  ) {}

  /** Seconds to wait; undefined: may ask. */
  async take(organizationId: string, clientAddress: string): Promise<number | undefined> {
    const window = { now: micros(this.clock), length: HOUR };
    const { used, endsAt } = await this.windows.use(organizationId, 'question', networkOf(clientAddress), window);
    return used > this.perNetwork ? Math.max(1, Math.ceil((endsAt - window.now) / 1e6)) : undefined;
  }
}
