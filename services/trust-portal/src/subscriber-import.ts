import { Readable } from 'node:stream';
import { emailAddress, micros, nameKey, type Clock } from '@candor/runtime';
import { parse, type CsvError } from 'csv-parse';
import type { CategoryStore } from './store/categories.js';
import type { Subscriber, SubscriberStatus, SubscriberStore } from './store/subscribers.js';
import { columnName, columnsOf, standingOf, type Columns } from './subscriber-columns.js';
import { decoded, sniffed } from './subscriber-file.js';
import { newSubscriber } from './subscribers.js';

export type RejectionCode = 'invalid_email' | 'unsubscribed' | 'unknown_category' | 'unknown_status' | 'malformed_row';

export interface ImportReport {
  /** Added, and to be written to once they have confirmed. */
  imported: number;
  /** Stored as such, new or there already: nobody writes to them. */
  unsubscribed: number;
  bounced: number;
  /** Addresses that were there already, or twice in the file. */
  duplicates: number;
  rejectedTotal: number;
  /** The first of them, at most `MAX_REJECTED`. */
  rejected: { row: number; code: RejectionCode }[];
  /** Heading of the column that the addresses were taken from; '' of an empty file. */
  emailColumn: string;
  /** Headings of further columns of addresses, which were not read. */
  otherEmailColumns: string[];
}

export interface ImportParts {
  subscribers: SubscriberStore;
  categories: CategoryStore;
  clock: Clock;
  /** Called when a subscriber is to be asked by email whether that is wanted. */
  onPending: (organizationId: string, subscriberId: string) => void;
  /** Called when subscribers left. */
  onLeft: (organizationId: string) => void;
}

interface Candidate {
  row: number;
  email: string;
  categoryIds: string[] | undefined;
  status: SubscriberStatus;
}

const BATCH = 500;
const MAX_REJECTED = 1000;
const MAX_RECORD_BYTES = 64 * 1024;
/** Records that are looked at before the columns are known. */
const SAMPLE = 500;
const MAX_SAMPLED = 1024 * 1024;
/** The more a status keeps mails away, the later it stands. */
const STRICTNESS: readonly SubscriberStatus[] = ['confirmed', 'pending', 'bounced', 'unsubscribed'];

/**
 * Reads a CSV file piece by piece and adds its addresses; nobody who is there already is revived, and who the file says has
 * left or cannot be reached is stored as such. Columns are found by `columnsOf`; `categories` holds names or ids separated
 * by ";" or "|" (absent or blank: all). Running it again adds nothing new, so an import that was cut off is repeated.
 */
