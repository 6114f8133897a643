import { deterministicId, micros, type Clock } from '@candor/runtime';
import { z } from 'zod';
import type { ConversationLog } from './conversation-log.js';
import { cleaned, MAX_ANSWER, MAX_QUESTION } from './recording.js';
import type { Conversation } from './store/conversations.js';

export interface ImportReport {
  imported: number;
  /** There already, or twice in the file. */
  duplicates: number;
  rejectedTotal: number;
  /** The first of them, at most `MAX_REJECTED`; `line` from 1. */
  rejected: { line: number; code: string }[];
}

const BATCH = 500;
const MAX_REJECTED = 1000;
const MAX_LINE_BYTES = 4 * (MAX_QUESTION + MAX_ANSWER);

const lineSchema = z.object({
  id: z.string().optional(),
  question: z.string(),
  answer: z.string(),
  source_type: z.string(),
  answered_at: z.union([z.number(), z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso) * 1000)]),
  user_name: z.string().nullish(),
  user_email: z.string().nullish(),
  user_profile_image: z.string().nullish(),
  unanswered: z.boolean().nullish(),
});

/**
 * Reads JSON lines piece by piece and adds their conversations. A line without an id has one made of its content, so that
 * an import that was cut off is repeated without doubling anything.
 */
export async function importConversations(
  log: ConversationLog,
  clock: Clock,
  organizationId: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, duplicates: 0, rejectedTotal: 0, rejected: [] };
  let batch = new Map<string, Conversation>();
  const flush = async (): Promise<void> => {
    const added = await log.add(organizationId, [...batch.values()]);
    report.imported += added;
    report.duplicates += batch.size - added;
    batch = new Map();
  };
  for await (const { line, text } of lines(chunks)) {
    if (text?.trim() === '') continue;
    const read = text === undefined ? 'too_long' : conversationOf(organizationId, text, micros(clock));
    if (typeof read === 'string') {
      report.rejectedTotal++;
      if (report.rejected.length < MAX_REJECTED) report.rejected.push({ line, code: read });
    } else if (batch.has(read.id)) report.duplicates++;
    else batch.set(read.id, read);
    if (batch.size >= BATCH) await flush();
  }
  if (batch.size > 0) await flush();
  return report;
}

/** The conversation of one line, or the code of what is wrong with it. */
function conversationOf(organizationId: string, text: string, now: number): Conversation | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'malformed_json';
  }
  const parsed = lineSchema.safeParse(json);
  if (!parsed.success) return parsed.error.issues[0]?.path.join('.') || 'malformed_json';
  const given = parsed.data;
  const conversation = cleaned(
    organizationId,
    {
      id: given.id ?? deterministicId('imported-conversation', text.trim()),
      question: given.question,
      answer: given.answer,
      userName: given.user_name ?? undefined,
      userEmail: given.user_email ?? undefined,
      userProfileImage: given.user_profile_image ?? undefined,
      sourceType: given.source_type,
      origin: 'import',
      answeredAt: given.answered_at,
      unanswered: given.unanswered ?? false,
    },
    now,
  );
  return Array.isArray(conversation) ? (conversation[0]?.path ?? 'malformed_json') : conversation;
}

/** Lines of a file that comes in pieces; the text of one that is longer than any conversation is undefined. */
async function* lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: number; text: string | undefined }> {
  let line = 1;
  let pending: Uint8Array[] = [];
  let size = 0;
  const take = (): string | undefined => {
    const text =
      size > MAX_LINE_BYTES
        ? undefined
        : Buffer.concat(pending)
            .toString('utf8')
            .replace(/^\ufeff/, '');
    pending = [];
    size = 0;
    return text;
  };
  const keep = (piece: Uint8Array): void => {
    size += piece.length;
    if (size <= MAX_LINE_BYTES) pending.push(piece);
    else pending = [];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end));
      yield { line: line++, text: take() };
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (size > 0) yield { line, text: take() };
}
