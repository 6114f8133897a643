import { deterministicId, micros, type Clock, type PublishEvents, type ServiceEvent } from '@candor/runtime';
import type { KnowledgeDocumentDocument, LibraryAnswerDocument } from '../store/knowledge-documents.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';
import type { LibraryStore } from '../store/library.js';
import { toldEvent } from './telling.js';

const DAY_US = 86_400e6;
/** How long before the end its owner is told. */
const AHEAD_US = 14 * DAY_US;
/** What ended longer ago than this is told to nobody any more: it was so before reminders, or while nothing ran. */
const LATE_US = 30 * DAY_US;
const AT_ONCE = 100;

interface Reminded {
  kind: 'answer_expiring' | 'document_expiring';
  id: string;
  organizationId: string;
  ownerId: string;
  title: string;
  expiresAt: number;
  path: string;
}

/**
 * Tells owners of library answers and documents that they expire soon, once for each expiry; where nobody is the owner,
 * administrators are told. It is marked as told when the listener has stored it, so that a crash repeats and loses nothing.
 */
export class ExpiryReminders {
  constructor(
    private readonly library: LibraryStore,
    private readonly documents: KnowledgeDocumentStore,
    private readonly publish: PublishEvents,
    private readonly clock: Clock,
  ) {}

  async round(): Promise<void> {
    const now = micros(this.clock);
    const window = [now - LATE_US, now + AHEAD_US, AT_ONCE] as const;
    const answers = await this.library.expiring(...window);
    const documents = await this.documents.expiring(...window);
    await this.publish([...answers.map(ofAnswer), ...documents.map(ofDocument)].map((one) => eventOf(one, now)));
    for (const answer of answers) await this.library.markReminded(answer);
    for (const document of documents) await this.documents.markReminded(document);
  }
}

const ofAnswer = ({ _id, organizationId, ownerId, question, expiresAt }: LibraryAnswerDocument): Reminded => ({
  kind: 'answer_expiring',
  id: _id,
  organizationId,
  ownerId,
  title: question,
  expiresAt,
  path: `/console/knowledge?entry=${_id}`,
});

const ofDocument = (document: KnowledgeDocumentDocument): Reminded => ({
  kind: 'document_expiring',
  id: document._id,
  organizationId: document.organizationId,
  ownerId: document.ownerId ?? '',
  title: document.name,
  expiresAt: document.expiresAt ?? 0,
  path: `/console/knowledge/documents/${document._id}`,
});

function eventOf({ kind, id, organizationId, ownerId, title, expiresAt, path }: Reminded, at: number): ServiceEvent {
  return toldEvent({
    id: deterministicId('expiring', id, String(expiresAt)),
    organizationId,
    at,
    kind,
    actor: '',
    dueAt: expiresAt,
    path,
    recipients: ownerId === '' ? [] : [{ type: 'USER', id: ownerId }],
    subject: { type: kind === 'answer_expiring' ? 'answer' : 'document', id, title },
  });
}
