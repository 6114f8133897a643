import type { Api } from '../api/api.js';
import { save } from '../api/transfer.js';
import type { LibraryAnswer } from '../api/types.js';
import { t } from '../words/words.js';
import { statusName, type AnswerStatus } from './answer-words.js';

const PAGE_SIZE = 1000;

interface Filter {
  query?: string;
  tag?: string;
  status?: AnswerStatus;
}

/** Hands all entries that match to the browser as a CSV that can be imported again; resolves to how many. */
export async function exportLibrary(api: Api, filter: Filter): Promise<number> {
  const rows = [header()];
  // An entry that is added meanwhile moves the others on: none may come twice.
  const seen = new Set<string>();
  for (let offset = 0; ;) {
    const { answers, pagination } = await api.call.listLibraryAnswers({
      query: { ...filter, limit: PAGE_SIZE, offset },
    });
    for (const answer of answers) {
      if (seen.has(answer.id)) continue;
      seen.add(answer.id);
      rows.push(rowOf(answer));
    }
    // A page of long answers is shorter.
    offset += answers.length;
    if (answers.length === 0 || offset >= pagination.total) break;
  }
  // With a byte order mark, by which spreadsheet programs know that it is UTF-8.
  const content = new Blob([`\u{feff}${csvOf(rows)}`], { type: 'text/csv' });
  const name = t('knowledge:fileName', { day: new Date().toISOString().slice(0, 10) });
  save({ name: `${name}.csv`, content });
  return seen.size;
}

/** The import knows the first three in each language of the console. */
const header = (): string[] => [
  t('knowledge:question'),
  t('knowledge:answer'),
  t('knowledge:tags'),
  t('knowledge:status'),
  t('knowledge:expiryDate'),
  t('knowledge:lastVerified'),
];

const rowOf = (answer: LibraryAnswer): string[] => [
  answer.question,
  answer.answer,
  answer.tags.join('; '),
  statusName(answer.status),
  answer.expires_at?.slice(0, 10) ?? '',
  answer.last_verified_at === null ? '' : new Date(answer.last_verified_at / 1000).toISOString().slice(0, 10),
];

/** RFC 4180. What a spreadsheet program would take for a formula gets an apostrophe in front (OWASP, CSV injection). */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');

function cellOf(text: string): string {
  const safe = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
