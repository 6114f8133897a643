import { micros, type Clock } from '@candor/runtime';
import type { SelfService } from '../self-service.js';
import type { CategoryStore } from '../store/categories.js';
import type { PortalDocumentStore } from '../store/portal-documents.js';
import type { PublishedStore } from '../store/published.js';
import type { SubscribeLimits } from '../subscribe-limits.js';
import { frameOf, gone, notFoundReply, open, personal, publicAddresses, tokenOf, type PageCall } from './call.js';
import { documentsSection } from './document-pages.js';
import { FEED_SIZE, updatesFeed } from './feed.js';
import { feedReply } from './feed-reply.js';
import type { PortalPages } from './portal-pages.js';
import type { Reply } from './reply.js';
import * as forms from './subscriber-pages.js';
import { listPage, PAGE_SIZE, updatePage } from './update-pages.js';

export interface PagesParts {
  published: PublishedStore;
  categories: CategoryStore;
  selfService: SelfService;
  limits: SubscribeLimits;
  portalPages: PortalPages;
  /** Where customers reach the pages, without a slash at the end. */
  publicUrl: string;
  clock: Clock;
  /** What the portal hands out, public or not. */
  documents: PortalDocumentStore;
}

const MAX_QUERY = 200;
const MAX_PAGE = 1_000_000;

/** What each public page answers. */
export class Pages {
  /** Those beside the updates. */
  readonly portal: PortalPages;

  constructor(private readonly parts: PagesParts) {
    this.portal = parts.portalPages;
  }

  /** The front page that is published, or the updates; lists are asked for by their words, topic or page. */
  async front(call: PageCall): Promise<Reply> {
    const listed = ['q', 'category', 'page'].some((name) => call.query.has(name));
    return call.face.content === undefined || listed ? this.list(call) : this.portal.overview(call);
  }

  async list(call: PageCall): Promise<Reply> {
    if (!call.face.sections.has('updates')) return this.notFound(call);
    const { organizationId } = call.portal;
    const categories = await this.parts.categories.list(organizationId);
    const category = categories.find(({ id }) => id === call.query.get('category'));
    if (!category && call.query.get('category')) return this.notFound(call, frameOf(call).words.updates.noTopic);
    const query = (call.query.get('q') ?? '').slice(0, MAX_QUERY).trim();
    const asked = Number(call.query.get('page') ?? 1);
    const at = Number.isInteger(asked) && asked >= 1 && asked <= MAX_PAGE ? asked : 1;
    const found = await this.parts.published.list(
      organizationId,
      { categoryId: category?.id, query },
      { now: micros(this.parts.clock), limit: PAGE_SIZE, offset: (at - 1) * PAGE_SIZE },
    );
    // With a front page, they stand there.
    const first = at === 1 && !category && query === '' && call.face.content === undefined;
    const documents = first ? await this.parts.documents.valid(organizationId, micros(this.parts.clock)) : [];
    const section = documentsSection(frameOf(call), documents);
    return open(call, listPage(frameOf(call), { ...found, page: at, categories, category, query, section }));
  }

  async update(call: PageCall, id: string): Promise<Reply> {
    const { organizationId } = call.portal;
    const update = await this.parts.published.find(organizationId, id, micros(this.parts.clock));
    if (!update) return this.notFound(call, frameOf(call).words.updates.gone);
    return open(call, updatePage(frameOf(call), update, await this.parts.categories.list(organizationId)));
  }

  async feed(call: PageCall, form: 'atom' | 'json'): Promise<Reply> {
    const { organizationId } = call.portal;
    const categories = await this.parts.categories.list(organizationId);
    const category = categories.find(({ id }) => id === call.query.get('category'));
    const page = { now: micros(this.parts.clock), limit: FEED_SIZE, offset: 0 };
    const { updates } = await this.parts.published.list(organizationId, { categoryId: category?.id, query: '' }, page);
    const of = { updates, categories, category };
    return feedReply(call, updatesFeed(call.portal, publicAddresses(call), this.parts.publicUrl, of), form);
  }

  async subscribeForm(call: PageCall): Promise<Reply> {
    const categories = await this.parts.categories.list(call.portal.organizationId);
    return open(call, forms.subscribePage(frameOf(call), { categories, email: '', categoryIds: undefined }));
  }

