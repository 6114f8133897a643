import { AppError, emailAddress, micros, type Clock } from '@candor/runtime';
import type { Agreements } from '../access-requests/agreements.js';
import { MOST, type AskedFor, type Asking } from '../access-requests/asking.js';
import type { HandingOut } from '../documents/handing-out.js';
import type { VisitorSession } from '../store/access-tokens.js';
import type { PortalDocumentStore } from '../store/portal-documents.js';
import type { PortalFileStore } from '../store/portal-files.js';
import type { SubscribeLimits, Verdict } from '../subscribe-limits.js';
import * as show from './access-pages.js';
import { documentFeed } from './document-feed.js';
import { documentsPage } from './document-pages.js';
import { feedReply } from './feed-reply.js';
import type { PageFrame } from './layout.js';
import { frameOf, gone, open, personal, publicAddresses, tokenOf, type PageCall } from './call.js';
import { ndaPage } from './nda-page.js';
import { sessionCookie } from './portal-cookie.js';
import type { Reply } from './reply.js';
import type { FileReply } from './send-file.js';

export interface DocumentVisitParts {
  handing: HandingOut;
  asking: Asking;
  agreements: Agreements;
  files: PortalFileStore;
}

const SESSION_SECONDS = 12 * 3600;

/** What the pages about documents answer. Nothing tells a stranger who asked, or who has access. */
export class DocumentVisits {
  constructor(
    private readonly parts: DocumentVisitParts & {
      limits: SubscribeLimits;
      /** Of links to sign in. */
      signInLimits: SubscribeLimits;
      documents: PortalDocumentStore;
      clock: Clock;
      /** Where customers reach the pages. */
      publicUrl: string;
    },
  ) {}

  async list(call: PageCall): Promise<Reply> {
    const { organizationId } = call.portal;
    const visitor = await this.visitor(call);
    const full = visitor?.reach === 'full' ? visitor : undefined;
    const offered = await this.parts.handing.offered(organizationId, full);
    const body = documentsPage(frameOf(call), { ...offered, email: full?.email });
    if (full || call.face.preview !== undefined) return personal(call, body);
    // A browser that kept it would show it to who signed in a moment later.
    return { ...open(call, body), cache: 'public, no-cache' };
  }

  async feed(call: PageCall, form: 'atom' | 'json'): Promise<Reply> {
    const { documents, clock, publicUrl } = this.parts;
    const valid = await documents.valid(call.portal.organizationId, micros(clock));
    return feedReply(call, documentFeed(frameOf(call), publicUrl, publicAddresses(call), valid), form);
  }

  async requestForm(call: PageCall): Promise<Reply> {
    const document = call.query.get('document');
    const reason = (call.query.get('reason') ?? '').slice(0, MOST.reason);
    const asked = { ...NOTHING, reason, documentIds: document === null ? [] : [document] };
    const body = await this.requestPage(call, asked, {});
    return reason === '' ? open(call, body) : personal(call, body);
  }

  /** One answer for every address, whether it is known, new, or asked for too often. */
  async request(call: PageCall): Promise<Reply> {
    const { form, portal } = call;
    const text = (name: string): string => form.get(name) ?? '';
    const given = { name: text('name'), email: text('email'), company: text('company'), reason: text('reason') };
    const asked = personal(call, show.askedPage(frameOf(call)));
    if (text('website') !== '') return asked;
    const checked = await this.parts.asking.checked(portal.organizationId, {
      ...given,
      documentIds: form.getAll('document').slice(0, 1000),
    });
    if (Object.keys(checked.mistakes).length > 0) {
      const again = await this.requestPage(
        call,
        { ...given, documentIds: checked.asked.documentIds },
        checked.mistakes,
      );
      return { ...personal(call, again), status: 422 };
    }
    const verdict = await this.parts.limits.take(portal.organizationId, checked.asked.email, call.from);
    if (verdict.refused === 'network') return tooMany(call, verdict);
    if (!verdict.refused) await this.parts.asking.ask(portal.organizationId, checked.asked, call.language);
    return asked;
  }

  async confirmForm(call: PageCall): Promise<Reply> {
    const token = tokenOf(call);
    const found = await this.parts.asking.confirmation(call.portal.organizationId, token);
    if (!found) return gone(call, show.staleConfirmationPage(frameOf(call)));
    const { request, used } = found;
    return personal(call, used ? show.confirmedPage(frameOf(call)) : show.confirmPage(frameOf(call), request, token));
  }

  /** Leads on to the agreement where something under it was asked for. */
  async confirm(call: PageCall): Promise<Reply> {
    const { organizationId } = call.portal;
    const { asking, handing, agreements } = this.parts;
    const done = await asking.confirm(organizationId, tokenOf(call));
    if (!done) return gone(call, show.staleConfirmationPage(frameOf(call)));
    const { request, session } = done;
    const confirmed = personal(call, show.confirmedPage(frameOf(call)));
    if (session === undefined) return confirmed;
    const { documents } = await handing.offered(organizationId, undefined);
    const underNda = documents.some(({ id, visibility }) => visibility === 'nda' && request.documentIds.includes(id));
    const visitor: VisitorSession = { email: request.email, reach: 'confirmed' };
    const nda = underNda ? await agreements.open(organizationId, visitor) : undefined;
    if (!nda) return confirmed;
    // Who is signed in by this address may accept as well, and stays signed in.
    const before = await this.visitor(call);
    return before?.reach === 'full' && before.email === request.email
      ? this.to(call, '/nda')
      : this.to(call, '/nda', session, 3600);
  }

