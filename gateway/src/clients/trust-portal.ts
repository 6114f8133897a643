import { ArchivedFilter, TrustPortalServiceClient } from '@candor/proto/candor/trust_portal/v1/trust_portal';
import { notFound, RpcClient, type CallFor } from '@candor/runtime';
import type { Deleted } from '../routes/schemas.js';
import type { Category } from '../routes/trust-portal-categories/resource.js';
import type { MailState, TestMail } from '../routes/trust-portal-mail/resource.js';
import type { DeliveryList, RecipientList, Update, UpdateList } from '../routes/trust-portal-updates/resource.js';
import { categoryJson, deliveryJson, NOTIFICATION_NUMBERS, updateJson } from './trust-portal-json.js';
import { wholeList, wholePage } from './whole-page.js';

interface Page {
  limit: number;
  offset: number;
}

/** Times as the client sent them: the service reads them in the update's timezone. */
export interface ScheduleFields {
  sendImmediately: boolean;
  scheduledAt: string | undefined;
  scheduleDisabled: boolean;
  /** `scheduled_at: null` in an edit. */
  clearScheduledAt: boolean;
}

/** Undefined is not given; '' removes a link or its text. */
export interface UpdateFields {
  title: string | undefined;
  description: string | undefined;
  updateDate: string | undefined;
  link: string | undefined;
  linkText: string | undefined;
  categoryIds: string[] | undefined;
  timezone: string | undefined;
  draft: boolean | undefined;
  schedule: ScheduleFields;
}

const ARCHIVED = {
  false: ArchivedFilter.ARCHIVED_FILTER_ACTIVE,
  true: ArchivedFilter.ARCHIVED_FILTER_ARCHIVED,
  all: ArchivedFilter.ARCHIVED_FILTER_ALL,
};

export interface UpdateFilter {
  archived: keyof typeof ARCHIVED;
  /** '' does not filter. */
  categoryId: string;
  notificationStatus: Update['notification_status'] | undefined;
  query: string;
}

/** Trust portal updates and their categories. */
export class TrustPortalClient {
  private readonly rpc: RpcClient<TrustPortalServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(TrustPortalServiceClient, address, token);
  }

  async updates(from: CallFor, filter: UpdateFilter, page: Page): Promise<UpdateList> {
    const { archived, categoryId, notificationStatus: status, query } = filter;
    const request = {
      archived: ARCHIVED[archived],
      categoryId,
      notificationStatus: status === undefined ? 0 : NOTIFICATION_NUMBERS[status],
      query,
    };
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listUpdates, { ...request, ...part }, from);
      return { items: reply.updates, total: reply.total, reply };
    });
    return { updates: items.map(updateJson), pagination };
  }

  async update(from: CallFor, id: string): Promise<Update> {
    return updateJson(await this.rpc.unary(this.rpc.stub.getUpdate, { id }, from));
  }

  async createUpdate(
    from: CallFor,
    { title, description, categoryIds, draft = false, ...rest }: UpdateFields,
  ): Promise<Update> {
    const request = {
      ...rest,
      draft,
      title: title ?? '',
      description: description ?? '',
      categoryIds: categoryIds ?? [],
    };
    return updateJson(await this.rpc.unary(this.rpc.stub.createUpdate, request, from));
  }

  async editUpdate(from: CallFor, id: string, { categoryIds, ...rest }: UpdateFields): Promise<Update> {
    const request = { ...rest, id, categoryIds: categoryIds && { ids: categoryIds } };
    return updateJson(await this.rpc.unary(this.rpc.stub.editUpdate, request, from));
  }

  async archiveUpdate(from: CallFor, id: string): Promise<Update> {
    return updateJson(await this.rpc.unary(this.rpc.stub.archiveUpdate, { id }, from));
  }

  async unarchiveUpdate(from: CallFor, id: string): Promise<Update> {
    return updateJson(await this.rpc.unary(this.rpc.stub.unarchiveUpdate, { id }, from));
  }

  /** Only the failed mails go out again; `includeBounced`: to refused addresses, too. */
  async retryDeliveries(from: CallFor, updateId: string, includeBounced: boolean): Promise<Update> {
    return updateJson(await this.rpc.unary(this.rpc.stub.retryDeliveries, { updateId, includeBounced }, from));
  }

  /** With its deliveries. */
  async deleteUpdate(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteUpdate, { id }, from);
    return { id, deleted: true };
  }

  /** A dry run: nothing is sent. */
  async recipients(from: CallFor, id: string, page: Page): Promise<RecipientList> {
    const { items, pagination, reply } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listRecipients, { id, ...part }, from);
      return { items: reply.recipients, total: reply.total, reply };
    });
    return {
      recipients: items.map(({ subscriberId, email, receives, reason }) => ({
        subscriber_id: subscriberId,
        email,
        receives,
        reason: reason === '' ? null : reason,
      })),
      receiving: reply.receiving,
      pagination,
    };
  }

  /** `state` '' does not filter. */
  async deliveries(from: CallFor, updateId: string, state: string, page: Page): Promise<DeliveryList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listDeliveries, { updateId, state, ...part }, from);
      return { items: reply.deliveries, total: reply.total, reply };
    });
    return { deliveries: items.map(deliveryJson), pagination };
  }

  /** Asks the mail server, when there is one. */
  async mailState(from: CallFor): Promise<MailState> {
    const state = await this.rpc.unary(this.rpc.stub.getMailState, {}, from);
    return {
      has_server: state.hasServer,
      works: state.works,
      reason: state.reason ?? null,
      from: state.from,
      public_url: state.publicUrl,
      links_are_local: state.linksAreLocal,
    };
  }

  /** Of an update; undefined: a mail that only tests the way. */
  async testMail(from: CallFor, to: string, updateId: string | undefined): Promise<TestMail> {
    const { state, reason } = await this.rpc.unary(this.rpc.stub.sendTestMail, { to, updateId }, from);
    return { state: state as TestMail['state'], reason: reason ?? null };
  }

  async categories(from: CallFor, query: string): Promise<Category[]> {
    const all = await wholeList(async (offset) => {
      const { categories, total } = await this.rpc.unary(this.rpc.stub.listCategories, { query, offset }, from);
      return { items: categories, total };
    });
    return all.map(categoryJson);
  }

  /** Throws not_found when there is none. */
  async category(from: CallFor, id: string): Promise<Category> {
    const found = (await this.categories(from, '')).find((category) => category.id === id);
    if (!found) throw notFound('category');
    return found;
  }

  async createCategory(from: CallFor, name: string): Promise<Category> {
    return categoryJson(await this.rpc.unary(this.rpc.stub.createCategory, { name }, from));
  }

  async renameCategory(from: CallFor, id: string, name: string): Promise<Category> {
    return categoryJson(await this.rpc.unary(this.rpc.stub.renameCategory, { id, name }, from));
  }

  async deleteCategory(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.deleteCategory, { id }, from);
    return { id, deleted: true };
  }

  /** Everything of an organization that is closed. */
  async erase(from: CallFor, organizationId: string): Promise<void> {
    await this.rpc.unary(this.rpc.stub.eraseOrganization, { organizationId }, from);
  }

  reachable(timeoutMs: number): Promise<boolean> {
    return this.rpc.reachable(timeoutMs);
  }

  close(): void {
    this.rpc.close();
  }
}