export async function importSubscribers(
  { subscribers, categories, clock, onPending, onLeft }: ImportParts,
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
  const report: ImportReport = {
    imported: 0,
    unsubscribed: 0,
    bounced: 0,
    duplicates: 0,
    rejectedTotal: 0,
    rejected: [],
    emailColumn: '',
    otherEmailColumns: [],
  };
  const reject = (row: number, code: RejectionCode): void => {
    report.rejectedTotal++;
    if (report.rejected.length < MAX_REJECTED) report.rejected.push({ row, code });
  };
  let batch = new Map<string, Candidate>();
  const flush = async (): Promise<void> => {
    const emails = [...batch.keys()];
    const existing = new Map(
      (await subscribers.findByEmails(organizationId, emails)).map((subscriber) => [subscriber.email, subscriber]),
    );
    const now = micros(clock);
    const fresh: Subscriber[] = [];
    for (const candidate of batch.values()) {
      const there = existing.get(candidate.email);
      if (!there) fresh.push(newSubscriber(organizationId, candidate, 'import', now));
      else if (candidate.status === 'unsubscribed' && there.status !== 'unsubscribed') {
        await subscribers.unsubscribe(organizationId, there.id, now);
        report.unsubscribed++;
      } else if (candidate.status === 'bounced' && ['pending', 'confirmed'].includes(there.status)) {
        await subscribers.bounce(organizationId, there.id);
        report.bounced++;
      } else if (there.status === 'unsubscribed' && candidate.status !== 'unsubscribed') {
        reject(candidate.row, 'unsubscribed');
      } else report.duplicates++;
    }
    for (const kind of STRICTNESS) {
      const those = fresh.filter((subscriber) => subscriber.status === kind);
      const inserted = await subscribers.insertMany(organizationId, those);
      if (kind === 'pending') for (const { id } of those) onPending(organizationId, id);
      report[kind === 'unsubscribed' || kind === 'bounced' ? kind : 'imported'] += inserted;
      report.duplicates += those.length - inserted;
    }
    if (report.unsubscribed > 0) onLeft(organizationId);
    batch = new Map();
  };

  const said = (columns: Columns): void => {
    report.emailColumn = columnName(columns, columns.email);
    report.otherEmailColumns = columns.otherEmails.map((column) => columnName(columns, column));
  };
  for await (const { row, fields, standing } of rowsOf(chunks, reject, said)) {
    const email = emailAddress(fields.email);
    const categoryIds = chosen(fields.categories, known);
    if (email === undefined) reject(row, 'invalid_email');
    else if (standing === 'unknown') reject(row, 'unknown_status');
    else if (categoryIds === 'unknown') reject(row, 'unknown_category');
    else {
      // "Subscribed" in a file is nobody's consent; only the admin states that.
      const own = standing === undefined || standing === 'subscribed' ? status : standing;
      const before = batch.get(email);
      if (before) {
        report.duplicates++;
        if (STRICTNESS.indexOf(own) > STRICTNESS.indexOf(before.status)) before.status = own;
      } else batch.set(email, { row, email, categoryIds, status: own });
    }
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

interface Row {
  /** Line of the file where it begins. */
  row: number;
  fields: { email: string; categories: string };
  standing: ReturnType<typeof standingOf>;
}

/** The rows below the headings; `said` is told the columns once the first records are known. */
async function* rowsOf(
  chunks: AsyncIterable<Uint8Array>,
  reject: (row: number, code: RejectionCode) => void,
  said: (columns: Columns) => void,
): AsyncGenerator<Row> {
  let columns: Columns | undefined;
  let waiting: CsvRecord[] = [];
  let size = 0;
  function* release(): Generator<Row> {
    if (!columns) {
      columns = columnsOf(waiting.map(({ record }) => record));
      said(columns);
      if (columns.headings) waiting.shift();
    }
    for (const { record, info } of waiting) {
      yield {
        row: info.lines - record.join('').split('\n').length + 1,
        fields: {
          email: record[columns.email] ?? '',
          categories: columns.categories === undefined ? '' : (record[columns.categories] ?? ''),
        },
        standing: standingOf(columns, record),
      };
    }
    waiting = [];
  }
  for await (const read of records(chunks, reject)) {
    waiting.push(read);
    size += read.record.join('').length;
    if (columns || waiting.length >= SAMPLE || size >= MAX_SAMPLED) yield* release();
  }
  if (waiting.length > 0) yield* release();
}

/** The records with their line numbers. */
async function* records(
  chunks: AsyncIterable<Uint8Array>,
  reject: (row: number, code: RejectionCode) => void,
): AsyncGenerator<CsvRecord> {
  const { delimiter, fromLine, whole } = await sniffed(decoded(chunks));
  let malformed: number | undefined;
  const parser = parse({
    info: true,
    delimiter,
    from_line: fromLine,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    // A quote that is never closed: what stands before it is imported, nothing after it can be told apart.
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      const line = Number(error?.['lines'] ?? 0);
      // A record that is too long is told again with each further piece of it.
      if (line !== malformed) reject(line, 'malformed_row');
      malformed = line;
      return undefined;
    },
  });
  const source = Readable.from(whole);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* parser as AsyncIterable<CsvRecord>;
  } finally {
    source.destroy();
  }
}
