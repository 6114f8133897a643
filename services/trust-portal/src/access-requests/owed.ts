import { deterministicId, isoTime, micros, type Clock, type PublishEvents, type ServiceEvent } from '@candor/runtime';
import type { AccessRequest, AccessRequestStore, Owed } from '../store/access-requests.js';
import type { DocumentDownload, DocumentDownloadStore } from '../store/document-downloads.js';
import type { NdaAcceptance, NdaStore } from '../store/ndas.js';
import type { PortalDocument, PortalDocumentStore } from '../store/portal-documents.js';
import type { PortalMailStore } from '../store/portal-mails.js';
import { forPeople } from './for-people.js';

export interface OwedParts {
  requests: AccessRequestStore;
  ndas: NdaStore;
  downloads: DocumentDownloadStore;
  documents: PortalDocumentStore;
  mails: PortalMailStore;
  /** Undefined: nobody is told of events. */
  publish: PublishEvents | undefined;
  clock: Clock;
}

interface OwingRequest {
  request: AccessRequest;
  owed: Owed[];
  version: number;
}

const AT_ONCE = 100;

/**
 * Turns what changes owe into stored emails and told events. Each has an id of its own, so that a round that is cut off can
 * be repeated; a change is settled only when all of it is stored elsewhere.
 */
export class OwedWork {
  constructor(private readonly parts: OwedParts) {}

  /**
   * Settles what an organization owes; true when there may be more. Rejects with the first failure, after everything else was
   * tried: what one change owes never waits for another.
   */
  async round(organizationId: string): Promise<boolean> {
    const { requests, ndas, downloads, documents } = this.parts;
    const failures: unknown[] = [];
    let isMore = false;
    const each = async <Change>(changes: Change[], settle: (change: Change) => Promise<void>): Promise<void> => {
      isMore ||= changes.length === AT_ONCE;
      for (const change of changes) await settle(change).catch((error: unknown) => failures.push(error));
    };
    await each(await requests.untold(organizationId, AT_ONCE), (change) => this.ofRequest(change));
    await each(await ndas.untold(organizationId, AT_ONCE), (acceptance) => this.ofAcceptance(acceptance));
    await each(await downloads.untold(organizationId, AT_ONCE), (download) => this.ofDownload(download));
    await each(await documents.untold(organizationId, AT_ONCE), (change) => this.ofVersion(change));
    if (failures.length > 0) throw failures[0];
    return isMore;
  }

  private async ofRequest({ request, owed, version }: OwingRequest): Promise<void> {
    const { requests, mails, clock } = this.parts;
    const { organizationId, id: about, email } = request;
    // Emails first: they wait for no other service.
    for (const { id, kind } of owed) {
      if (kind !== 'requested') await mails.insert(organizationId, { id, kind, email, about }, micros(clock));
    }
    for (const { id, kind } of owed) {
      if (kind === 'requested') await this.publish(await this.requestedEvent(request, id), ...forPeople(request, id));
    }
    await requests.settled(organizationId, about, version);
  }

  private async requestedEvent(request: AccessRequest, id: string): Promise<ServiceEvent> {
    const { organizationId, id: requestId, name, email, company, reason, documentIds, confirmedAt = 0 } = request;
    const found = await this.parts.documents.findMany(organizationId, documentIds);
    const data = {
      request_id: requestId,
      name,
      email,
      company,
      reason,
      requested_at: isoTime(confirmedAt),
      documents: found.map((document) => ({ document_id: document.id, title: document.title })),
    };
    return { id, organizationId, type: 'portal.access_requested', at: confirmedAt, data };
  }

  private async ofAcceptance(acceptance: NdaAcceptance): Promise<void> {
    const { ndas, mails, clock } = this.parts;
    const { organizationId, id: about, email, name, company, version, acceptedAt } = acceptance;
    const copyTo = (await ndas.find(organizationId, version))?.copyTo ?? '';
    const idOf = (what: string): string => deterministicId(`nda.${what}`, about);
    const now = micros(clock);
    await mails.insert(organizationId, { id: idOf('visitor'), kind: 'nda_visitor', email, about }, now);
    if (copyTo !== '') {
      await mails.insert(organizationId, { id: idOf('team'), kind: 'nda_team', email: copyTo, about }, now);
    }
    const data = { acceptance_id: about, name, email, company, version, accepted_at: isoTime(acceptedAt) };
    await this.publish({ id: idOf('event'), organizationId, type: 'portal.nda_accepted', at: acceptedAt, data });
    await ndas.settled(organizationId, about);
  }

  private async ofDownload(download: DocumentDownload): Promise<void> {
    const { organizationId, id, documentId, title, version, email, requestId, at } = download;
    const data = {
      download_id: id,
      document_id: documentId,
      title,
      version,
      email,
      request_id: requestId,
      downloaded_at: isoTime(at),
    };
    await this.publish({ id, organizationId, type: 'portal.document_downloaded', at, data });
    await this.parts.downloads.settled(organizationId, id);
  }

  /** Whoever was given an earlier version, and still has access, is told once. */
  private async ofVersion({ document, version }: { document: PortalDocument; version: number }): Promise<void> {
    const { documents, downloads, requests, mails, clock } = this.parts;
    const { organizationId, id: documentId } = document;
    const now = micros(clock);
    for (const email of await downloads.holders(organizationId, documentId, version)) {
      const granted = email === '' ? [] : await requests.granted(organizationId, email, now);
      if (!granted.some(({ grantedIds }) => grantedIds.includes(documentId))) continue;
      const id = deterministicId('portal.new_version', documentId, String(version), email);
      await mails.insert(organizationId, { id, kind: 'new_version', email, about: documentId }, now);
    }
    await documents.told(organizationId, documentId, version);
  }

  private async publish(...events: ServiceEvent[]): Promise<void> {
    await this.parts.publish?.(events);
  }
}
