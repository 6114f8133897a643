import { randomBytes } from 'node:crypto';
import { buildDocx, paragraph } from '../../services/questionnaire/src/documents/fixtures/docx.fixture.js';
import { buildPdf } from '../../services/questionnaire/src/documents/fixtures/pdf.fixture.js';
import { buildXls } from '../../services/questionnaire/src/documents/fixtures/xls.fixture.js';
import { buildXlsx } from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';
import { csvOf, form, type FilePart, type Part } from '../support/multipart.js';
import { Client, itemsOf, type Answer, type Body } from './client.js';
import { NotObserved, type Report } from './report.js';

/** What a chapter works with. */
export interface World {
  report: Report;
  /** The admin key in the parent organization, in a session of this run. */
  parent: Client;
  parentId: string;
  /** The same key in a child organization of this run. */
  child: Client;
  childId: string;
  childSlug: string;
  key: string;
}

export const UNKNOWN = '5e1f0d3c-9c1b-4a52-8f6e-2b7d4c9a1e30';
export const QUESTIONS = [
  'Do you encrypt customer data at rest?',
  'How long are audit logs kept?',
  'Describe your incident response process.',
];
/** A text of at least 50 characters that asks. */
export const PASTED = QUESTIONS.join('\n');

export const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};

const ROWS = [['Question', 'Answer'], ...QUESTIONS.map((question) => [question, ''])];

/** A questionnaire of each type that is allowed. */
export async function files(): Promise<FilePart[]> {
  const part = (extension: keyof typeof TYPES, content: string | Uint8Array): FilePart => ({
    fileName: `asked.${extension}`,
    type: TYPES[extension],
    content,
  });
  const workbook = buildXlsx({ sheets: [{ name: 'Asked', rows: ROWS }] });
  const lines = QUESTIONS.map((text, i) => ({ text: `${i + 1}. ${text}`, x: 50, y: 100 + 40 * i }));
  return [
    part('xlsx', workbook),
    part('xlsm', workbook),
    part('xls', buildXls([{ name: 'Asked', rows: ROWS }])),
    { ...csvOf(QUESTIONS), fileName: 'asked.csv' },
    part('docx', buildDocx(QUESTIONS.map((text) => paragraph(text)))),
    part('pdf', await buildPdf([{ texts: lines }])),
  ];
}

export const upload = (client: Client, ...parts: Part[]): Promise<Answer> =>
  client.call('POST', '/v1/questionnaire/upload/file', { body: form(...parts) });

/** A name that nothing else on the installation has. */
export const fresh = (name: string): string => `${name} ${randomBytes(4).toString('hex')}`;

/** Uploads a questionnaire as CSV and waits until it is processed; gives its id. */
export async function uploaded(client: Client, company = 'Acme', questions = QUESTIONS): Promise<string> {
  const { body, text } = await upload(client, ['company_name', company], ['file', csvOf(questions, `${company}.csv`)]);
  const id = body['questionnaire_id'];
  if (typeof id !== 'string') throw new NotObserved(`the upload was refused: ${text}`);
  await processed(client, id);
  return id;
}

/** The overview when there is nothing more to wait for. */
export const processed = (client: Client, id: string): Promise<Body> =>
  client.until(`/v1/questionnaire/${id}/overview`, ({ should_poll: more }) => more === false);

export const questionsOf = async (client: Client, id: string): Promise<Body[]> =>
  itemsOf(await client.ok('GET', `/v1/questionnaire/${id}/questions`), 'questions');

/** A child organization of its own, in which the admin key works. */
export async function newChild(parent: Client, name: string): Promise<{ client: Client; record: Body }> {
  const session = parent.with({ 'x-session-id': fresh('made in').replace(/ /g, '-') });
  const record = await session.ok('POST', '/v1/organizations/tenant/create', { json: { name: fresh(name) } });
  return { client: parent.with({ 'x-organization-id': String(record['id']) }), record };
}

/** A key of the client's organization; gives a client that calls with it alone. */
export async function withKey(client: Client, issue: object): Promise<{ client: Client; record: Body }> {
  const record = await client.ok('POST', '/v1/api-keys', { json: { name: fresh('Key'), ...issue } });
  return { client: new Client(client.url, { 'x-api-key': String(record['key']) }), record };
}

export async function startWorld(report: Report, url: string, key: string): Promise<World> {
  const parent = new Client(url, { 'x-api-key': key, 'x-session-id': fresh('conformance').replace(' ', '-') });
  const reached = await parent.get('/v1/session');
  if (reached.status !== 200) throw new Error(`The key does not work at ${url}: ${reached.status} ${reached.text}`);
  const { client: child, record } = await newChild(parent, 'Conformance');
  return {
    report,
    parent,
    parentId: String(record['parent_id']),
    child,
    childId: String(record['id']),
    childSlug: String(record['slug']),
    key,
  };
}

/** Deletes the child organizations that this run has made. */
export async function removeChildren({ parent }: World): Promise<void> {
  for (const id of parent.made) await parent.delete(`/v1/organizations/tenant/${id}`);
}