  /** One answer for every address, whether it is known, new, or asked for too often. */
  async subscribe(call: PageCall): Promise<Reply> {
    const { organizationId } = call.portal;
    const { form } = call;
    const asked = personal(call, forms.askedPage(frameOf(call)));
    if ((form.get('website') ?? '') !== '') return asked;
    const email = form.get('email') ?? '';
    const categoryIds = chosen(form);
    const address = this.parts.selfService.addressOf(email);
    if (address === undefined) {
      const say = frameOf(call).words.subscribing;
      const mistake = email.trim() === '' ? say.noAddress : say.wrongAddress;
      const categories = await this.parts.categories.list(organizationId);
      const again = forms.subscribePage(frameOf(call), { categories, email, categoryIds, mistake });
      return { ...personal(call, again), status: 422 };
    }
    const verdict = await this.parts.limits.take(organizationId, address, call.from);
    if (verdict.refused === 'network') {
      const headers = { 'Retry-After': String(verdict.retryAfterSeconds) };
      return { ...personal(call, forms.tooManyPage(frameOf(call))), status: 429, headers };
    }
    if (!verdict.refused) await this.parts.selfService.subscribe(organizationId, address, categoryIds);
    return asked;
  }

  async confirmForm(call: PageCall): Promise<Reply> {
    const token = call.query.get('token') ?? '';
    const found = await this.parts.selfService.confirmation(call.portal.organizationId, token);
    if (!found) return gone(call, forms.staleLinkPage(frameOf(call)));
    const { subscriber, used } = found;
    const show = used
      ? forms.confirmedPage(frameOf(call), subscriber)
      : forms.confirmPage(frameOf(call), subscriber, token);
    return personal(call, show);
  }

  async confirm(call: PageCall): Promise<Reply> {
    const { organizationId } = call.portal;
    const subscriber = await this.parts.selfService.confirm(organizationId, tokenOf(call));
    if (!subscriber) return gone(call, forms.staleLinkPage(frameOf(call)));
    return personal(call, forms.confirmedPage(frameOf(call), subscriber));
  }

  async preferencesForm(call: PageCall): Promise<Reply> {
    return this.preferences(call, false);
  }

  async savePreferences(call: PageCall): Promise<Reply> {
    await this.parts.selfService.choose(call.portal.organizationId, tokenOf(call), chosen(call.form));
    return this.preferences(call, true);
  }

  private async preferences(call: PageCall, saved: boolean): Promise<Reply> {
    const { organizationId } = call.portal;
    const subscriber = await this.parts.selfService.find(organizationId, tokenOf(call));
    if (!subscriber) return gone(call, forms.unknownTokenPage(frameOf(call)));
    if (subscriber.status !== 'confirmed') return personal(call, forms.notSubscribedPage(frameOf(call), subscriber));
    const categories = await this.parts.categories.list(organizationId);
    return personal(call, forms.preferencesPage(frameOf(call), { subscriber, categories, saved }));
  }

  async unsubscribeForm(call: PageCall): Promise<Reply> {
    const subscriber = await this.parts.selfService.find(call.portal.organizationId, tokenOf(call));
    if (!subscriber) return gone(call, forms.unknownTokenPage(frameOf(call)));
    const show = subscriber.status === 'unsubscribed' ? forms.unsubscribedPage : forms.unsubscribePage;
    return personal(call, show(frameOf(call), subscriber));
  }

  /** From the page, or by a mail program with one click (RFC 8058), whose token is in the address. */
  async unsubscribe(call: PageCall): Promise<Reply> {
    const subscriber = await this.parts.selfService.unsubscribe(call.portal.organizationId, tokenOf(call));
    if (!subscriber) return gone(call, forms.unknownTokenPage(frameOf(call)));
    return personal(call, forms.unsubscribedPage(frameOf(call), subscriber));
  }

  notFound(call: PageCall, text?: string): Reply {
    return notFoundReply(call, text);
  }
}

/** Undefined: all; a form without topics to choose from sends no scope. */
const chosen = (form: URLSearchParams): string[] | undefined =>
  form.get('scope') === 'some' ? form.getAll('category') : undefined;
