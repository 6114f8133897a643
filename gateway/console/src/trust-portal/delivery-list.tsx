import { useState } from 'preact/hooks';
import type { Delivery, Update } from '../api/types.js';
import { useInterval, useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { ago, at } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Choice } from '../ui/search-box.js';
import { Table, type Column } from '../ui/table.js';
import { DELIVERY_STATES, DELIVERY_TONES, reasonName } from './update-words.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 20;
const POLL_MS = 3000;
type State = Delivery['state'];
const states = (): (readonly [State | '', string])[] => [
  ['', t('portal:deliveries.all')],
  ...DELIVERY_STATES.map((state) => [state, t(`portal:delivery.${state}`)] as const),
];

const columns = (): Column<Delivery>[] => [
  {
    title: t('portal:address'),
    heading: true,
    cell: ({ email }) =>
      email === null ? <span class="muted">{t('portal:deliveries.erased')}</span> : <span class="text">{email}</span>,
  },
  {
    title: t('portal:status'),
    cell: ({ state, attempts }) => (
      <span class="stacked">
        <Badge tone={DELIVERY_TONES[state]}>{t(`portal:delivery.${state}`)}</Badge>
        {attempts > 1 && <span class="muted small">{t('portal:deliveries.tried', { count: attempts })}</span>}
      </span>
    ),
  },
  {
    title: t('portal:deliveries.when'),
    cell: ({ delivered_at: delivered, next_attempt_at: next, state }) => (
      <span class="muted small nowrap">
        {delivered !== null && <span title={at(delivered)}>{ago(delivered)}</span>}
        {state === 'pending' && next !== null && t('portal:deliveries.again', { when: ago(next) })}
      </span>
    ),
  },
];

/** The mails of an update, one by one. */
export function DeliveryList({ update }: { update: Update }) {
  const { api } = useApp();
  const [state, setState] = useState<State | ''>('');
  const [page, setPage] = useState(0);
  const list = useLoad(
    (signal) =>
      api.call.listTrustPortalDeliveries({
        path: { update_id: update.id },
        query: { ...(state === '' ? {} : { state }), limit: PAGE_SIZE, offset: page * PAGE_SIZE },
        signal,
      }),
    [update.id, update.notification_status, state, page],
  );
  useInterval(list.reload, POLL_MS, update.notification_status === 'sending');
  return (
    <section class="section" aria-label={t('portal:deliveries.title')}>
      <div class="card-head">
        <h2>{t('portal:deliveries.title')}</h2>
        <div class="toolbar">
          <Choice
            label={t('portal:deliveries.status')}
            value={state}
            options={states()}
            onChoose={(value) => {
              setState(value);
              setPage(0);
            }}
          />
        </div>
      </div>
      <Content of={list} what={t('portal:what.emails')}>
        {({ deliveries, pagination }) => (
          <>
            {deliveries.length > 0 ? (
              <Table
                caption={t('portal:deliveries.caption')}
                columns={columns()}
                rows={deliveries}
                keyOf={({ id }) => id}
                below={({ reason }) => (reason === null ? null : <p class="small muted text">{reasonName(reason)}</p>)}
              />
            ) : (
              <p class="muted">{t('portal:deliveries.none')}</p>
            )}
            <Pager page={page} total={pagination.total} size={PAGE_SIZE} onPage={setPage} />
          </>
        )}
      </Content>
    </section>
  );
}
