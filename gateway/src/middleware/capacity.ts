import { AppError } from '@candor/runtime';
import type { ServerResponse } from 'node:http';

/** Whose a request is, as far as it is known. */
export interface Holder {
  key?: string;
  organization?: string;
  /** Of the network address, see `networkOf`. */
  network?: string;
}

/** What share of the places one key, one organization or one network may take, from 0 to 1; absent: all of them. */
export type Shares = Partial<Record<keyof Holder, number>>;

export interface CapacityOptions {
  places: number;
  code: string;
  /** What there are too many of, e.g. "uploads". */
  of: string;
  shares: Shares;
}

const HOLDERS = { key: 'this key', organization: 'this organization', network: 'this network' } as const;

/**
 * Counts the requests that are served at once, in all and by holder. A request for which no place is free is refused with 503:
 * in a queue that only grows it would be answered too late, and take memory from those that can be served.
 */
export class Capacity {
  private taken = 0;
  private readonly held = new Map<string, number>();

  constructor(private readonly options: CapacityOptions) {}

  /** Takes a place, and the holder's part of their share, until the response is over; throws when none is free. */
  enter(response: ServerResponse, holder: Holder): void {
    const { places } = this.options;
    if (this.taken >= places) throw this.refusal('at once');
    this.share(response, holder);
    this.taken++;
    response.once('close', () => this.taken--);
  }

  /** The same for somebody who has a place already and turns out to be of this key or organization. */
  share(response: ServerResponse, holder: Holder): void {
    const { places, shares } = this.options;
    const parts = Object.entries(holder).map(([kind, name]: [string, string]) => [kind as keyof Holder, name] as const);
    for (const [kind, name] of parts) {
      const most = Math.ceil(places * (shares[kind] ?? 1));
      if ((this.held.get(`${kind} ${name}`) ?? 0) >= most) throw this.refusal(`of ${HOLDERS[kind]} at once`);
    }
    const names = parts.filter(([kind]) => shares[kind] !== undefined).map(([kind, name]) => `${kind} ${name}`);
    for (const name of names) this.held.set(name, (this.held.get(name) ?? 0) + 1);
    response.once('close', () => {
      for (const name of names) this.leave(name);
    });
  }

  private leave(name: string): void {
    const left = (this.held.get(name) ?? 1) - 1;
    if (left > 0) this.held.set(name, left);
    else this.held.delete(name);
  }

  private refusal(whose: string): AppError {
    const { code, of } = this.options;
    return new AppError('unavailable', code, `There are too many ${of} ${whose}. Try again shortly.`);
  }
}

/** For all calls of the API together. Behind a proxy that is not trusted all clients are one network, so its share is large. */
export const capacityForCalls = (places: number): Capacity =>
  new Capacity({ places, code: 'overloaded', of: 'calls', shares: { key: 0.5, organization: 0.75, network: 0.9 } });

/** For requests that send a file: each holds a connection to a service as long as its client takes to send. */
export const capacityForUploads = (places: number): Capacity =>
  new Capacity({
    places,
    code: 'too_many_uploads',
    of: 'uploads',
    shares: { key: 0.25, organization: 0.5, network: 0.75 },
  });
