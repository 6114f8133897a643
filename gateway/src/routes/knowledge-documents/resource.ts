import { z } from 'zod';
import { id, microseconds, orNull, pagination } from '../schemas.js';

export const knowledgeDocument = z
  .object({
    id,
    name: z.string(),
    mime_type: z.string(),
    size: z.int().meta({ description: 'Bytes' }),
    status: z.enum(['PROCESSING', 'READY', 'FAILED']),
    should_poll: z.boolean(),
    passage_count: z.int(),
    error: orNull(z.object({ code: z.string(), message: z.string() })),
    warnings: z.array(
      z
        .object({ code: z.string(), message: z.string() })
        .meta({ id: 'DocumentWarning', description: 'What of a document was not read, or doubtfully' }),
    ),
    created_at: microseconds,
  })
  .meta({ id: 'KnowledgeDocument' });
export type KnowledgeDocument = z.infer<typeof knowledgeDocument>;

export const knowledgeDocumentList = z
  .object({ documents: z.array(knowledgeDocument), pagination })
  .meta({ id: 'KnowledgeDocumentList' });
export type KnowledgeDocumentList = z.infer<typeof knowledgeDocumentList>;

export const passageList = z
  .object({
    passages: z.array(z.object({ id, locator: z.string(), text: z.string() }).meta({ id: 'Passage' })),
    pagination,
  })
  .meta({ id: 'PassageList' });
export type PassageList = z.infer<typeof passageList>;
