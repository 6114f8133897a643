import type { OpenApiDocument } from './document.js';
import type { Schema } from './words.js';

/** Bodies whose fields do not all go together; the others are made from the examples of their fields. */
export const BODY_EXAMPLES: Readonly<Record<string, unknown>> = {
  approveQuestions: { filter: { band: 'HIGH' } },
  editQuestions: {
    questions: [{ question_id: '5f0c1e5e-6f0a-4a53-9a55-0d1f5f3ad001', version: 3 }],
    answer: 'Yes. Data at rest is encrypted with AES-256.',
    approve: true,
  },
  editQuestion: { answer: 'Yes. Data at rest is encrypted with AES-256.' },
  createTrustPortalUpdate: {
    title: 'New SOC 2 report',
    description: 'Our **SOC 2 Type II** report of 2026 is ready.',
    scheduled_at: '2027-03-31T09:00:00',
    timezone: 'Europe/Berlin',
  },
  markNotificationsRead: { ids: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] },
  addTrustPortalFaqEntry: { tag: 'public' },
  editTrustPortalUpdate: { title: 'New SOC 2 report of 2026' },
};

const MOST_DEPTH = 14;

/** A value that a schema describes, made from the examples in it; fields of a choice take its first part. */
export function exampleOf(schema: Schema, document: OpenApiDocument, depth = 0): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema['const'] !== undefined) return schema['const'];
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (depth > MOST_DEPTH) return null;
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
    return exampleOf(schemas[name] ?? {}, document, depth + 1);
  }
  // Beside fields of its own a choice only says which of them go together.
  const [choice] = schema.properties ? [] : (schema.anyOf ?? []);
  if (choice) return exampleOf(choice, document, depth + 1);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((one) => exampleOf(one, document, depth + 1))) as object;
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, part]) => [field, exampleOf(part, document, depth + 1)]),
    );
  }
  if (schema.items) return [exampleOf(schema.items, document, depth + 1)];
  const types = [schema['type']].flat();
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return 1;
  return types.includes('null') ? null : 'text';
}
