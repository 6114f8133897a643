import { TenantServiceClient } from '@candor/proto/candor/tenant/v1/tenant';
import { WebhookServiceClient } from '@candor/proto/candor/tenant/v1/webhooks';
import { AppError, DEFAULT_TIME_ZONE, newId, RpcClient, type PublishEvents } from '@candor/runtime';

/** How long the time zone of an organization is kept, milliseconds. */
const KEPT_MS = 60_000;
const MOST_KEPT = 1000;

/** The tenant service: whom events are handed on to, and the time zones of organizations. */
export class TenantClient {
  private readonly webhooks: RpcClient<WebhookServiceClient>;
  private readonly tenant: RpcClient<TenantServiceClient>;
  private readonly zones = new Map<string, { timeZone: string; until: number }>();

  constructor(address: string, token: string) {
    this.webhooks = new RpcClient(WebhookServiceClient, address, token);
    this.tenant = new RpcClient(TenantServiceClient, address, token);
  }

  /** Resolves when the events are stored there; rejects when the service cannot be reached. */
  publish: PublishEvents = async (events) => {
    const request = { events: events.map((event) => ({ ...event, data: JSON.stringify(event.data) })) };
    const { stub } = this.webhooks;
    await this.webhooks.unary(stub.publishEvents.bind(stub), request, { requestId: newId() });
  };

  /** UTC for an organization that is closed; rejects when the service cannot be asked. */
  timeZoneOf = async (organizationId: string): Promise<string> => {
    const now = performance.now();
    const known = this.zones.get(organizationId);
    if (known && known.until > now) return known.timeZone;
    const timeZone = (await this.ask(organizationId)) || DEFAULT_TIME_ZONE;
    if (this.zones.size >= MOST_KEPT) this.zones.clear();
    this.zones.set(organizationId, { timeZone, until: now + KEPT_MS });
    return timeZone;
  };

  private async ask(organizationId: string): Promise<string> {
    const requestId = newId();
    // The service itself asks: a caller without a key, in the organization it asks about.
    const caller = { organizationId, keyId: '', role: 'ADMIN' as const, scopes: [], ownerId: '', requestId };
    const { stub } = this.tenant;
    try {
      const found = await this.tenant.unary(stub.getOrganization.bind(stub), { organizationId }, { caller, requestId });
      return found.timeZone;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return '';
      throw error;
    }
  }

  close(): void {
    this.webhooks.close();
    this.tenant.close();
  }
}
