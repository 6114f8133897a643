// The evidence and the questionnaire of the kill test, and what a person sees when both are processed.
import { createHash } from 'node:crypto';

/** Subject, what a policy says of it, and questions: some that this answers, one that it does not. */
const SUBJECTS = [
  [
    'Encryption',
    'All customer data at rest is encrypted with AES-256. Data in transit is protected by TLS 1.2 or later.',
    ['Is customer data encrypted at rest?', 'Do you encrypt data in transit?', 'Who manages your encryption keys?'],
  ],
  [
    'Backups',
    'Backups of all databases are taken every day and kept for 35 days. A restore is tested every quarter.',
    ['How often are backups taken?', 'How long are backups kept?', 'Are backups stored on another continent?'],
  ],
  [
    'Access',
    'Administrators sign in with multi-factor authentication. Access rights are reviewed every six months.',
    ['Is multi-factor authentication required for administrators?', 'How often are access rights reviewed?'],
  ],
  [
    'Incidents',
    'Customers are notified of an incident that affects their data within 48 hours. The response plan is exercised every year.',
    ['How soon are customers notified of an incident?', 'Is the incident response plan exercised?'],
  ],
  [
    'People',
    'Every employee is trained in security when hired and every year after. Background checks are made before employment.',
    ['Are employees trained in security?', 'Do you make background checks?', 'Do you insure your employees abroad?'],
  ],
  [
    'Suppliers',
    'Suppliers that process customer data are assessed before they are engaged and every year after.',
    ['Are suppliers assessed before they are engaged?', 'Do suppliers sign your code of conduct?'],
  ],
];
const LIBRARY = [
  ['Do you hold an ISO 27001 certificate?', 'Yes. Our certificate of ISO 27001 is renewed every three years.'],
  ['Is there a bug bounty program?', 'No. Researchers report to security@example.com.'],
];
const TEAMS = ['sales', 'support', 'finance', 'platform', 'research', 'legal', 'design', 'operations'];

const policies = SUBJECTS.map(([subject, text]) => ({
  name: `${subject.toLowerCase()}.md`,
  text: `# Security policy\n\n## ${subject}\n\n${text.split(/(?<=\.) /).join('\n\n')}\n`,
}));

/** Sections with questions that the evidence answers, that it does not answer, and that ask the same of several teams. */
function rows() {
  const asked = [];
  for (const [subject, , questions] of SUBJECTS) {
    asked.push(['', subject]);
    for (const question of questions) asked.push([`Q-${asked.length}`, question]);
    for (const team of TEAMS)
      asked.push([`Q-${asked.length}`, `Has the ${team} team an owner for ${subject.toLowerCase()}?`]);
  }
  asked.push(['', 'Certificates']);
  for (const [question] of LIBRARY) asked.push([`Q-${asked.length}`, question]);
  return asked;
}

/** How many questions the questionnaire asks. */
export const QUESTIONS = rows().filter(([number]) => number !== '').length;

const json = (method, body) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

function formOf(fileName, type, text, fields = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new Blob([text], { type }), fileName);
  return { method: 'POST', body };
}

/** Adds policies and approved answers; gives the ids of the policies. */
export async function addEvidence(call) {
  const ids = [];
  for (const { name, text } of policies)
    ids.push((await call('/v1/knowledge/documents', formOf(name, 'text/markdown', text))).id);
  for (const [question, answer] of LIBRARY) await call('/v1/knowledge/answers', json('POST', { question, answer }));
  return ids;
}

/** The upload of the questionnaire. */
export function questionnaireForm() {
  const csv = [['ID', 'Question', 'Answer'], ...rows()].map((row) => row.join(',')).join('\n');
  return formOf('questions.csv', 'text/csv', csv, { company_name: 'Northgate' }).body;
}

/** Uploads the questionnaire; gives its id. */
export async function uploadQuestionnaire(call) {
  const upload = { method: 'POST', body: questionnaireForm() };
  return (await call('/v1/questionnaire/upload/file', upload)).questionnaire_id;
}

/** What a person sees of the evidence: no ids and no times. */
export async function evidenceSeen(call) {
  const { documents } = await call('/v1/knowledge/documents?limit=100');
  const { answers } = await call('/v1/knowledge/answers?limit=100');
  return {
    documents: documents
      .map(({ name, size, status, passage_count, error, warnings }) => ({
        name,
        size,
        status,
        passage_count,
        error,
        warnings,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    answers: answers.map(({ question, answer }) => `${question} ${answer}`).sort(),
  };
}

/** What a person sees of a processed questionnaire: answers, citations, account, counts, log and file; no ids and no times. */
export async function questionnaireSeen(call, id) {
  const overview = await call(`/v1/questionnaire/${id}/overview`);
  const { questions, pagination } = await call(`/v1/questionnaire/${id}/questions?limit=1000`);
  const account = await call(`/v1/questionnaire/${id}/extraction?limit=1000`);
  const exported = await call(`/v1/questionnaire/${id}/export?format=original`, { bytes: true });
  return {
    status: overview.status,
    'status log': overview.status_log.map(({ from, to, reason }) => ({ from, to, reason })),
    counts: { ...overview.statistics, listed: pagination.total },
    sheets: overview.sheet_stats.map((sheet) => ({ ...sheet, id: '' })),
    tags: overview.tags.map(({ name }) => name).sort(),
    // That it had to wait for something is no result, nor is how long it took.
    log: overview.processing_logs
      .filter(({ code }) => code !== 'processing_waits')
      .map(({ stage, level, code, message }) => ({ stage, level, code, message: message.replace(/ It took .*$/, '') })),
    questions: questions.map(({ citations, ...question }) => ({ ...question, citations: [], id: '', sheet_id: '' })),
    citations: questions.map(({ citations }) => citations.map((citation) => ({ ...citation, source_id: '' }))),
    account: account.entries.map((entry) => ({ ...entry, sheet_id: '' })),
    coverage: account.coverage,
    'exported file': createHash('sha256').update(exported).digest('hex'),
  };
}

/** Where `seen` differs from `expected`, as text; empty when it does not. */
export function differences(expected, seen) {
  return Object.keys(expected).flatMap((part) => {
    const [wanted, got] = [expected[part], seen[part]];
    if (JSON.stringify(wanted) === JSON.stringify(got)) return [];
    if (!Array.isArray(wanted)) return [`${part}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`];
    const at = Array.from({ length: Math.max(wanted.length, got.length) }, (_, i) => i).find(
      (i) => JSON.stringify(wanted[i]) !== JSON.stringify(got[i]),
    );
    const counts = wanted.length === got.length ? '' : ` (${got.length} instead of ${wanted.length})`;
    return [
      `${part}${counts}, the first at ${at}: ${JSON.stringify(got[at])} instead of ${JSON.stringify(wanted[at])}`,
    ];
  });
}
