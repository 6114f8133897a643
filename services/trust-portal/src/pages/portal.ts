import { steadyOf, type Clock } from '@candor/runtime';
import type { Portal } from '../delivery/update-mail.js';

/** An open organization as its public pages show it. */
export interface PublicPortal extends Portal {
  organizationId: string;
}

export type FindPortal = (tenantName: string) => Promise<PublicPortal | undefined>;

const TENANT_NAME = /^[a-z0-9-]{1,63}$/;
const KEPT_MS = 10_000;
const MAX_KEPT = 1000;

/** Remembers for some seconds whose pages are asked for, and that a name is no one's. */
export function rememberedPortals(find: FindPortal, clock: Clock): FindPortal {
  const steady = steadyOf(clock);
  const known = new Map<string, { portal: Promise<PublicPortal | undefined>; until: number }>();
  return (tenantName) => {
    if (!TENANT_NAME.test(tenantName)) return Promise.resolve(undefined);
    const kept = known.get(tenantName);
    if (kept && kept.until > steady.now()) return kept.portal;
    const portal = find(tenantName);
    if (known.size >= MAX_KEPT) known.clear();
    known.set(tenantName, { portal, until: steady.now() + KEPT_MS });
    portal.catch(() => known.delete(tenantName)); // A failure is not remembered.
    return portal;
  };
}
