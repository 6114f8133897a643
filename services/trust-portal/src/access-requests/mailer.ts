import { forATurn, micros, nextAt, type Clock, type Next, type WorkItem, type WorkKind } from '@candor/runtime';
import {
  fromOf,
  MailClaims,
  MailSending,
  type Mail,
  type MailOutcome,
  type MailSendingParts,
  type MailWork,
  type NoMail,
  type Sender,
} from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import { messageIdOf, type Portal } from '../delivery/update-mail.js';
import { JOBS } from '../jobs.js';
import type { MailObserver } from '../measures.js';
import type { Language } from '../language.js';
import type { AccessRequest, AccessRequestStore } from '../store/access-requests.js';
import type { AccessTokenStore } from '../store/access-tokens.js';
import { FARTHEST } from '../store/deliveries.js';
import type { NdaStore } from '../store/ndas.js';
import type { PortalDocumentStore } from '../store/portal-documents.js';
import { PORTAL_MAILS, type PortalMailRow, type PortalMailStore } from '../store/portal-mails.js';
import type { SystemScope } from '../store/system-scope.js';
import type { Agreements } from './agreements.js';
import { CONFIRM_FOR, SIGN_IN_FOR } from './asking.js';
import * as texts from './mail-texts.js';
import type { OwedWork } from './owed.js';

export interface PortalMailerParts extends Omit<MailSendingParts<PortalMailRow>, 'claims'> {
  db: Db;
  system: SystemScope;
  owed: OwedWork;
  mails: PortalMailStore;
  requests: AccessRequestStore;
  documents: PortalDocumentStore;
  ndas: NdaStore;
  agreements: Agreements;
  tokens: AccessTokenStore;
  sender: Sender;
  portalOf: (organizationId: string) => Promise<Portal | undefined>;
  observe: MailObserver;
  clock: Clock;
}

/**
 * Sends the emails about documents: stored before they are sent, and what decides about each is read just before it goes. An
 * organization's turn settles what its changes owe, and sends what is due.
 */
export class PortalMailer implements WorkKind {
  readonly job = JOBS.documents;
  private readonly claims: MailClaims<PortalMailRow>;
  private readonly sending: MailSending<PortalMailRow>;

  constructor(private readonly parts: PortalMailerParts) {
    this.claims = new MailClaims<PortalMailRow>(parts.db, PORTAL_MAILS, { farthest: FARTHEST });
    this.sending = new MailSending({ ...parts, claims: this.claims });
  }

  readonly due: WorkKind['due'] = async (times, limit) => {
    const owing = await this.parts.system.owing();
    const owed = owing.map((id) => ({ organizationId: id, id, dueAt: times.now }));
    return [...owed, ...(await this.parts.mails.overdue(times, limit))].slice(0, limit);
  };

  readonly turn = async ({ organizationId }: WorkItem, stopping: AbortSignal): Promise<Next> => {
    const { owed, portalOf, clock } = this.parts;
    // What cannot be told now keeps no email waiting.
    const [settled] = await Promise.allSettled([owed.round(organizationId)]);
    const portal = await portalOf(organizationId);
    const mails = portal && new DocumentMails(this.parts, organizationId, portal);
    const isMore = mails ? await forATurn(stopping, () => this.sending.batch(mails, stopping)) : false;
    if (settled.status === 'rejected') throw settled.reason;
    if (settled.value || isMore) return 'again';
    return portal ? nextAt(await this.claims.nextDue(organizationId, {}), micros(clock)) : 'nothing';
  };
}

/** The emails of one organization. */
class DocumentMails implements MailWork<PortalMailRow, Map<string, AccessRequest>> {
  readonly scope = {};

  constructor(
    private readonly parts: PortalMailerParts,
    readonly organizationId: string,
    private readonly portal: Portal,
  ) {}

  async read(rows: PortalMailRow[]): Promise<Map<string, AccessRequest>> {
    const ids = rows.map(({ about }) => about);
    const requests = await this.parts.requests.findMany(this.organizationId, ids);
    return new Map(requests.map((request) => [request.id, request]));
  }

