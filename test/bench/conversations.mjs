// Conversations as they are stored, made without the service: a million of them in a minute or two.
import { createHash, randomUUID } from 'node:crypto';

/** As the services make them (services/runtime/src/ids.ts): the same for the same parts. */
function deterministicId(...parts) {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  hash[6] = (hash[6] & 0x0f) | 0x80;
  hash[8] = (hash[8] & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Microseconds, as in services/insights/src/store/spans.ts. */
const WIDTHS = { day: 2 ** 38, quarter: 2 ** 30 };
const SOURCES = ['web_ui', 'slack_dm', 'browser_extension'];
const BATCH = 2000;

/**
 * Inserts `count` conversations of one organization, the newest at `newest` and the others `apart` microseconds older each,
 * and the uncounted spans of time that they lie in. One in ten got no answer.
 */
export async function insertConversations(db, organizationId, { count, newest, apart }) {
  const spans = { day: new Set(), quarter: new Set() };
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_value, offset) => {
      const index = from + offset;
      const id = randomUUID();
      const answeredAt = newest - index * apart;
      for (const level of ['day', 'quarter']) spans[level].add(Math.floor(answeredAt / WIDTHS[level]) * WIDTHS[level]);
      return {
        _id: deterministicId('conversation', organizationId, id),
        organization_id: organizationId,
        conversation_id: id,
        question: `Do you encrypt customer data of kind ${index} at rest and in transit?`,
        answer: 'Yes. All customer data is encrypted at rest with AES-256 and in transit with TLS 1.3.',
        user_name: `Person ${index % 1000}`,
        user_email: `person${index % 1000}@example.com`,
        user_profile_image: null,
        source_type: SOURCES[index % 3],
        answered_at: answeredAt,
        unanswered: index % 10 === 0 ? 1 : 0,
      };
    });
    await db.collection('conversations').insertMany(rows, { ordered: false });
  }
  for (const level of ['day', 'quarter']) {
    const rows = [...spans[level]].map((start) => ({
      _id: deterministicId('conversation-span', organizationId, level, String(start)),
      organization_id: organizationId,
      level,
      start,
      open_until: 1,
      count: 0,
      counted_under: 0,
    }));
    for (let from = 0; from < rows.length; from += BATCH) {
      await db.collection('conversation_spans').insertMany(rows.slice(from, from + BATCH), { ordered: false });
    }
  }
}
