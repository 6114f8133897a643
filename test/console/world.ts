import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api } from '../support/api.js';
import { csvOf, form, markdown, type FilePart } from '../support/multipart.js';
import { processed, uploadQuestionnaire } from '../support/questionnaires.js';

const demo = fileURLToPath(new URL('../../deploy/demo/', import.meta.url));
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook as customers send them: a cover, sections, drop-downs, a column for comments. */
export async function sampleWorkbook(): Promise<FilePart> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-sample-'));
  try {
    const { writeSampleQuestionnaire } = (await import(join(demo, 'sample-questionnaire.mjs'))) as {
      writeSampleQuestionnaire(path: string): Promise<number>;
    };
    const path = join(folder, 'sample.xlsx');
    await writeSampleQuestionnaire(path);
    return { fileName: 'Vendor Security Assessment 2027.xlsx', type: XLSX, content: await readFile(path) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first document waits until the model is loaded, which a busy machine does slowly. */
const FIRST_READING = 60_000;

/** The evidence of a small company: two documents and a library answer. */
export async function addEvidence(api: Api): Promise<void> {
  for (const name of readdirSync(join(demo, 'evidence'))) {
    const content = readFileSync(join(demo, 'evidence', name), 'utf8');
    const { body } = await api.post('/v1/knowledge/documents', { body: form(['file', markdown(content, name)]) });
    const { id } = body as { id: string };
    const read = ({ should_poll: more }: { should_poll: boolean }): boolean => !more;
    await api.poll(`/v1/knowledge/documents/${id}`, read, FIRST_READING);
  }
  await api.post('/v1/knowledge/answers', {
    json: {
      question: 'Do you have cyber insurance?',
      answer: 'Yes. Harbor Metrics carries cyber liability insurance with a limit of 5 million EUR.',
    },
  });
}

/** People to assign questions to; gives the id of the first. */
export async function addPeople(api: Api): Promise<string> {
  const ids: string[] = [];
  for (const name of ['Ann Keller', 'Tomás Rivera', 'Priya Nair']) {
    const email = `${name
      .split(' ')[0]
      ?.normalize('NFKD')
      .replace(/[^a-zA-Z]/g, '')
      .toLowerCase()}@harbor.example`;
    const { body } = await api.post('/v1/users', { json: { name, email } });
    ids.push((body as { id: string }).id);
  }
  await api.post('/v1/groups', { json: { name: 'Security team', member_ids: ids } });
  return ids[0] ?? '';
}

/** Uploads a file and waits for its answers; gives the questionnaire's id. */
export async function uploadFile(api: Api, file: FilePart, fields: Record<string, string> = {}): Promise<string> {
  const parts = Object.entries({ company_name: 'Northgate Bank', ...fields });
  const { status, body } = await api.post('/v1/questionnaire/upload/file', { body: form(...parts, ['file', file]) });
  if (status !== 200) throw new Error(`upload failed: ${status} ${JSON.stringify(body)}`);
  const { questionnaire_id: id } = body as { questionnaire_id: string };
  await processed(api, id);
  return id;
}

const SUBJECTS =
  'backups,access rights,firewall rules,encryption keys,audit logs,security policies,vulnerability scans,penetration tests,service accounts,incident response plans,vendors,subprocessors,laptops,mobile devices,production changes,recovery plans,risk assessments,passwords,API tokens,visitor logs,source code repositories,container images,certificates,network segments,classification labels,access cards,background checks,privileged sessions'.split(
    ',',
  );
const ACTIONS = 'reviewed,rotated,tested,approved,monitored,documented,restricted,archived,encrypted,inventoried'.split(
  ',',
);
const PRODUCTS =
  'Billing,Reporting,Messaging,Search,Archive,Gateway,Portal,Ledger,Studio,Payroll,Telemetry,Inventory,Scheduling,Dispatch,Catalogue,Identity,Analytics,Warehouse'.split(
    ',',
  );

/** Questions in a number (up to 5,040), each about something else. */
export function manyQuestions(count: number): string[] {
  const all = PRODUCTS.flatMap((product) =>
    ACTIONS.flatMap((action) => SUBJECTS.map((subject) => `How are ${subject} ${action} in ${product}, and by whom?`)),
  );
  return all.slice(0, count);
}

/** A sheet of so many questions, with its answers. */
export const uploadMany = (api: Api, count: number, fileName = 'Large assessment.csv'): Promise<string> =>
  uploadQuestionnaireSlowly(api, csvOf(manyQuestions(count), fileName));

async function uploadQuestionnaireSlowly(api: Api, file: FilePart): Promise<string> {
  const { body } = await api.post('/v1/questionnaire/upload/file', {
    body: form(['company_name', 'Meridian Insurance'], ['file', file]),
  });
  const { questionnaire_id: id } = body as { questionnaire_id: string };
  const done = ({ should_poll: more }: { should_poll: boolean }): boolean => !more;
  await api.poll(`/v1/questionnaire/${id}/overview`, done, 240_000);
  return id;
}

export { uploadQuestionnaire };
