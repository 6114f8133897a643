import type { AuditEntry } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useNames } from '../core/directory.js';
import { useRefusal } from '../core/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Content } from '../ui/content.js';
import { at } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { Choice } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { actionName, ACTIONS, targetName, factsOf } from './audit-words.js';
import { SettingsForbidden, SettingsFrame } from './settings-frame.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 50;

/** What can be chosen, with an action of the address that is none of the usual ones. */
function choices(chosen: string): (readonly [string, string])[] {
  const offered: readonly string[] = ACTIONS;
  const all = chosen === '' || offered.includes(chosen) ? offered : [...offered, chosen];
  return [['', t('settings:audit.all')], ...all.map((action) => [action, actionName(action)] as const)];
}

export default function AuditPage() {
  const mayNot = useRefusal('ADMIN', 'Organizations: write');
  return mayNot === undefined ? <AuditLog /> : <SettingsForbidden title={t('settings:tab.auditLog')} reason={mayNot} />;
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
    return key === '' ? t('settings:audit.operator') : nameOf(`key:${key}`);
  };
  const columns: readonly Column<AuditEntry>[] = [
    {
      title: t('settings:audit.action'),
      heading: true,
      cell: (entry) => (
        <span class="item-name">
          <strong>{actionName(entry.action)}</strong>
          <span class="muted small text">{factsOf(entry.details)}</span>
        </span>
      ),
    },
    { title: t('settings:audit.who'), cell: whoOf },
    {
      title: t('settings:audit.object'),
      minor: true,
      cell: ({ target_id: id, target_type: type }) => (
        <button
          type="button"
          class="tag"
          title={t('settings:audit.onlyThis')}
          onClick={() => change({ target: id, action: undefined })}
        >
          {targetName(type)} {id.slice(0, 8)}
        </button>
      ),
    },
    {
      title: t('settings:audit.when'),
      numeric: true,
      cell: (entry) => <span class="muted nowrap">{at(entry.at)}</span>,
    },
  ];
  return (
    <SettingsFrame
      title={t('settings:tab.auditLog')}
      subtitle={log.data && t('settings:audit.count', { count: total })}
    >
      <div class="toolbar" role="search">
        <Choice
          label={t('settings:audit.action')}
          value={action}
          options={choices(action)}
          onChoose={(value) => change({ action: value })}
        />
        {target !== '' && (
          <button type="button" class="chip" aria-pressed="true" onClick={() => change({ target: undefined })}>
            {t('settings:audit.only', { id: target.slice(0, 8) })}
            <Icon name="close" />
            <span class="hidden">{t('settings:audit.showAll')}</span>
          </button>
        )}
      </div>
      <Content of={log} what={t('settings:audit.what')}>
        {({ entries }) =>
          entries.length > 0 ? (
            <Table caption={t('settings:audit.caption')} columns={columns} rows={entries} keyOf={({ id }) => id} />
          ) : (
            <Empty title={t('settings:audit.none')} icon="clock">
              <p>{action === '' && target === '' ? t('settings:audit.noneHelp') : t('settings:audit.noMatchHelp')}</p>
            </Empty>
          )
        }
      </Content>
      <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
    </SettingsFrame>
  );
}
