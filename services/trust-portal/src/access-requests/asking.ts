import { cleanName, cleanText, domainName, emailAddress, lengthOf, micros, newId, type Clock } from '@candor/runtime';
import type { Language } from '../language.js';
import type { AccessRequest, AccessRequestStore } from '../store/access-requests.js';
import type { AccessRules, AccessRuleStore } from '../store/access-rules.js';
import type { AccessTokenStore, VisitorSession } from '../store/access-tokens.js';
import type { PortalDocumentStore } from '../store/portal-documents.js';
import type { PortalMailStore } from '../store/portal-mails.js';

export interface AskingParts {
  requests: AccessRequestStore;
  rules: AccessRuleStore;
  tokens: AccessTokenStore;
  documents: PortalDocumentStore;
  mails: PortalMailStore;
  clock: Clock;
  /** Called when an email or an event is owed. */
  onDue: (organizationId: string) => void;
}

/** What the form holds; `documentIds` are those that were ticked. */
export interface AskedFor {
  name: string;
  email: string;
  company: string;
  reason: string;
  documentIds: string[];
}
/** `missing`: nothing is there. `wrong`: it is no address. */
export type Mistake = 'missing' | 'wrong' | 'too_long';
export type Mistakes = Partial<Record<'name' | 'email' | 'company' | 'reason' | 'documents', Mistake>>;

const DAY = 86_400e6;
/** How long links and sessions are good, microseconds. */
export const CONFIRM_FOR = 7 * DAY;
export const SIGN_IN_FOR = 30 * 60e6;
const SESSION_FOR = { full: 12 * 3600e6, confirmed: 3600e6 };
/** Most characters of each field. */
export const MOST = { name: 200, company: 300, reason: 2000 };

/** What visitors do: ask, prove their address, come back by a link. Nothing of it tells who has access. */
export class Asking {
  constructor(private readonly parts: AskingParts) {}

  /** The request as it would be stored, or what is wrong with it, by field. */
  async checked(organizationId: string, given: AskedFor): Promise<{ asked: AskedFor; mistakes: Mistakes }> {
    const email = emailAddress(given.email);
    const asked: AskedFor = {
      name: cleanName(given.name),
      email: email ?? given.email,
      company: cleanName(given.company),
      reason: cleanText(given.reason).trim(),
      documentIds: await this.existing(organizationId, given.documentIds),
    };
    const mistakes: Mistakes = {};
    if (email === undefined) mistakes.email = given.email.trim() === '' ? 'missing' : 'wrong';
    for (const field of ['name', 'company', 'reason'] as const) {
      if (asked[field] === '') mistakes[field] = 'missing';
      else if (lengthOf(asked[field]) > MOST[field]) mistakes[field] = 'too_long';
    }
    if (asked.documentIds.length === 0) mistakes.documents = 'missing';
    return { asked, mistakes };
  }

  /** Stores a request of fields that have been checked, which counts when the link that goes to the address is used. */
  async ask(organizationId: string, asked: AskedFor, language: Language): Promise<void> {
    const { requests, clock, onDue } = this.parts;
    const request: AccessRequest = {
      id: newId(),
      organizationId,
      ...asked,
      language,
      state: 'unconfirmed',
      grantedIds: [],
      createdAt: micros(clock),
      confirmedAt: undefined,
      decidedAt: undefined,
      decidedBy: '',
      note: '',
      expiresAt: undefined,
    };
    await requests.insert(request, [{ id: newId(), kind: 'confirm' }]);
    onDue(organizationId);
  }

  /** The request whose link it is, and whether the link was used; undefined when it is none, or too old. Changes nothing. */
  async confirmation(
    organizationId: string,
    secret: string,
  ): Promise<{ request: AccessRequest; used: boolean } | undefined> {
    const token = await this.parts.tokens.peek(organizationId, 'confirm', secret, this.time(CONFIRM_FOR));
    const request = token && (await this.parts.requests.find(organizationId, token.requestId));
    return request && { request, used: request.state !== 'unconfirmed' };
  }

