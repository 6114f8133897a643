import {
  SubscriberServiceClient,
  SubscriberServiceService,
  type ImportSubscribersReply,
  type ImportSubscribersRequest,
} from '@candor/proto/candor/trust_portal/v1/subscribers';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Deleted } from '../routes/schemas.js';
import type { BeginningStatus, Subscriber, SubscriberImport } from '../routes/trust-portal-subscribers/resource.js';
import { subscriberJson, SUBSCRIBER_NUMBERS } from './trust-portal-json.js';
import { FileUpload, UPLOAD_DEADLINE_MS } from './upload.js';
import { numberedPage } from './whole-page.js';

export interface NewSubscriber {
  email: string;
  /** Undefined: all. */
  categoryIds: string[] | undefined;
  status: BeginningStatus;
}

export type SubscriberUpload = FileUpload<ImportSubscribersRequest, undefined, SubscriberImport>;

/** Who gets the updates of the trust portal. */
export class SubscribersClient {
  private readonly rpc: RpcClient<SubscriberServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(SubscriberServiceClient, address, token);
  }

  /** `page` counts from 1; `query` '' does not filter. */
  async list(
    from: CallFor,
    filter: { status: Subscriber['status'] | undefined; query: string },
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<{ data: Subscriber[]; total: number }> {
    const status = filter.status === undefined ? 0 : SUBSCRIBER_NUMBERS[filter.status];
    const { data, total } = await numberedPage({ page, pageSize }, (part) =>
      this.rpc.unary(this.rpc.stub.listSubscribers, { ...part, status, query: filter.query }, from),
    );
    return { data: data.map(subscriberJson), total };
  }

  async get(from: CallFor, id: string): Promise<Subscriber> {
    return subscriberJson(await this.rpc.unary(this.rpc.stub.getSubscriber, { id }, from));
  }

  async add(from: CallFor, { email, categoryIds, status }: NewSubscriber): Promise<Subscriber> {
    const categories = categoryIds && { ids: categoryIds };
    const request = { email, categories, status: SUBSCRIBER_NUMBERS[status] };
    return subscriberJson(await this.rpc.unary(this.rpc.stub.addSubscriber, request, from));
  }

  async unsubscribe(from: CallFor, id: string): Promise<Subscriber> {
    return subscriberJson(await this.rpc.unary(this.rpc.stub.unsubscribe, { id }, from));
  }

  /** A CSV file; its addresses are added while it arrives. */
  import(from: CallFor, status: BeginningStatus): SubscriberUpload {
    return new FileUpload<ImportSubscribersRequest, undefined, SubscriberImport>(
      () => {
        const { stream, reply } = this.rpc.clientStream(SubscriberServiceService.importSubscribers, {
          ...from,
          deadlineMs: UPLOAD_DEADLINE_MS,
        });
        return { stream, reply: reply.then(importJson) };
      },
      {
        file: () => ({ part: { $case: 'start', value: { status: SUBSCRIBER_NUMBERS[status] } } }),
        chunk: (value) => ({ part: { $case: 'chunk', value } }),
        done: () => undefined,
      },
      SubscriberServiceService.importSubscribers.requestSerialize,
    );
  }

  /** And takes the address out of every delivery. */
  async delete(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteSubscriber, { id }, from);
    return { id, deleted: true };
  }

  close(): void {
    this.rpc.close();
  }
}

const importJson = (reply: ImportSubscribersReply): SubscriberImport => ({
  imported: reply.imported,
  unsubscribed: reply.unsubscribed,
  bounced: reply.bounced,
  duplicates: reply.duplicates,
  rejected_total: reply.rejectedTotal,
  rejected: reply.rejected.map(({ row, code }) => ({ row, code })),
  email_column: reply.emailColumn,
  other_email_columns: reply.otherEmailColumns,
});
