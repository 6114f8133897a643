import type { Update } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf, navigate } from '../core/router.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { at } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';
import { NOTIFICATION_STATUSES, NOTIFICATION_TONES, type Notification } from './update-words.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 25;
const SHOWN = ['false', 'true', 'all'] as const;

const statuses = (): (readonly [Notification | '', string])[] => [
  ['', t('portal:update.anyEmail')],
  ...NOTIFICATION_STATUSES.map((status) => [status, t(`portal:notification.${status}`)] as const),
];

const columns = (): Column<Update>[] => [
  {
    title: t('portal:update.one'),
    heading: true,
    cell: ({ id, title, categories, draft }) => (
      <span class="item-name">
        <a href={hrefOf(`/trust-portal/updates/${id}`)}>{title}</a>
        {draft && (
          <span class="tags">
            <Badge tone="attention">{t('portal:update.draft')}</Badge>
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
    title: t('portal:update.emails'),
    cell: (update) => (
      <span class="stacked">
        <Badge tone={NOTIFICATION_TONES[update.notification_status]}>
          {t(`portal:notification.${update.notification_status}`)}
        </Badge>
        <span class="muted small">{emailsOf(update)}</span>
      </span>
    ),
  },
  {
    title: t('portal:update.date'),
    numeric: true,
    cell: ({ update_date: date }) => <span class="muted nowrap">{at(Date.parse(date) * 1000)}</span>,
  },
];

function emailsOf(update: Update): string {
  const {
    notification_status: status,
    delivered_count: delivered,
    failed_count: failed,
    recipient_count: total,
  } = update;
  if (status === 'scheduled' && update.scheduled_at !== null)
    return t('portal:update.scheduledFor', { time: at(Date.parse(update.scheduled_at) * 1000) });
  if (total === 0) return '';
  if (status === 'kept') return t('portal:update.inOutbox', { count: update.kept_count });
  return failed === 0
    ? t('portal:update.delivered', { delivered, total })
    : t('portal:update.deliveredFailed', { delivered, total, failed });
}

/** The updates of the trust portal. */
export default function UpdatesPage() {
  const mayNotWrite = useMayNotWrite();
  return (
    <PortalFrame
      title={t('portal:tab.updates')}
      actions={
        <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => navigate('/trust-portal/updates/new')}>
          <Icon name="plus" />
          {t('portal:update.new')}
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
  const archived = SHOWN.find((one) => one === query.get('archived')) ?? 'false';
  const status = NOTIFICATION_STATUSES.find((one) => one === query.get('mails')) ?? '';
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
    ['', t('portal:category.all')] as const,
    ...(categories.data?.categories ?? []).map(({ id, name }) => [id, name] as const),
  ];
  const total = list.data?.pagination.total ?? 0;
  return (
    <>
      <div class="toolbar" role="search">
        <SearchBox
          label={t('portal:update.search')}
          placeholder={t('portal:update.searchHelp')}
          value={words}
          onSearch={(q) => change({ q })}
        />
        <Choice
          label={t('portal:category.name')}
          value={category}
          options={topics}
          onChoose={(value) => change({ category: value })}
        />
        <Choice
          label={t('portal:update.emails')}
          value={status}
          options={statuses()}
          onChoose={(value) => change({ mails: value })}
        />
        <Choice
          label={t('portal:update.shownLabel')}
          value={archived}
          options={SHOWN.map((one) => [one, t(`portal:update.shown.${one}`)] as const)}
          onChoose={(value) => change({ archived: value })}
        />
      </div>
      <Content of={list} what={t('portal:what.updates')}>
        {({ updates }) =>
          updates.length > 0 ? (
            <>
              <p class="muted small">{t('portal:update.count', { count: total })}</p>
              <Table
                caption={t('portal:newestFirst.updates')}
                columns={columns()}
                rows={updates}
                keyOf={({ id }) => id}
              />
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
      <Empty title={t('portal:update.noMatch')} icon="search">
        <p>{t('portal:update.noMatchHelp')}</p>
      </Empty>
    );
  }
  if (archived) {
    return (
      <Empty title={t('portal:update.noneArchived')} icon="megaphone">
        <p>{t('portal:update.noneArchivedHelp')}</p>
      </Empty>
    );
  }
  return (
    <Empty title={t('portal:update.none')} icon="megaphone">
      <p>
        {t('portal:update.noneHelp')} {mayWrite && t('portal:update.categoriesFirst')}
      </p>
    </Empty>
  );
}