  /**
   * The address is proven: the request is open, or approved by a rule. Gives a session that may accept the agreement, once;
   * a link that was used confirms nothing further.
   */
  async confirm(
    organizationId: string,
    secret: string,
  ): Promise<{ request: AccessRequest; session: string | undefined } | undefined> {
    const { tokens, requests, onDue } = this.parts;
    const found = await this.confirmation(organizationId, secret);
    if (!found) return undefined;
    const now = micros(this.parts.clock);
    const rules = await this.ruleFor(found.request);
    const open = { state: 'open' as const, confirmedAt: now };
    const byRule = { state: 'approved' as const, grantedIds: found.request.documentIds, decidedAt: now, decidedBy: '' };
    const change = rules ? { ...open, ...byRule, expiresAt: now + rules.days * DAY } : open;
    const kinds = rules ? (['requested', 'approved'] as const) : (['requested'] as const);
    const owed = kinds.map((kind) => ({ id: newId(), kind }));
    const opened = await requests.move(organizationId, found.request.id, ['unconfirmed'], change, owed);
    onDue(organizationId);
    const used = await tokens.use(organizationId, 'confirm', secret, this.time(CONFIRM_FOR));
    const session = used && (await this.openSession(organizationId, { email: used.email, reach: 'confirmed' }));
    return { request: opened ?? found.request, session };
  }

  /**
   * Stores an email with a link to sign in for an address as `emailAddress` gives it, whether or not it has access: that is
   * decided when it would be sent, so that not even the time tells.
   */
  async askForLink(organizationId: string, email: string): Promise<void> {
    const mail = { id: newId(), kind: 'sign_in' as const, email, about: '' };
    await this.parts.mails.insert(organizationId, mail, micros(this.parts.clock));
    this.parts.onDue(organizationId);
  }

  /** Whose link to sign in it is, while it can be used. Changes nothing: programs open the links of emails. */
  async link(organizationId: string, secret: string): Promise<{ email: string } | undefined> {
    const token = await this.parts.tokens.peek(organizationId, 'sign_in', secret, this.time(SIGN_IN_FOR));
    return token && !token.used ? { email: token.email } : undefined;
  }

  /** The secret of a session, once for a link. */
  async signIn(organizationId: string, secret: string): Promise<string | undefined> {
    const token = await this.parts.tokens.use(organizationId, 'sign_in', secret, this.time(SIGN_IN_FOR));
    return token && this.openSession(organizationId, { email: token.email, reach: 'full' });
  }

  session(organizationId: string, secret: string): Promise<VisitorSession | undefined> {
    return this.parts.tokens.session(organizationId, secret, this.time(SESSION_FOR.full));
  }

  signOut(organizationId: string, secret: string): Promise<void> {
    return this.parts.tokens.close(organizationId, secret);
  }

  private openSession(organizationId: string, session: VisitorSession): Promise<string> {
    const until = micros(this.parts.clock) + SESSION_FOR[session.reach];
    return this.parts.tokens.open(organizationId, { ...session, until });
  }

  private time(length: number): { now: number; length: number } {
    return { now: micros(this.parts.clock), length };
  }

  private async ruleFor({ organizationId, email }: AccessRequest): Promise<AccessRules | undefined> {
    const rules = await this.parts.rules.get(organizationId);
    return approves(rules, email) ? rules : undefined;
  }

  /** Those of the documents that can be asked for now. */
  private async existing(organizationId: string, ids: readonly string[]): Promise<string[]> {
    const valid = await this.parts.documents.valid(organizationId, micros(this.parts.clock));
    const known = new Set(valid.filter(({ visibility }) => visibility !== 'public').map(({ id }) => id));
    return [...new Set(ids)].filter((id) => known.has(id));
  }
}

/** A domain stands for itself, not for those under it. */
export const approves = ({ domains, addresses }: AccessRules, email: string): boolean =>
  addresses.includes(email) || domains.includes(domainName(email.slice(email.lastIndexOf('@') + 1)) ?? '');
