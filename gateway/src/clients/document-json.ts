import type { KnowledgeDocument as DocumentMessage } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { isoTime } from '@candor/runtime';
import type { KnowledgeDocument } from '../routes/knowledge-documents/resource.js';
import { isoTimeOrNull } from './times.js';

/** A document of the evidence, as the API shows it. */
export const documentJson = (message: DocumentMessage): KnowledgeDocument => ({
  id: message.id,
  name: message.name,
  mime_type: message.mimeType,
  size: message.size,
  status: message.status as KnowledgeDocument['status'],
  should_poll: message.shouldPoll,
  passage_count: message.passageCount,
  error: message.error ? { code: message.error.code, message: message.error.message } : null,
  warnings: message.warnings.map(({ code, message: text }) => ({ code, message: text })),
  created_at: message.createdAt,
  owner_id: message.ownerId || null,
  expires_at: message.expiresAt || null,
  review_every_days: message.reviewEveryDays,
  last_verified_at: message.lastVerifiedAt ?? null,
  version: message.version,
  updated_at: message.updatedAt,
  effective_at: isoTimeOrNull(message.effectiveAt),
  upcoming: message.upcoming
    ? {
        name: message.upcoming.name,
        size: message.upcoming.size,
        version: message.upcoming.version,
        effective_at: isoTime(message.upcoming.effectiveAt),
      }
    : null,
});
