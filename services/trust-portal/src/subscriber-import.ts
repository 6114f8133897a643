import { Readable } from 'node:stream';
import { emailAddress, micros, nameKey, type Clock } from '@candor/runtime';
import { parse, type CsvError } from 'csv-parse';
import type { CategoryStore } from './store/categories.js';
import type { Subscriber, SubscriberStore } from './store/subscribers.js';
import { newSubscriber } from './subscribers.js';

export type RejectionCode = 'invalid_email' | 'unsubscribed' | 'unknown_category' | 'malformed_row';

export interface ImportReport {
  imported: number;
  /** Addresses that were there already, or twice in the file. */
  duplicates: number;
  rejectedTotal: number;
  /** The first of them, at most `MAX_REJECTED`. */
  rejected: { row: number; code: RejectionCode }[];
}

export interface ImportParts {
  subscribers: SubscriberStore;
  categories: CategoryStore;
  clock: Clock;
}

interface Candidate {
  row: number;
  email: string;
  categoryIds: string[] | undefined;
}

const BATCH = 500;
const MAX_REJECTED = 1000;
const MAX_RECORD_BYTES = 64 * 1024;

/**
 * Reads a CSV file piece by piece and adds its addresses; nobody who is there already is changed or revived. The column
 * `email` (else the first one) holds the address, `categories` names or ids separated by ";" or "|" (absent or blank: all).
 * Running it again adds nothing new, so an import that was cut off is repeated.
 */
export async function importSubscribers(
  { subscribers, categories, clock }: ImportParts,
  organizationId: string,
  status: 'pending' | 'confirmed',
  chunks: AsyncIterable<Uint8Array>,
): Promise<ImportReport> {
  const known = new Map(
    (await categories.list(organizationId)).flatMap(({ id, name }) => [
      [id, id] as const,
      [nameKey(name), id] as const,
    ]),
  );
  const report: ImportReport = { imported: 0, duplicates: 0, rejectedTotal: 0, rejected: [] };
  const reject = (row: number, code: RejectionCode): void => {
    report.rejectedTotal++;
    if (report.rejected.length < MAX_REJECTED) report.rejected.push({ row, code });
  };
  let batch = new Map<string, Candidate>();
  const flush = async (): Promise<void> => {
    const emails = [...batch.keys()];
    const existing = new Map(
      (await subscribers.findByEmails(organizationId, emails)).map((subscriber) => [
        subscriber.email,
        subscriber.status,
      ]),
    );
    const fresh: Subscriber[] = [];
    const now = micros(clock);
    for (const { row, email, categoryIds } of batch.values()) {
      const there = existing.get(email);
      if (there === 'unsubscribed') reject(row, 'unsubscribed');
      else if (there !== undefined) report.duplicates++;
      else fresh.push(newSubscriber(organizationId, { email, categoryIds, status }, 'import', now));
    }
    const inserted = await subscribers.insertMany(organizationId, fresh);
    report.imported += inserted;
    report.duplicates += fresh.length - inserted;
    batch = new Map();
  };

  for await (const { row, fields } of records(chunks, reject)) {
    const email = emailAddress(fields.email);
    const categoryIds = chosen(fields.categories, known);
    if (email === undefined) reject(row, 'invalid_email');
    else if (categoryIds === 'unknown') reject(row, 'unknown_category');
    else if (batch.has(email)) report.duplicates++;
    else batch.set(email, { row, email, categoryIds });
    if (batch.size >= BATCH) await flush();
  }
  if (batch.size > 0) await flush();
  return report;
}

function chosen(text: string, known: Map<string, string>): string[] | undefined | 'unknown' {
  const names = text.split(/[;|]/).filter((name) => name.trim() !== '');
  if (names.length === 0) return undefined;
  const ids = names.map((name) => known.get(name.trim()) ?? known.get(nameKey(name)));
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : 'unknown';
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** The records with their line numbers; the first one is the header when it has no address in it. */
async function* records(
  chunks: AsyncIterable<Uint8Array>,
  reject: (row: number, code: RejectionCode) => void,
): AsyncGenerator<{ row: number; fields: { email: string; categories: string } }> {
  const { delimiter, whole } = await sniffed(chunks);
  const parser = parse({
    bom: true,
    info: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    // A quote that is never closed: what stands before it is imported, nothing after it can be told apart.
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      reject(Number(error?.['lines'] ?? 0), 'malformed_row');
      return undefined;
    },
  });
  const source = Readable.from(whole);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let columns: { email: number; categories: number } | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      if (!columns) {
        const names = record.map((name) => name.trim().toLowerCase());
        columns = { email: Math.max(0, names.indexOf('email')), categories: names.indexOf('categories') };
        if (!record.some((field) => field.includes('@'))) continue;
      }
      const row = info.lines - record.join('').split('\n').length + 1;
      yield { row, fields: { email: record[columns.email] ?? '', categories: record[columns.categories] ?? '' } };
    }
  } finally {
    source.destroy();
  }
}

/** Reads as far as the first line ends, and tells its delimiter; `whole` begins at the beginning again. */
async function sniffed(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ delimiter: string; whole: AsyncGenerator<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  while (size < MAX_RECORD_BYTES && !read.some((chunk) => chunk.includes(10))) {
    const next = await iterator.next();
    if (next.done) {
      ended = true;
      break;
    }
    read.push(next.value);
    size += next.value.length;
  }
  const line = Buffer.concat(read).toString('utf8').split('\n', 1)[0] ?? '';
  return {
    delimiter: [',', '\t', ';'].find((candidate) => line.includes(candidate)) ?? ',',
    whole: (async function* () {
      yield* read;
      while (!ended) {
        const next = await iterator.next();
        if (next.done) return;
        yield next.value;
      }
    })(),
  };
}
