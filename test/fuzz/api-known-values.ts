import type { FieldValues } from './api-values.js';

/** What fields of these names are given most of the time. Nothing here may lead to the network. */
export function fieldValues(
  ids: ReadonlyMap<string, readonly string[]>,
  organizations: readonly string[],
  receiverUrl: string,
): FieldValues['known'] {
  const some = (name: string, most: number): readonly string[] => (ids.get(name) ?? []).slice(0, most);
  return {
    url: (from) => from.pick([`${receiverUrl}/hook`, 'http://10.0.0.1/', 'http://127.0.0.2/', 'http://localhost:1/']),
    question_ids: (from) => some('question_id', from.int(0, 3)),
    category_id: (from) => from.pick([...some('category_id', 30), '']),
    answer_id: (from) => from.pick([...some('answer_id', 30), '']),
    document_ids: (from) => some('document_id', from.int(0, 2)),
    sections: (from) => from.pick([['updates', 'faq', 'ask', 'subprocessors'], ['updates'], []]),
    category_ids: (from) => some('category_id', from.int(0, 2)),
    tag_ids: (from) => some('tag_id', from.int(0, 2)),
    email: (from) => `reader${from.int(0, 2000)}@example.com`,
    user_email: () => 'ada@example.com',
    link: () => 'https://example.com/report',
    logo_url: () => 'https://example.com/logo.png',
    timezone: (from) => from.pick(['Europe/Berlin', 'UTC', 'Asia/Kathmandu']),
    update_date: () => '2026-03-01T09:00:00',
    scheduled_at: (from) => from.pick(['2039-03-01T09:00:00+01:00', 2_180_000_000, '2001-01-01']),
    send_immediately: (from) => from.chance(0.3),
    schedule_disabled: (from) => from.chance(0.1),
    issuer: (from) => from.pick(['https://login.invalid', 'https://127.0.0.1:1']),
    userName: (from) => `reader${from.int(0, 2000)}@example.com`,
    emails: (from) => from.pick([[], [{ value: `reader${from.int(0, 2000)}@example.com`, primary: true }]]),
    members: (from) => some('user_id', from.int(0, 2)).map((value) => ({ value })),
    Operations: (from) => [{ op: 'replace', path: 'externalId', value: `other${from.int(0, 9)}` }],
    hd: () => ['example.com'],
    tenant_name: (from) => `tenant-${from.int(0, 5000)}`,
    member_ids: (from) => some('user_id', from.int(0, 2)),
    owner_id: (from) => from.pick([null, ...some('user_id', 30)]),
    expires_at: (from) => from.pick([null, '2039-01-01T00:00:00Z']),
    corrections: (from) => from.pick([null, { areas: [], add: [], remove: [] }]),
    text_content: (from) => `${'Do you encrypt data at rest? '.repeat(from.int(2, 6))}\nIs there a backup?`,
    organization_id: (from) => from.pick([...organizations, ...some('organization_id', 30)]),
  };
}
