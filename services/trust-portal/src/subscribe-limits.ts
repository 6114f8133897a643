import { isIPv4, isIPv6 } from 'node:net';
import { micros, type Clock } from '@candor/runtime';
import type { RequestWindowStore } from './store/request-windows.js';

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
  ) {}

  async take(organizationId: string, email: string, clientAddress: string): Promise<Verdict> {
    const window = { now: micros(this.clock), length: HOUR };
    const network = await this.windows.use(organizationId, 'network', networkOf(clientAddress), window);
    if (network.used > this.rates.perNetwork) {
      return { refused: 'network', retryAfterSeconds: Math.max(1, Math.ceil((network.endsAt - window.now) / 1e6)) };
    }
    const address = await this.windows.use(organizationId, 'address', email, window);
    return { refused: address.used > this.rates.perAddress ? 'address' : false };
  }
}

/** What one visitor has at hand: an IPv4 address, or a /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0]!;
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...last];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