  async mailOf(row: PortalMailRow, requests: Map<string, AccessRequest>): Promise<Mail | NoMail> {
    const { sender } = this.parts;
    const text = await this.textOf(row, requests.get(row.about));
    if (text === undefined) return { reason: 'no_longer_due' };
    return {
      ...text,
      from: fromOf(sender, this.portal),
      to: row.email,
      messageId: messageIdOf(row._id, sender),
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
  }

  outcome(_row: PortalMailRow, outcome: MailOutcome): void {
    this.parts.observe('document', outcome);
  }

  /** Undefined when the email is no longer true, or nobody's. */
  private async textOf(
    row: PortalMailRow,
    request: AccessRequest | undefined,
  ): Promise<(texts.MailText & Pick<Mail, 'attachments'>) | undefined> {
    const { portal, parts } = this;
    if (row.kind === 'nda_visitor' || row.kind === 'nda_team') return this.ndaText(row);
    if (row.kind === 'new_version') {
      const document = await parts.documents.find(this.organizationId, row.about);
      const link = texts.documentsPage(parts.sender, portal, '/sign-in');
      const of = { portal, language: await this.languageOf(row.email) };
      return document && texts.newVersionMail(of, { title: document.title, link });
    }
    if (row.kind === 'sign_in') return this.signInText(row);
    if (!request) return undefined;
    const of = { portal, language: request.language };
    if (row.kind === 'declined') {
      return request.state === 'declined' ? texts.declinedMail(of, request) : undefined;
    }
    if (row.kind === 'confirm') {
      if (request.state !== 'unconfirmed') return undefined;
      const link = texts.documentsPage(parts.sender, portal, '/confirm', await this.secret(row, 'confirm'));
      return texts.confirmMail(of, { titles: await this.titles(request.documentIds), link });
    }
    const { state, expiresAt } = request;
    if (state !== 'approved' || (expiresAt !== undefined && expiresAt <= micros(parts.clock))) return undefined;
    const link = texts.documentsPage(parts.sender, portal, '/open', await this.secret(row, 'sign_in'));
    return texts.approvedMail(of, { request, titles: await this.titles(request.grantedIds), link });
  }

  /** Whoever asked, only an address with access gets a link. */
  private async signInText(row: PortalMailRow): Promise<texts.MailText | undefined> {
    const { portal, parts } = this;
    const [request] = await parts.requests.granted(this.organizationId, row.email, micros(parts.clock));
    if (!request) return undefined;
    const link = texts.documentsPage(parts.sender, portal, '/open', await this.secret(row, 'sign_in'));
    return texts.signInMail({ portal, language: request.language }, link);
  }

  private async ndaText(row: PortalMailRow): Promise<(texts.MailText & Pick<Mail, 'attachments'>) | undefined> {
    const { ndas, agreements } = this.parts;
    const acceptance = await ndas.acceptance(this.organizationId, row.about);
    const nda = acceptance && (await ndas.find(this.organizationId, acceptance.version));
    if (!nda) return undefined;
    const { fileName, bytes } = await agreements.pdfOf(nda, acceptance);
    const attachments = [{ fileName, mimeType: 'application/pdf', bytes }];
    const to = row.kind === 'nda_team' ? 'team' : 'visitor';
    // The team's own language is not known.
    const language = to === 'team' ? 'en' : await this.languageOf(row.email);
    return { ...texts.ndaMail({ portal: this.portal, language }, nda, acceptance, to), attachments };
  }

  /** In which the address asked last. */
  private async languageOf(email: string): Promise<Language> {
    return (await this.parts.requests.newest(this.organizationId, email))?.language ?? 'en';
  }

  /** Each attempt has a link of its own: one that a crash repeats works, too. */
  private secret({ about, email }: PortalMailRow, kind: 'confirm' | 'sign_in'): Promise<string> {
    const until = micros(this.parts.clock) + (kind === 'confirm' ? CONFIRM_FOR : SIGN_IN_FOR);
    return this.parts.tokens.issue(this.organizationId, { kind, requestId: about, email, until });
  }

  private async titles(ids: string[]): Promise<string[]> {
    return (await this.parts.documents.findMany(this.organizationId, ids)).map(({ title }) => title);
  }
}
