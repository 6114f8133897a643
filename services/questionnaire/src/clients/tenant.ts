import { WebhookServiceClient } from '@candor/proto/candor/tenant/v1/webhooks';
import { newId, RpcClient, type PublishEvents } from '@candor/runtime';

/** The tenant service, which hands events on to the webhooks of organizations. */
export class TenantClient {
  private readonly rpc: RpcClient<WebhookServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(WebhookServiceClient, address, token);
  }

  /** Resolves when the events are stored there; rejects when the service cannot be reached. */
  publish: PublishEvents = async (events) => {
    const request = { events: events.map((event) => ({ ...event, data: JSON.stringify(event.data) })) };
    const { stub } = this.rpc;
    await this.rpc.unary(stub.publishEvents.bind(stub), request, { requestId: newId() });
  };

  close(): void {
    this.rpc.close();
  }
}