  signInForm(call: PageCall): Promise<Reply> {
    return Promise.resolve(personal(call, show.signInPage(frameOf(call))));
  }

  async signIn(call: PageCall): Promise<Reply> {
    const { organizationId } = call.portal;
    const email = emailAddress(call.form.get('email') ?? '');
    if (email === undefined) {
      return { ...personal(call, show.signInPage(frameOf(call), { wrong: true })), status: 422 };
    }
    const verdict = await this.parts.signInLimits.take(organizationId, email, call.from);
    if (verdict.refused === 'network') return tooMany(call, verdict);
    if (!verdict.refused) await this.parts.asking.askForLink(organizationId, email);
    return personal(call, show.linkSentPage(frameOf(call)));
  }

  async openForm(call: PageCall): Promise<Reply> {
    const token = tokenOf(call);
    const link = await this.parts.asking.link(call.portal.organizationId, token);
    if (!link) return gone(call, show.signInPage(frameOf(call), { stale: true }));
    return personal(call, show.openPage(frameOf(call), link.email, token));
  }

  async open(call: PageCall): Promise<Reply> {
    const session = await this.parts.asking.signIn(call.portal.organizationId, tokenOf(call));
    if (session === undefined) return gone(call, show.signInPage(frameOf(call), { stale: true }));
    return this.to(call, '', session, SESSION_SECONDS);
  }

  async signOut(call: PageCall): Promise<Reply> {
    if (call.session !== undefined) await this.parts.asking.signOut(call.portal.organizationId, call.session);
    return this.to(call, '', '', 0);
  }

  async nda(call: PageCall): Promise<Reply> {
    const visitor = await this.visitor(call);
    if (!visitor) return gone(call, show.noAccessPage(frameOf(call)));
    const nda = await this.parts.agreements.open(call.portal.organizationId, visitor);
    if (!nda) return this.to(call, '');
    return personal(call, ndaPage(frameOf(call), { nda, email: visitor.email, name: '' }));
  }

  async acceptNda(call: PageCall): Promise<Reply> {
    const { organizationId } = call.portal;
    const { agreements } = this.parts;
    const visitor = await this.visitor(call);
    if (!visitor) return gone(call, show.noAccessPage(frameOf(call)));
    const name = call.form.get('name') ?? '';
    const say = frameOf(call).words.documents.nda;
    const again = async (mistake: string): Promise<Reply> => {
      const nda = await agreements.open(organizationId, visitor);
      if (!nda) return this.to(call, '');
      const page = ndaPage(frameOf(call), { nda, email: visitor.email, name, mistake });
      return { ...personal(call, page), status: 422 };
    };
    if (call.form.get('agree') !== 'yes') return again(say.tick);
    try {
      const version = Number(call.form.get('version'));
      const accepted = await agreements.accept(organizationId, visitor, { name, version, address: call.from });
      if (!accepted) return await again(say.changed);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') return again(say.noName);
      throw error;
    }
    return visitor.reach === 'full' ? this.to(call, '') : personal(call, show.confirmedPage(frameOf(call)));
  }

  async file(call: PageCall, documentId: string): Promise<Reply | FileReply> {
    const { organizationId } = call.portal;
    const { handing, files } = this.parts;
    const handed = await handing.hand(organizationId, documentId, await this.visitor(call));
    if (handed.outcome === 'later') return comeBack(call);
    if (handed.outcome === 'nda_needed') return this.to(call, '/nda');
    // What exists and what does not look alike to who has no access.
    if (handed.outcome !== 'file') return gone(call, show.noAccessPage(frameOf(call)));
    const { document, file, request } = handed;
    return {
      fileName: document.fileName,
      mimeType: document.mimeType,
      size: file.size,
      sha256: file.sha256,
      isPublic: document.visibility === 'public',
      begins: (part) => handing.handed(document, request, { address: call.from, part }),
      read: (range) => files.read(organizationId, file.fileId, range),
    };
  }

  private async requestPage(call: PageCall, asked: AskedFor, mistakes: show.RequestView['mistakes']): Promise<string> {
    const { documents } = await this.parts.handing.offered(call.portal.organizationId, undefined);
    const closed = documents.filter(({ visibility }) => visibility !== 'public');
    if (closed.length === 0) return show.nothingToRequestPage(frameOf(call));
    return show.requestPage(frameOf(call), { documents: closed, asked, mistakes });
  }

  private async visitor({ portal, session }: PageCall): Promise<VisitorSession | undefined> {
    return session === undefined ? undefined : this.parts.asking.session(portal.organizationId, session);
  }

  /** To another page about documents; `session` sets the cookie, '' removes it. */
  private to(call: PageCall, page: string, session?: string, seconds = 0): Reply {
    const { addresses }: PageFrame = frameOf(call);
    const secure = this.parts.publicUrl.startsWith('https:');
    const cookie =
      session === undefined ? undefined : sessionCookie(session, { path: addresses.cookiePath, secure, seconds });
    const headers = { Location: addresses.documents(page), ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }) };
    return { ...personal(call, ''), status: 303, headers };
  }
}

const NOTHING: AskedFor = { name: '', email: '', company: '', reason: '', documentIds: [] };

/** A marked copy takes longer than a visitor should wait: it is being made, and is there at another try. */
function comeBack(call: PageCall): Reply {
  return { ...personal(call, show.preparingPage(frameOf(call))), status: 503, headers: { 'Retry-After': '15' } };
}

function tooMany(call: PageCall, { retryAfterSeconds }: Extract<Verdict, { refused: 'network' }>): Reply {
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return { ...personal(call, show.tooManyPage(frameOf(call))), status: 429, headers };
}
