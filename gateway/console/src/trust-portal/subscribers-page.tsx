import { useState } from 'preact/hooks';
import type { Subscriber } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Badge, type Tone } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { ago, at } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';
import { AddSubscriber } from './subscriber-add.js';
import { ImportSubscribers } from './subscriber-import.js';
import { LeaveDialog, type Leaving } from './subscriber-leave.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 50;
type Status = Subscriber['status'];
const TONES: Readonly<Record<Status, Tone>> = {
  confirmed: 'good',
  pending: 'busy',
  unsubscribed: 'neutral',
  bounced: 'bad',
};
const STATUSES = Object.keys(TONES) as Status[];
const SOURCES = ['admin', 'import', 'portal'] as const;

const choices = (): (readonly [Status | '', string])[] => [
  ['', t('portal:subscriber.all')],
  ...STATUSES.map((status) => [status, t(`portal:subscriber.status.${status}`)] as const),
];

/** How somebody came to be subscribed. */
function sourceName(source: string): string {
  const known = SOURCES.find((one) => one === source);
  return known === undefined ? source : t(`portal:subscriber.source.${known}`);
}

/** Who hears of updates. */
export default function SubscribersPage() {
  const mayNotWrite = useMayNotWrite();
  const [open, setOpen] = useState<'add' | 'import'>();
  const [round, setRound] = useState(0);
  const again = (): void => setRound(round + 1);
  const close = (): void => setOpen(undefined);
  return (
    <PortalFrame
      title={t('portal:tab.subscribers')}
      actions={
        <>
          <GuardedButton refusal={mayNotWrite} onClick={() => setOpen('import')}>
            <Icon name="upload" />
            {t('portal:subscriber.import')}
          </GuardedButton>
          <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setOpen('add')}>
            <Icon name="plus" />
            {t('portal:subscriber.add')}
          </GuardedButton>
        </>
      }
    >
      <SubscriberList refusal={mayNotWrite} round={round} />
      {open === 'add' && <AddSubscriber onClose={close} onAdded={again} />}
      {open === 'import' && <ImportSubscribers onClose={close} onImported={again} />}
    </PortalFrame>
  );
}

function SubscriberList({ refusal, round }: { refusal: string | undefined; round: number }) {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const [leaving, setLeaving] = useState<Leaving>();
  const words = query.get('q') ?? '';
  const status = STATUSES.find((one) => one === query.get('status')) ?? '';
  const page = pageIn(query);
  const categories = useLoad((signal) => api.call.listTrustPortalCategories({ signal }), []);
  const list = useLoad(
    (signal) =>
      api.call.listSubscribers({
        query: {
          page: page + 1,
          page_size: PAGE_SIZE,
          ...(words === '' ? {} : { query: words }),
          ...(status === '' ? {} : { status }),
        },
        signal,
      }),
    [words, status, page, round],
  );
  const names = new Map((categories.data?.categories ?? []).map(({ id, name }) => [id, name]));
  const change = (values: Record<string, string | undefined>): void => setQuery({ page: undefined, ...values });
  const columns: readonly Column<Subscriber>[] = [
    { title: t('portal:address'), heading: true, cell: ({ email }) => <strong class="text">{email}</strong> },
    {
      title: t('portal:status'),
      cell: ({ status: state }) => <Badge tone={TONES[state]}>{t(`portal:subscriber.status.${state}`)}</Badge>,
    },
    {
      title: t('portal:subscriber.receives'),
      cell: ({ category_ids: ids }) => <span class="muted">{topicsOf(ids, names)}</span>,
    },
    {
      title: t('portal:subscriber.since'),
      minor: true,
      cell: ({ created_at: created, source }) => (
        <span class="stacked small muted">
          <span class="nowrap" title={at(created)}>
            {ago(created)}
          </span>
          {sourceName(source)}
        </span>
      ),
    },
    {
      title: t('portal:actions'),
      cell: (subscriber) => (
        <span class="row-actions">
          {subscriber.status !== 'unsubscribed' && (
            <GuardedButton refusal={refusal} onClick={() => setLeaving({ kind: 'unsubscribe', subscriber })}>
              {t('portal:subscriber.unsubscribe')}
              <span class="hidden"> {subscriber.email}</span>
            </GuardedButton>
          )}
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => setLeaving({ kind: 'erase', subscriber })}>
            {t('portal:subscriber.erase')}
            <span class="hidden"> {subscriber.email}</span>
          </GuardedButton>
        </span>
      ),
    },
  ];
  return (
    <>
      <div class="toolbar" role="search">
        <SearchBox
          label={t('portal:subscriber.search')}
          placeholder={t('portal:subscriber.searchHelp')}
          value={words}
          onSearch={(q) => change({ q })}
        />
        <Choice
          label={t('portal:status')}
          value={status}
          options={choices()}
          onChoose={(value) => change({ status: value })}
        />
      </div>
      <Content of={list} what={t('portal:what.subscribers')}>
        {({ data, total }) =>
          data.length > 0 ? (
            <>
              <p class="muted small">{t('portal:subscriber.count', { count: total })}</p>
              <Table
                caption={t('portal:newestFirst.subscribers')}
                columns={columns}
                rows={data}
                keyOf={({ id }) => id}
              />
            </>
          ) : words !== '' || status !== '' ? (
            <Empty title={t('portal:subscriber.noMatch')} icon="search">
              <p>{t('portal:subscriber.noMatchHelp')}</p>
            </Empty>
          ) : (
            <Empty title={t('portal:subscriber.none')} icon="person">
              <p>{t('portal:subscriber.noneHelp')}</p>
            </Empty>
          )
        }
      </Content>
      <Pager
        page={page}
        total={list.data?.total ?? 0}
        size={PAGE_SIZE}
        onPage={(to) => setQuery({ page: pageParam(to) })}
      />
      {leaving && <LeaveDialog leaving={leaving} onClose={() => setLeaving(undefined)} onLeft={list.reload} />}
    </>
  );
}

function topicsOf(ids: readonly string[] | null, names: ReadonlyMap<string, string>): string {
  if (ids === null) return t('portal:subscriber.everything');
  if (ids.length === 0) return t('portal:subscriber.nothing');
  return ids.map((id) => names.get(id) ?? t('portal:subscriber.deletedCategory')).join(', ');
}
