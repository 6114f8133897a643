import { z } from 'zod';
import { id, microseconds, pagination } from '../schemas.js';

export const VISIBILITIES = ['public', 'request', 'nda'] as const;
export const WHO_MAY =
  'public: everybody; request: who asked and was approved; nda: who was approved and accepted the agreement in force';

export const portalDocument = z
  .object({
    id,
    title: z.string().meta({ description: 'Title', example: 'SOC 2 Type II report 2026' }),
    description: z.string().meta({ description: 'What it is; may be empty', example: 'By an independent auditor.' }),
    category: z.string().meta({ description: 'Heading that it stands under; may be empty', example: 'Reports' }),
    visibility: z.enum(VISIBILITIES).meta({ description: WHO_MAY, example: 'nda' }),
    version: z.int().meta({ description: 'From 1; one more with every file that took its place', example: 2 }),
    valid_until: microseconds
      .nullable()
      .meta({ description: 'When it ends to be shown and handed out; null: never', example: 1798761600000000 }),
    file_name: z.string().meta({ description: 'Name of the file', example: 'soc2-2026.pdf' }),
    mime_type: z.string().meta({ description: 'Type of the file', example: 'application/pdf' }),
    size: z.int().meta({ description: 'Bytes', example: 482133 }),
    sha256: z.string().meta({ description: 'Of the file as it was added, hex', example: 'e3b0c44298fc1c149afbf4c8' }),
    created_at: microseconds,
    updated_at: microseconds,
    downloads: z.int().meta({ description: 'How often visitors downloaded it, all versions', example: 12 }),
  })
  .meta({ id: 'PortalDocument', description: 'A document that the trust portal hands out' });
export type PortalDocument = z.infer<typeof portalDocument>;

export const portalDocumentList = z
  .object({ documents: z.array(portalDocument).meta({ description: 'Documents of the page' }), pagination })
  .meta({ id: 'PortalDocumentList', description: 'A page of documents that the trust portal hands out' });
export type PortalDocumentList = z.infer<typeof portalDocumentList>;
