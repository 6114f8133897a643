import {
  AppError,
  domainName,
  emailAddress,
  invalid,
  micros,
  newId,
  notFound,
  type Clock,
  type FieldError,
} from '@candor/runtime';
import type { AccessRequest, AccessRequestStore } from '../store/access-requests.js';
import type { AccessRules, AccessRuleStore } from '../store/access-rules.js';
import type { AccessTokenStore } from '../store/access-tokens.js';
import type { DocumentDownloadStore } from '../store/document-downloads.js';
import type { PortalMailStore } from '../store/portal-mails.js';
import { timeOf } from '../documents/documents.js';

export interface DecidingParts {
  requests: AccessRequestStore;
  rules: AccessRuleStore;
  tokens: AccessTokenStore;
  downloads: DocumentDownloadStore;
  mails: PortalMailStore;
  clock: Clock;
  /** Called when an email is owed. */
  onDue: (organizationId: string) => void;
}

const MOST_DAYS = 3650;

/** What administrators decide about requests. */
export class Deciding {
  constructor(private readonly parts: DecidingParts) {}

  async get(organizationId: string, id: string): Promise<AccessRequest> {
    const request = await this.parts.requests.find(organizationId, id);
    // What was never confirmed is nobody's request: anyone can enter an address.
    if (!request || request.state === 'unconfirmed') throw notFound('access_request');
    return request;
  }

  /** Gives some of what was asked for (none named: all of it) until a time; '' is for ever. */
  async approve(
    organizationId: string,
    id: string,
    given: { documentIds: string[]; expiresAt: string; note: string; by: string },
  ): Promise<AccessRequest> {
    const { documentIds: asked } = await this.get(organizationId, id);
    const unknown = given.documentIds.filter((one) => !asked.includes(one));
    if (unknown.length > 0) {
      throw invalid([{ path: 'document_ids', message: 'must be among those that were asked for.' }]);
    }
    const now = micros(this.parts.clock);
    const expiresAt = timeOf(given.expiresAt) ?? undefined;
    if (expiresAt !== undefined && expiresAt <= now) {
      throw invalid([{ path: 'expires_at', message: 'must be in the future.' }]);
    }
    const grantedIds = given.documentIds.length > 0 ? [...new Set(given.documentIds)] : asked;
    const change = { state: 'approved' as const, grantedIds, expiresAt, note: given.note, decidedBy: given.by };
    return this.move(organizationId, id, ['open', 'approved', 'declined', 'revoked'], change, 'approved');
  }

  /** With a word that the visitor is told. */
  decline(organizationId: string, id: string, given: { note: string; by: string }): Promise<AccessRequest> {
    const change = { state: 'declined' as const, grantedIds: [], note: given.note, decidedBy: given.by };
    return this.move(organizationId, id, ['open'], change, 'declined');
  }

  /** Ends what was approved at once, also for sessions that are open. */
  revoke(organizationId: string, id: string, by: string): Promise<AccessRequest> {
    return this.move(organizationId, id, ['approved'], { state: 'revoked', grantedIds: [], decidedBy: by }, undefined);
  }

  /** Erases the request; with the last one of an address, its sessions, emails and name in the log of downloads. */
  async remove(organizationId: string, id: string): Promise<void> {
    const { requests, tokens } = this.parts;
    const { email } = await this.get(organizationId, id);
    await tokens.removeAll(organizationId, email);
    // Before the request: until all is gone, the same call can be made again.
    if (await requests.isLast(organizationId, email, id)) await this.forget(organizationId, email);
    await requests.remove(organizationId, id);
    // Of two that are removed at a time each took the other for one that stays.
    if (await requests.isLast(organizationId, email, id)) await this.forget(organizationId, email);
  }

  private async forget(organizationId: string, email: string): Promise<void> {
    const { requests, downloads, mails } = this.parts;
    await downloads.forget(organizationId, email);
    await mails.forget(organizationId, email);
    await requests.removeUnconfirmed(organizationId, email);
  }

  rulesOf(organizationId: string): Promise<AccessRules> {
    return this.parts.rules.get(organizationId);
  }

  /** Replaces the rules. Throws `invalid_input` that names every entry that is no domain or no address. */
  async setRules(organizationId: string, given: AccessRules): Promise<AccessRules> {
    const errors: FieldError[] = [];
    const read = (path: 'domains' | 'addresses', read: (text: string) => string | undefined): string[] =>
      given[path].flatMap((text, index) => {
        const found = read(text);
        const what = path === 'domains' ? 'a domain' : 'an email address';
        if (found === undefined) errors.push({ path: `${path}.${index}`, message: `must be ${what}.` });
        return found ?? [];
      });
    const domains = [...new Set(read('domains', domainName))];
    const addresses = [...new Set(read('addresses', emailAddress))];
    if (given.days < 1 || given.days > MOST_DAYS) {
      errors.push({ path: 'days', message: `must be from 1 to ${MOST_DAYS}.` });
    }
    if (errors.length > 0) throw invalid(errors);
    const rules = { domains, addresses, days: given.days };
    await this.parts.rules.set(organizationId, rules);
    return rules;
  }

  private async move(
    organizationId: string,
    id: string,
    from: Parameters<AccessRequestStore['move']>[2],
    change: Parameters<AccessRequestStore['move']>[3],
    tells: 'approved' | 'declined' | undefined,
  ): Promise<AccessRequest> {
    const { requests, clock, onDue } = this.parts;
    const { state } = await this.get(organizationId, id);
    const owed = tells === undefined ? [] : [{ id: newId(), kind: tells }];
    const moved = await requests.move(organizationId, id, from, { ...change, decidedAt: micros(clock) }, owed);
    if (!moved) {
      const message = `The request is ${state}: this cannot be done with it. Load it again.`;
      throw new AppError('conflict', 'access_request_state', message);
    }
    onDue(organizationId);
    return moved;
  }
}
