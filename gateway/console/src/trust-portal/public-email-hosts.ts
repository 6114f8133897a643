import hosts from './public-email-hosts.json' with { type: 'json' };

const PUBLIC: ReadonlySet<string> = new Set(hosts);

/** Those of the domains at which anybody can have an address. */
export const publicHostsAmong = (domains: readonly string[]): string[] => [
  ...new Set(domains.map((domain) => domain.toLowerCase()).filter((domain) => PUBLIC.has(domain))),
];
