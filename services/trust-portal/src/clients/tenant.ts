import { TenantServiceClient, type Organization } from '@candor/proto/candor/tenant/v1/tenant';
import { WebhookServiceClient } from '@candor/proto/candor/tenant/v1/webhooks';
import { AppError, newId, RpcClient, type PublishEvents } from '@candor/runtime';
import type { Portal } from '../delivery/update-mail.js';
import type { FindPortal } from '../pages/portal.js';
import { ownCall } from './own-call.js';

const portalFrom = ({ name, tenantName, logoUrl, accentColor, intro }: Organization): Portal => ({
  name,
  tenantName,
  logoUrl,
  accentColor,
  intro,
});

/** The tenant service: names of organizations, which change so seldom that they are kept for a minute, and who takes events. */
export class TenantClient {
  private readonly rpc: RpcClient<TenantServiceClient>;
  private readonly webhooks: RpcClient<WebhookServiceClient>;
  private readonly known = new Map<string, { portal: Portal; until: number }>();

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(TenantServiceClient, address, token);
    this.webhooks = new RpcClient(WebhookServiceClient, address, token);
  }

  /** Undefined when the organization is closed; rejects when the service cannot be asked. */
  async portalOf(organizationId: string): Promise<Portal | undefined> {
    const now = performance.now();
    const known = this.known.get(organizationId);
    if (known && known.until > now) return known.portal;
    try {
      const { stub } = this.rpc;
      const request = { organizationId };
      const organization = await this.rpc.unary(stub.getOrganization.bind(stub), request, ownCall(organizationId));
      const portal = portalFrom(organization);
      if (this.known.size > 1000) this.known.clear();
      this.known.set(organizationId, { portal, until: now + 60_000 });
      return portal;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return undefined;
      throw error;
    }
  }

  /** Whose public pages these are; undefined when no open organization has the name. */
  findPortal: FindPortal = async (tenantName) => {
    const { stub } = this.rpc;
    try {
      const found = await this.rpc.unary(stub.findOrganization.bind(stub), { tenantName }, { requestId: newId() });
      return { organizationId: found.id, ...portalFrom(found) };
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return undefined;
      throw error;
    }
  };

  /** Resolves when the events are stored there; rejects when the service cannot be reached. */
  publish: PublishEvents = async (events) => {
    const request = { events: events.map((event) => ({ ...event, data: JSON.stringify(event.data) })) };
    const { stub } = this.webhooks;
    await this.webhooks.unary(stub.publishEvents.bind(stub), request, { requestId: newId() });
  };

  close(): void {
    this.rpc.close();
    this.webhooks.close();
  }
}
