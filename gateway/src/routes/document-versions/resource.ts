import { z } from 'zod';
import { id, microseconds, orNull, pagination } from '../schemas.js';

const time = z.string().meta({ description: 'ISO 8601, UTC', example: '2027-01-01T00:00:00.000Z' });

export const documentVersion = z
  .object({
    version: z.int().meta({ description: 'Number, from 1', example: 2 }),
    state: z.enum(['current', 'waiting', 'replaced']).meta({
      description:
        'current: its text is the evidence; waiting: for its day, or to be read; replaced: another took its place',
    }),
    name: z.string().meta({ description: 'Name of the file', example: 'logging-policy-2026.docx' }),
    mime_type: z.string(),
    size: z.int().meta({ description: 'Bytes of the file', example: 24_576 }),
    sha256: z.string().meta({
      description: 'SHA-256 of the file, hexadecimal',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    uploaded_by: z
      .string()
      .nullable()
      .meta({ description: 'Who uploaded it, as in histories; null: not known', example: 'user:ada' }),
    uploaded_at: microseconds,
    effective_at: time.nullable().meta({ description: 'From when on it holds; null: from when it was read' }),
    expires_at: time.nullable().meta({ description: 'Until when it may be used; null: no end' }),
    replaced_at: microseconds.nullable().meta({ description: 'When another took its place; null: none has' }),
    text_kept: z.boolean().meta({ description: 'Whether its text can be read and compared', example: true }),
  })
  .meta({ id: 'DocumentVersion', description: 'A version of a document of the evidence' });
export type DocumentVersion = z.infer<typeof documentVersion>;

export const documentVersionList = z
  .object({ versions: z.array(documentVersion).meta({ description: 'A page of versions' }), pagination })
  .meta({ id: 'DocumentVersionList', description: 'The versions of a document, the newest first' });
export type DocumentVersionList = z.infer<typeof documentVersionList>;

export const documentVersionText = z
  .object({
    version: documentVersion,
    passages: z
      .array(z.object({ id, locator: z.string(), text: z.string() }).meta({ id: 'Passage' }))
      .meta({ description: 'A page of what it says, in its order' }),
    pagination,
  })
  .meta({ id: 'DocumentVersionText', description: 'What a version of a document says' });
export type DocumentVersionText = z.infer<typeof documentVersionText>;

const count = (description: string, example: number) => z.int().meta({ description, example });

export const documentVersionDiff = z
  .object({
    kept: count('Sentences and rows that both say', 112),
    changed: count('Those that say something else', 3),
    added: count('Those that only this version says', 2),
    removed: count('Those that it says no more', 1),
    differences: z
      .array(
        z
          .object({
            kind: z
              .enum(['kept', 'added', 'removed', 'changed'])
              .meta({ description: 'What became of it', example: 'changed' }),
            locator: z
              .string()
              .meta({ description: 'Heading path, page or row', example: 'Logging policy > Retention' }),
            before: z.string().nullable().meta({
              description: 'What the version compared with says; null: nothing',
              example: 'Audit logs are kept for 13 months.',
            }),
            after: z.string().nullable().meta({
              description: 'What this version says; null: nothing',
              example: 'Audit logs are kept for 6 months.',
            }),
          })
          .meta({ id: 'VersionDifference', description: 'A sentence or row of two versions' }),
      )
      .meta({ description: 'A page of them, in the order of this version' }),
    pagination,
  })
  .meta({ id: 'DocumentVersionDiff', description: 'What one version of a document says otherwise than another' });
export type DocumentVersionDiff = z.infer<typeof documentVersionDiff>;

export const citationPlaces = z
  .object({
    places: z
      .array(
        z
          .object({
            source_id: id,
            document_id: orNull(id).meta({ description: 'The document; null: it is gone, or the source is none' }),
            version: z.int().nullable().meta({
              description: 'The newest version with the words of the quote; null: none that is kept',
              example: 2,
            }),
            current: z.boolean().meta({ description: 'Whether that is the version in use', example: false }),
            replaced_at: microseconds.nullable().meta({ description: 'When another took its place; null: none has' }),
          })
          .meta({ id: 'CitationPlace', description: 'Where the words of a citation stand' }),
      )
      .meta({ description: 'One for each citation of the answer, in their order' }),
  })
  .meta({ id: 'CitationPlaces', description: 'The versions of documents that an answer quotes' });
export type CitationPlaces = z.infer<typeof citationPlaces>;
