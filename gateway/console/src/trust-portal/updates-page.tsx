import type { Update } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { GuardedButton } from '../app/permission.js';
import { hrefOf, navigate } from '../app/router.js';
import { pageIn, pageParam, useQuery } from '../app/use-query.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { at, count, number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';
import { NOTIFICATIONS, type Notification } from './update-words.js';

const PAGE_SIZE = 25;
const SHOWN = [
  ['false', 'Published'],
  ['true', 'Archived'],
  ['all', 'Published and archived'],
] as const;
const STATUSES: readonly (readonly [Notification | '', string])[] = [
  ['', 'Any mail'],
  ...Object.entries(NOTIFICATIONS).map(([status, [name]]) => [status as Notification, name] as const),
];

const COLUMNS: readonly Column<Update>[] = [
  {
    title: 'Update',
    heading: true,
    cell: ({ id, title, categories, draft }) => (
      <span class="item-name">
        <a href={hrefOf(`/trust-portal/updates/${id}`)}>{title}</a>
        {draft && (
          <span class="tags">
            <Badge tone="attention">Draft</Badge>
          </span>
        )}
        {categories.length > 0 && (
          <span class="tags">
            {categories.map((category) => (
              <span key={category.id} class="tag">
                {category.name}
              </span>
            ))}
          </span>
        )}
      </span>
    ),
  },
  {
    title: 'Mails',
    cell: (update) => {
      const [name, tone] = NOTIFICATIONS[update.notification_status];
      return (
        <span class="stacked">
          <Badge tone={tone}>{name}</Badge>
          <span class="muted small">{mailsOf(update)}</span>
        </span>
      );
    },
  },
  {
    title: 'Date',
    numeric: true,
    cell: ({ update_date: date }) => <span class="muted nowrap">{at(Date.parse(date) * 1000)}</span>,
  },
];

function mailsOf(update: Update): string {
  if (update.notification_status === 'scheduled' && update.scheduled_at !== null)
    return `for ${at(Date.parse(update.scheduled_at) * 1000)}`;
  if (update.recipient_count === 0) return '';
  if (update.notification_status === 'kept') return `${number(update.kept_count)} in the outbox`;
  const failed = update.failed_count === 0 ? '' : `, ${number(update.failed_count)} given up`;
  return `${number(update.delivered_count)} of ${number(update.recipient_count)} delivered${failed}`;
}

/** The updates of the trust portal. */
export default function UpdatesPage() {
  const mayNotWrite = useMayNotWrite();
  return (
    <PortalFrame
      title="Trust portal"
      actions={
        <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => navigate('/trust-portal/updates/new')}>
          <Icon name="plus" />
          New update
        </GuardedButton>
      }
    >
      <UpdateList mayWrite={mayNotWrite === undefined} />
    </PortalFrame>
  );
}

function UpdateList({ mayWrite }: { mayWrite: boolean }) {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const words = query.get('q') ?? '';
  const archived = SHOWN.find(([value]) => value === query.get('archived'))?.[0] ?? 'false';
  const status = STATUSES.find(([value]) => value === query.get('mails'))?.[0] ?? '';
  const category = query.get('category') ?? '';
  const page = pageIn(query);
  const isFiltered = words !== '' || status !== '' || category !== '';
  const change = (values: Record<string, string | undefined>): void => setQuery({ page: undefined, ...values });
  const categories = useLoad((signal) => api.call.listTrustPortalCategories({ signal }), []);
  const list = useLoad(
    (signal) =>
      api.call.listTrustPortalUpdates({
        query: {
          archived,
          ...(words === '' ? {} : { query: words }),
          ...(category === '' ? {} : { category_id: category }),
          ...(status === '' ? {} : { notification_status: status }),
          limit: PAGE_SIZE,
          offset: page * PAGE_SIZE,
        },
        signal,
      }),
    [words, archived, status, category, page],
  );
  const topics = [
    ['', 'Every category'] as const,
    ...(categories.data?.categories ?? []).map(({ id, name }) => [id, name] as const),
  ];
  const total = list.data?.pagination.total ?? 0;
  return (
    <>
      <div class="toolbar" role="search">
        <SearchBox
          label="Search updates"
          placeholder="Words of the title or the text"
          value={words}
          onSearch={(q) => change({ q })}
        />
        <Choice label="Category" value={category} options={topics} onChoose={(value) => change({ category: value })} />
        <Choice label="Mails" value={status} options={STATUSES} onChoose={(value) => change({ mails: value })} />
        <Choice label="Shown" value={archived} options={SHOWN} onChoose={(value) => change({ archived: value })} />
      </div>
      <Content of={list} what="the updates">
        {({ updates }) =>
          updates.length > 0 ? (
            <>
              <p class="muted small">{count(total, 'update')}, newest first</p>
              <Table caption="Updates, newest first" columns={COLUMNS} rows={updates} keyOf={({ id }) => id} />
            </>
          ) : (
            <NothingFound filtered={isFiltered} archived={archived === 'true'} mayWrite={mayWrite} />
          )
        }
      </Content>
      <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
    </>
  );
}

interface NothingProps {
  filtered: boolean;
  archived: boolean;
  mayWrite: boolean;
}

function NothingFound({ filtered, archived, mayWrite }: NothingProps) {
  if (filtered) {
    return (
      <Empty title="Nothing matches" icon="search">
        <p>Try fewer words, or another category.</p>
      </Empty>
    );
  }
  if (archived) {
    return (
      <Empty title="Nothing is archived" icon="megaphone">
        <p>What you archive leaves the public portal and is kept here.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No updates yet" icon="megaphone">
      <p>
        A new report, a certificate, an incident that is solved: publish it once, and everybody who subscribed hears of
        it.
        {mayWrite && ' Create categories first if subscribers should be able to choose.'}
      </p>
    </Empty>
  );
}
