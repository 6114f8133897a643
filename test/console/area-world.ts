import type { Api } from '../support/api.js';
import { form, type FilePart } from '../support/multipart.js';
import { addDocuments } from './portal-world.js';

const DAY_MS = 86_400_000;
const iso = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const LIBRARY: readonly Record<string, unknown>[] = [
  {
    question: 'How do you notify customers of a personal data breach?',
    answer: 'Affected customers are told within 48 hours by the Data Protection Officer.',
    tags: ['privacy', 'incidents'],
  },
  {
    question: 'How long are backups kept?',
    answer: 'Daily backups are kept for 35 days, monthly backups for one year.',
    tags: ['resilience'],
    expires_at: iso(12),
  },
  {
    question: 'Who audits your SOC 2 report?',
    answer: 'An independent auditor of the AICPA audits it every year.',
    tags: ['certification'],
    expires_at: iso(-3),
  },
  {
    question: 'Do you have a bug bounty programme?',
    answer: 'We plan one for next year.',
    status: 'DRAFT',
  },
  { question: 'Do you use SHA-1?', answer: 'Only in legacy archives.', status: 'ARCHIVED', tags: ['cryptography'] },
  {
    question: 'Is multi-factor authentication enforced?',
    answer: 'Yes, for every employee and every administrator of a customer.',
    tags: ['access'],
    expires_at: iso(300),
  },
  { question: 'Do you encrypt data at rest?', answer: 'Yes, with AES-256.', tags: ['cryptography'] },
  { question: 'Do you encrypt data at rest?', answer: 'Yes, with AES-128 on older volumes.' },
  { question: 'Where are your data centres?', answer: 'In Frankfurt and Dublin.', tags: ['hosting'] },
  { question: 'Where are your data centres?', answer: 'In Frankfurt and Dublin.' },
];

const jsonLines = (lines: readonly unknown[]): FilePart => ({
  fileName: 'conversations.jsonl',
  type: 'application/x-ndjson',
  content: lines.map((line) => JSON.stringify(line)).join('\n'),
});

const ASKED = [
  ['Do you encrypt backups?', 'Yes, with AES-256. Keys are kept in a separate account.', false],
  ['Who is the data protection officer?', 'Dana Whitfield is the data protection officer.', false],
  ['Do you support customer-managed keys?', 'There is no answer to this question yet.', true],
  ['How often are penetration tests done?', 'Once a year by an independent firm, and after major changes.', false],
  ['Is there a data centre in Switzerland?', 'There is no answer to this question yet.', true],
] as const;
const PEOPLE = [
  ['Ann Keller', 'ann@harbor.example'],
  ['Tomás Rivera', 'tomas@harbor.example'],
  [null, null],
] as const;
const CHANNELS = ['web_ui', 'slack_dm', 'browser_extension'] as const;

/** Conversations of the last weeks, newest today: a few a day, some without an answer. */
export async function addConversations(api: Api, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => {
    const [question, answer, unanswered] = ASKED[index % ASKED.length] ?? ASKED[0];
    const [name, email] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0];
    return {
      question: index < ASKED.length ? question : `${question.slice(0, -1)}, in environment ${index}?`,
      answer,
      unanswered,
      source_type: CHANNELS[index % CHANNELS.length],
      user_name: name,
      user_email: email,
      answered_at: new Date(Date.now() - index * 9 * 3_600_000 - 60_000).toISOString(),
    };
  });
  await api.post('/v1/insights/conversations/import', { body: form(['file', jsonLines(lines)]) });
}

export interface Portal {
  /** The categories' ids, by name. */
  categories: Map<string, string>;
  draft: string;
  sent: string;
  scheduled: string;
}

const subscribers = (names: readonly string[]): FilePart => ({
  fileName: 'subscribers.csv',
  type: 'text/csv',
  content: ['email,categories', ...names.map((name) => `${name}@customer.example,`)].join('\r\n'),
});

