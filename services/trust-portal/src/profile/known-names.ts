import type { Logger } from '@candor/runtime';

export interface DomainOf {
  domain: string;
  organizationId: string;
}

/** Calls of the tenant service at once. */
const AT_ONCE = 16;

/** The portals' names of domains. While a name cannot be asked for, the last one holds: others are told all the same. */
export class KnownNames {
  private known = new Map<string, string>();

  constructor(
    private readonly tenantNameOf: (organizationId: string) => Promise<string | undefined>,
    private readonly logger: Logger,
  ) {}

  /** Those of open organizations. */
  async of(domains: readonly DomainOf[]): Promise<{ domain: string; tenantName: string }[]> {
    const named = new Map<string, string>();
    const waiting = [...new Set(domains.map(({ organizationId }) => organizationId))].values();
    const slot = async (): Promise<void> => {
      // One iterator for all slots: each takes the next one that no other has taken.
      for (const id of waiting) {
        const name = await this.nameOf(id);
        if (name !== undefined) named.set(id, name);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, slot));
    this.known = named;
    return domains.flatMap(({ domain, organizationId }) => {
      const tenantName = named.get(organizationId);
      return tenantName === undefined ? [] : [{ domain, tenantName }];
    });
  }

  private async nameOf(organizationId: string): Promise<string | undefined> {
    try {
      return await this.tenantNameOf(organizationId);
    } catch (error) {
      this.logger.warn({ err: error, organization_id: organizationId }, 'the name of a portal cannot be asked for');
      return this.known.get(organizationId);
    }
  }
}
