import { Resolver } from 'node:dns/promises';

/** The texts of all TXT records at a name; none when it has none. Undefined: no server could say. */
export type ReadTexts = (name: string) => Promise<string[] | undefined>;

const TIMEOUT_MS = 1500;
/** Where the proof of a domain stands. */
const PLACE = '_candor-portal';

/** The name of the record that proves a domain. */
export const recordName = (domain: string): string => `${PLACE}.${domain}`;

/** Answers that say there is no such record. */
const NOTHING_THERE: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND']);

/** Asks the servers ("192.0.2.1", "192.0.2.1:5353", "[2001:db8::1]:53"); without any, those of the system. */
export function textsFrom(servers: readonly string[]): ReadTexts {
  return async (name) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
    }
  };
}
