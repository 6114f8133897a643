import { useState } from 'preact/hooks';
import type { Subscriber } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { GuardedButton } from '../app/permission.js';
import { pageIn, pageParam, useQuery } from '../app/use-query.js';
import { Badge, type Tone } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { ago, at, count } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';
import { AddSubscriber } from './subscriber-add.js';
import { ImportSubscribers } from './subscriber-import.js';
import { LeaveDialog, type Leaving } from './subscriber-leave.js';

const PAGE_SIZE = 50;
type Status = Subscriber['status'];
const STATUSES: Readonly<Record<Status, readonly [name: string, tone: Tone]>> = {
  confirmed: ['Subscribed', 'good'],
  pending: ['Not confirmed yet', 'busy'],
  unsubscribed: ['Unsubscribed', 'neutral'],
  bounced: ['Mails come back', 'bad'],
};
const CHOICES: readonly (readonly [Status | '', string])[] = [
  ['', 'Everybody'],
  ...Object.entries(STATUSES).map(([status, [name]]) => [status as Status, name] as const),
];
const SOURCES: Readonly<Record<string, string>> = {
  admin: 'Added here',
  import: 'Imported',
  portal: 'Subscribed on the portal',
};

/** Who hears of updates. */
export default function SubscribersPage() {
  const mayNotWrite = useMayNotWrite();
  const [open, setOpen] = useState<'add' | 'import'>();
  const [round, setRound] = useState(0);
  const again = (): void => setRound(round + 1);
  const close = (): void => setOpen(undefined);
  return (
    <PortalFrame
      title="Subscribers"
      actions={
        <>
          <GuardedButton refusal={mayNotWrite} onClick={() => setOpen('import')}>
            <Icon name="upload" />
            Import
          </GuardedButton>
          <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setOpen('add')}>
            <Icon name="plus" />
            Add
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
  const status = CHOICES.find(([value]) => value === query.get('status'))?.[0] ?? '';
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
    { title: 'Address', heading: true, cell: ({ email }) => <strong class="text">{email}</strong> },
    {
      title: 'State',
      cell: ({ status: state }) => <Badge tone={STATUSES[state][1]}>{STATUSES[state][0]}</Badge>,
    },
    { title: 'Hears of', cell: ({ category_ids: ids }) => <span class="muted">{topicsOf(ids, names)}</span> },
    {
      title: 'Since',
      minor: true,
      cell: ({ created_at: created, source }) => (
        <span class="stacked small muted">
          <span class="nowrap" title={at(created)}>
            {ago(created)}
          </span>
          {SOURCES[source] ?? source}
        </span>
      ),
    },
    {
      title: 'What to do',
      cell: (subscriber) => (
        <span class="row-actions">
          {subscriber.status !== 'unsubscribed' && (
            <GuardedButton refusal={refusal} onClick={() => setLeaving({ kind: 'unsubscribe', subscriber })}>
              Unsubscribe<span class="hidden"> {subscriber.email}</span>
            </GuardedButton>
          )}
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => setLeaving({ kind: 'erase', subscriber })}>
            Erase<span class="hidden"> {subscriber.email}</span>
          </GuardedButton>
        </span>
      ),
    },
  ];
  return (
    <>
      <div class="toolbar" role="search">
        <SearchBox
          label="Search subscribers"
          placeholder="Part of the address"
          value={words}
          onSearch={(q) => change({ q })}
        />
        <Choice label="State" value={status} options={CHOICES} onChoose={(value) => change({ status: value })} />
      </div>
      <Content of={list} what="the subscribers">
        {({ data, total }) =>
          data.length > 0 ? (
            <>
              <p class="muted small">{count(total, 'subscriber')}, newest first</p>
              <Table caption="Subscribers, newest first" columns={columns} rows={data} keyOf={({ id }) => id} />
            </>
          ) : words !== '' || status !== '' ? (
            <Empty title="Nobody matches" icon="search">
              <p>Try another part of the address, or another state.</p>
            </Empty>
          ) : (
            <Empty title="Nobody has subscribed yet" icon="person">
              <p>
                People subscribe on the public page of your portal. Add an address, or import those of customers who
                asked to hear from you.
              </p>
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
  if (ids === null) return 'Everything';
  if (ids.length === 0) return 'Nothing';
  return ids.map((id) => names.get(id) ?? 'A deleted category').join(', ');
}