/** Categories, subscribers in every state, and updates whose mails were sent, are scheduled, and are neither. */
export async function addPortal(api: Api): Promise<Portal> {
  const categories = new Map<string, string>();
  for (const name of ['Certifications', 'Incidents', 'Subprocessors']) {
    const { body } = await api.post('/v1/trustportal/update-categories', { json: { name } });
    categories.set(name, (body as { id: string }).id);
  }
  const path = '/v1/trustportal/updates/subscribers';
  const names = ['amelie', 'bjorn', 'chidi', 'dolores', 'emil', 'farah', 'gustav', 'hana'];
  await api.post(`${path}/import?status=confirmed`, { body: form(['file', subscribers(names)]) });
  await api.post(path, { json: { email: 'waiting@customer.example', status: 'pending' } });
  await api.post(path, {
    json: {
      email: 'incidents-only@customer.example',
      status: 'confirmed',
      category_ids: [categories.get('Incidents')],
    },
  });
  const { body } = await api.post(path, { json: { email: 'left@customer.example', status: 'confirmed' } });
  await api.post(`${path}/${(body as { id: string }).id}/unsubscribe`);
  const create = async (json: Record<string, unknown>): Promise<string> => {
    const answer = await api.post('/v1/trustportal/updates', { json });
    return (answer.body as { id: string }).id;
  };
  const sent = await create({
    title: 'SOC 2 Type II report for 2026',
    description:
      'Our auditor has issued the report for 2026. **No exceptions** were found.\n\n- Period: January to June\n- Scope: all products',
    link: 'https://trust.harbor.example/soc2',
    link_text: 'Request the report',
    category_ids: [categories.get('Certifications')],
    send_immediately: true,
  });
  const scheduled = await create({
    title: 'Planned maintenance of the archive',
    description: 'The archive is read-only on Sunday from 02:00 to 04:00 UTC.',
    scheduled_at: iso(3),
  });
  const draft = await create({
    title: 'New subprocessor for email delivery',
    description:
      'From March on, **Fjord Mail AS** delivers our mails.\n\n1. Data: addresses and subjects\n2. Place: Norway\n\nYou may object within 30 days. <b>See</b> [our list](https://harbor.example/subprocessors).',
    category_ids: [categories.get('Subprocessors')],
    schedule_disabled: true,
  });
  await api.poll(
    `/v1/trustportal/updates/${sent}`,
    ({ notification_status: status }: { notification_status: string }) => status !== 'sending',
    60_000,
  );
  return { categories, draft, sent, scheduled };
}

/** Nobody proves it: its record is shown, and not found. */
const DOMAIN = 'trust.harbor.example';

/** A front page that is published, with answers of a tag and subprocessors that nobody was told of. */
async function addFrontPage(api: Api): Promise<void> {
  const json = {
    question: 'Where is customer data stored?',
    answer: 'In two data centers in Germany.',
    tags: ['public'],
  };
  await api.post('/v1/knowledge/answers', { json });
  await api.post('/v1/trustportal/faq', { json: { tag: 'public' } });
  for (const [name, purpose] of [
    ['Fjord Mail AS', 'Delivery of email'],
    ['Nordwind Hosting GmbH', 'Hosting'],
  ]) {
    const fields = { name, purpose, data: 'Addresses and subjects', region: 'Norway', since: '2026-03-01' };
    await api.post('/v1/trustportal/subprocessors', { json: fields });
  }
  const links = [{ label: 'Status page', url: 'https://status.harbor.example' }];
  await api.call('PATCH', '/v1/trustportal/profile', {
    json: { about: 'We are **audited** each year.', contact_email: 'trust@harbor.example', links, domain: DOMAIN },
  });
  await api.post('/v1/trustportal/profile/publish');
}

export async function addLibrary(api: Api): Promise<void> {
  for (const json of LIBRARY) await api.post('/v1/knowledge/answers', { json });
}

export interface Areas extends Portal {
  webhook: string;
}

/** Fills the areas of an organization, which has documents and people, as of one that has worked for some weeks. */
export async function fillAreas(api: Api, where: Parameters<typeof addDocuments>[1]): Promise<Areas> {
  await addLibrary(api);
  await addConversations(api, 75);
  await api.post('/v1/api-keys', { json: { name: 'Auditor, read only', role: 'VIEWER', expires_at: iso(60) } });
  const scopes = ['Questionnaires: write', 'Knowledge: read'];
  await api.post('/v1/api-keys', { json: { name: 'CRM integration', role: 'MEMBER', scopes } });
  // Nobody answers there: the log shows what a failing endpoint looks like.
  const { body } = await api.post('/v1/webhooks', {
    json: {
      url: 'https://hooks.invalid/candor',
      description: 'Ticket system',
      events: ['questionnaire.completed', 'questionnaire.failed'],
    },
  });
  const webhook = (body as { id: string }).id;
  await api.post(`/v1/webhooks/${webhook}/test`);
  await addFrontPage(api);
  await addDocuments(api, where);
  return { ...(await addPortal(api)), webhook };
}
