import type { AuditEntry } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { useNames } from '../app/directory.js';
import { useRefusal } from '../app/permission.js';
import { pageIn, pageParam, useQuery } from '../app/use-query.js';
import { Content } from '../ui/content.js';
import { at, count } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { Choice } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { actionName, ACTIONS } from './audit-words.js';
import { SettingsForbidden, SettingsFrame } from './settings-frame.js';

const PAGE_SIZE = 50;
const CHOICES: readonly (readonly [string, string])[] = [
  ['', 'Everything'],
  ...ACTIONS.map((action) => [action, actionName(action)] as const),
];

export default function AuditPage() {
  const mayNot = useRefusal('ADMIN', 'Organizations: write');
  return mayNot === undefined ? <AuditLog /> : <SettingsForbidden title="Audit log" reason={mayNot} />;
}

/** Who did what, and when. */
function AuditLog() {
  const { api } = useApp();
  const nameOf = useNames();
  const [query, setQuery] = useQuery();
  const action = query.get('action') ?? '';
  const target = query.get('target') ?? '';
  const page = pageIn(query);
  const log = useLoad(
    (signal) =>
      api.call.listAuditLog({
        query: {
          ...(action === '' ? {} : { action }),
          ...(target === '' ? {} : { target_id: target }),
          limit: PAGE_SIZE,
          offset: page * PAGE_SIZE,
        },
        signal,
      }),
    [action, target, page],
  );
  const total = log.data?.pagination.total ?? 0;
  const change = (values: Record<string, string | undefined>): void => setQuery({ page: undefined, ...values });
  const whoOf = ({ user_id: user, key_id: key }: AuditEntry): string => {
    if (user !== null) return nameOf(`user:${user}`);
    return key === '' ? 'The operator’s command line' : nameOf(`key:${key}`);
  };
  const columns: readonly Column<AuditEntry>[] = [
    {
      title: 'What',
      heading: true,
      cell: (entry) => (
        <span class="item-name">
          <strong>{actionName(entry.action)}</strong>
          <span class="muted small text">{factsOf(entry)}</span>
        </span>
      ),
    },
    { title: 'Who', cell: whoOf },
    {
      title: 'Of what',
      minor: true,
      cell: ({ target_id: id, target_type: type }) => (
        <button
          type="button"
          class="tag"
          title="Only what was done to this"
          onClick={() => change({ target: id, action: undefined })}
        >
          {type.replaceAll('_', ' ')} {id.slice(0, 8)}
        </button>
      ),
    },
    { title: 'When', numeric: true, cell: (entry) => <span class="muted nowrap">{at(entry.at)}</span> },
  ];
  return (
    <SettingsFrame title="Audit log" subtitle={log.data && count(total, 'entry', 'entries')}>
      <div class="toolbar" role="search">
        <Choice
          label="What was done"
          value={action}
          options={CHOICES.some(([one]) => one === action) ? CHOICES : [...CHOICES, [action, actionName(action)]]}
          onChoose={(value) => change({ action: value })}
        />
        {target !== '' && (
          <button type="button" class="chip" aria-pressed="true" onClick={() => change({ target: undefined })}>
            Only {target.slice(0, 8)}
            <Icon name="close" />
            <span class="hidden">Show everything</span>
          </button>
        )}
      </div>
      <Content of={log} what="the audit log">
        {({ entries }) =>
          entries.length > 0 ? (
            <Table caption="Audit log, newest first" columns={columns} rows={entries} keyOf={({ id }) => id} />
          ) : (
            <Empty title="Nothing is recorded" icon="clock">
              <p>
                {action === '' && target === ''
                  ? 'Every change that a key makes is recorded here, without contents and secrets.'
                  : 'Nothing of this kind was done. Choose another one.'}
              </p>
            </Empty>
          )
        }
      </Content>
      <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
    </SettingsFrame>
  );
}

const factsOf = ({ details }: AuditEntry): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
    .join(' · ');
