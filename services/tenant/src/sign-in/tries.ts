import { AppError, micros, type Clock } from '@candor/runtime';
import type { SignInTryStore, TryRule } from '../store/sign-in-tries.js';

const SECOND = 1e6;

/** After so many free tries the wait doubles with each, from a second on. */
const growing = (free: number): TryRule => ({
  waitAfter: (count) => (count < free ? 0 : SECOND * 2 ** Math.min(count - free, 20)),
  longestWait: 15 * 60 * SECOND,
  forgottenAfter: 3600 * SECOND,
});

/** Of one address, and of one network, behind which several people may be. */
const RULES = {
  address: growing(5),
  network: growing(30),
  // Programs that register from one network.
  agentClients: growing(60),
};

/** Makes whoever guesses wait longer and longer. An address that is nobody's is counted as any other. */
export class Tries {
  constructor(
    private readonly store: SignInTryStore,
    private readonly clock: Clock,
  ) {}

  /** Counts a try before it is made; rejects with `rate_limited` while there is a wait. */
  async take(kind: keyof typeof RULES, whose: string): Promise<void> {
    const wait = await this.store.take(kind, whose, micros(this.clock), RULES[kind]);
    if (wait > 0) throw tooMany(wait);
  }

  /** One was right: its address is free again, and its network is not counted for it. */
  async right(address: string, network: string): Promise<void> {
    await this.store.forget('address', address);
    await this.store.giveBack('network', network);
  }
}

/** The refusal of who must wait so long, microseconds. */
export function tooMany(wait: number): AppError {
  const seconds = Math.max(1, Math.ceil(wait / SECOND));
  return new AppError('rate_limited', 'too_many_tries', `Too many tries. Try again in ${seconds} s.`, {
    data: { retry_after: seconds },
  });
}
