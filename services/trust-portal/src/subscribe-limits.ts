import { micros, networkOf, type Clock } from '@candor/runtime';
import type { RequestWindowStore, WindowKind } from './store/request-windows.js';

/** Mails that strangers may cause, in one hour. */
export interface SubscribeRates {
  /** To one address. */
  perAddress: number;
  /** From one network: an IPv4 address, or the /64 of an IPv6 address. */
  perNetwork: number;
}

export const DEFAULT_SUBSCRIBE_RATES: SubscribeRates = { perAddress: 3, perNetwork: 30 };

/** `address`: answered as if it had been taken. `network`: the visitor is told. */
export type Verdict = { refused: false } | { refused: 'address' } | { refused: 'network'; retryAfterSeconds: number };

const HOUR = 3600e6;

/** Keeps the form from being used to fill other people's inboxes; all replicas count together. */
export class SubscribeLimits {
  constructor(
    private readonly windows: RequestWindowStore,
    private readonly clock: Clock,
    private readonly rates: SubscribeRates = DEFAULT_SUBSCRIBE_RATES,
    /** What is counted apart from other forms. */
    private readonly kinds: { network: WindowKind; address: WindowKind } = { network: 'network', address: 'address' },
  ) {}

  async take(organizationId: string, email: string, clientAddress: string): Promise<Verdict> {
    const window = { now: micros(this.clock), length: HOUR };
    const network = await this.windows.use(organizationId, this.kinds.network, networkOf(clientAddress), window);
    if (network.used > this.rates.perNetwork) {
      return { refused: 'network', retryAfterSeconds: Math.max(1, Math.ceil((network.endsAt - window.now) / 1e6)) };
    }
    const address = await this.windows.use(organizationId, this.kinds.address, email, window);
    return { refused: address.used > this.rates.perAddress ? 'address' : false };
  }
}
