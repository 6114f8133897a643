import { lengthOf, cleanText, micros, type Clock, type Logger } from '@candor/runtime';
import type { PortalAsking } from '../frequently-asked/asking.js';
import type { PublishedAnswers } from '../frequently-asked/published-answers.js';
import type { AskLimits } from '../frequently-asked/ask-limits.js';
import type { VisitorSession } from '../store/access-tokens.js';
import type { CategoryStore } from '../store/categories.js';
import type { PortalDocument, PortalDocumentStore } from '../store/portal-documents.js';
import type { PublishedStore } from '../store/published.js';
import type { Section } from '../store/portal-profiles.js';
import type { Subprocessors } from '../subprocessors/subprocessors.js';
import { answerPage, askPage, unansweredPage } from './ask-pages.js';
import { frameOf, notFoundReply, open, personal, publicAddresses, type PageCall } from './call.js';
import { FAQ_PAGE_SIZE, faqPage } from './faq-page.js';
import { documentsSection } from './document-pages.js';
import { documentsAreOn } from './face.js';
import { feedReply } from './feed-reply.js';
import { notice } from './layout.js';
import { LATEST, overviewPage } from './overview-page.js';
import type { Reply } from './reply.js';
import { subprocessorFeed, subprocessorsPage } from './subprocessor-pages.js';

export interface PortalPagesParts {
  published: PublishedStore;
  categories: CategoryStore;
  answers: PublishedAnswers;
  asking: PortalAsking;
  askLimits: AskLimits;
  subprocessors: Subprocessors;
  documents: PortalDocumentStore;
  /** Whose session it is, by the secret of the cookie. */
  visitorOf: (organizationId: string, secret: string) => Promise<VisitorSession | undefined>;
  /** Where customers reach the pages, without a slash at the end. */
  publicUrl: string;
  clock: Clock;
  logger: Logger;
}

const MAX_QUERY = 200;
const MAX_QUESTION = 1000;
const ON_FRONT_PAGE = 5;

/** The pages of a portal beside its updates: front page, published answers, subprocessors. */
export class PortalPages {
  constructor(private readonly parts: PortalPagesParts) {}

  /** The front page of a portal that has published one. */
  async overview(call: PageCall): Promise<Reply> {
    const { organizationId } = call.portal;
    const { sections } = call.face;
    const page = { now: micros(this.parts.clock), limit: LATEST, offset: 0 };
    const [categories, latest, answers, subprocessors, documents] = await Promise.all([
      this.parts.categories.list(organizationId),
      sections.has('updates')
        ? this.parts.published.list(organizationId, { categoryId: undefined, query: '' }, page)
        : { updates: [], total: 0 },
      sections.has('faq') ? this.parts.answers.read(organizationId) : [],
      sections.has('subprocessors') ? this.parts.subprocessors.published(organizationId) : [],
      sections.has('documents') ? this.documents(call) : [],
    ]);
    const view = { categories, updates: latest.updates, answers: answers.slice(0, ON_FRONT_PAGE), subprocessors };
    const frame = frameOf(call);
    const section = documentsSection(frame, documents);
    return open(call, overviewPage(frame, { ...view, answersTotal: answers.length, documents: section }));
  }

  async faq(call: PageCall): Promise<Reply> {
    if (!has(call, 'faq')) return notFoundReply(call);
    const query = (call.query.get('q') ?? '').slice(0, MAX_QUERY).trim();
    const found = await this.parts.answers.find(call.portal.organizationId, query);
    const pages = Math.max(1, Math.ceil(found.length / FAQ_PAGE_SIZE));
    const asked = Number(call.query.get('page') ?? 1);
    const at = Number.isInteger(asked) && asked >= 1 && asked <= pages ? asked : 1;
    const answers = found.slice((at - 1) * FAQ_PAGE_SIZE, at * FAQ_PAGE_SIZE);
    return open(call, faqPage(frameOf(call), { answers, total: found.length, query, page: at, pages }));
  }

  askForm(call: PageCall): Reply {
    return has(call, 'ask') ? open(call, askPage(frameOf(call), { question: '' })) : notFoundReply(call);
  }

  /** Answers from what is published, or says that nothing is. */
  async ask(call: PageCall): Promise<Reply> {
    if (!has(call, 'ask')) return notFoundReply(call);
    const frame = frameOf(call);
    const say = frame.words.ask;
    const question = cleanText(call.form.get('question') ?? '').trim();
    const mistake = question === '' ? say.blank : lengthOf(question) > MAX_QUESTION ? say.tooLong : undefined;
    if (mistake !== undefined) return { ...personal(call, askPage(frame, { question, mistake })), status: 422 };
    const wait = await this.parts.askLimits.take(call.portal.organizationId, call.from);
    if (wait !== undefined) {
      const told = notice(frame, { title: say.tooMany, text: frame.words.subscribing.inAnHour, personal: true });
      return { ...personal(call, told), status: 429, headers: { 'Retry-After': String(wait) } };
    }
    try {
      const told = await this.parts.asking.ask(call.portal.organizationId, question, await this.visitorEmail(call));
      if (told) return personal(call, answerPage(frame, question, told));
      return personal(call, unansweredPage(frame, question, await this.takesRequests(call)));
    } catch (error) {
      this.parts.logger.warn({ err: error }, 'a question to a portal could not be answered');
      const busy = notice(frame, { title: say.busy, text: say.tryLater, personal: true });
      return { ...personal(call, busy), status: 503, headers: { 'Retry-After': '60' } };
    }
  }

  async listSubprocessors(call: PageCall): Promise<Reply> {
    if (!has(call, 'subprocessors')) return notFoundReply(call);
    const all = await this.parts.subprocessors.published(call.portal.organizationId);
    return open(call, subprocessorsPage(frameOf(call), all));
  }

  async subprocessorFeed(call: PageCall, form: 'atom' | 'json'): Promise<Reply> {
    if (!has(call, 'subprocessors')) return notFoundReply(call);
    const all = await this.parts.subprocessors.published(call.portal.organizationId);
    const frame = frameOf(call);
    return feedReply(call, subprocessorFeed(frame, this.parts.publicUrl, publicAddresses(call), all), form);
  }

  private documents({ portal }: PageCall): Promise<PortalDocument[]> {
    return this.parts.documents.valid(portal.organizationId, micros(this.parts.clock));
  }

  /** Whether there is something to ask for by the form. */
  private async takesRequests(call: PageCall): Promise<boolean> {
    return documentsAreOn(call.face) && (await this.documents(call)).some(({ visibility }) => visibility !== 'public');
  }

  /** Of a visitor who is signed in. */
  private async visitorEmail({ portal, session }: PageCall): Promise<string | undefined> {
    const visitor = session === undefined ? undefined : await this.parts.visitorOf(portal.organizationId, session);
    return visitor?.reach === 'full' ? visitor.email : undefined;
  }
}

/** Of a portal that has published a front page; without one there are the updates alone. */
const has = ({ face }: PageCall, section: Section): boolean => face.content !== undefined && face.sections.has(section);
