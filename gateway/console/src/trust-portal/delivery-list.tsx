import { useState } from 'preact/hooks';
import type { Delivery, Update } from '../api/types.js';
import { useInterval, useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { ago, at } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Choice } from '../ui/search-box.js';
import { Table, type Column } from '../ui/table.js';
import { DELIVERIES } from './update-words.js';

const PAGE_SIZE = 20;
const POLL_MS = 3000;
type State = Delivery['state'];
const STATES: readonly (readonly [State | '', string])[] = [
  ['', 'All mails'],
  ...Object.entries(DELIVERIES).map(([state, [name]]) => [state as State, name] as const),
];

const COLUMNS: readonly Column<Delivery>[] = [
  {
    title: 'Address',
    heading: true,
    cell: ({ email }) => (email === null ? <span class="muted">Erased</span> : <span class="text">{email}</span>),
  },
  {
    title: 'State',
    cell: ({ state, attempts }) => (
      <span class="stacked">
        <Badge tone={DELIVERIES[state][1]}>{DELIVERIES[state][0]}</Badge>
        {attempts > 1 && <span class="muted small">tried {attempts} times</span>}
      </span>
    ),
  },
  {
    title: 'When',
    cell: ({ delivered_at: delivered, next_attempt_at: next, state }) => (
      <span class="muted small nowrap">
        {delivered !== null && <span title={at(delivered)}>{ago(delivered)}</span>}
        {state === 'pending' && next !== null && `again ${ago(next)}`}
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
    <section class="section" aria-label="Mails one by one">
      <div class="card-head">
        <h2>Mails one by one</h2>
        <div class="toolbar">
          <Choice
            label="State of the mails"
            value={state}
            options={STATES}
            onChoose={(value) => {
              setState(value);
              setPage(0);
            }}
          />
        </div>
      </div>
      <Content of={list} what="the mails">
        {({ deliveries, pagination }) => (
          <>
            {deliveries.length > 0 ? (
              <Table
                caption="Mails of this update"
                columns={COLUMNS}
                rows={deliveries}
                keyOf={({ id }) => id}
                below={({ reason }) => (reason === null ? null : <p class="small muted text">{reason}</p>)}
              />
            ) : (
              <p class="muted">None in this state.</p>
            )}
            <Pager page={page} total={pagination.total} size={PAGE_SIZE} onPage={setPage} />
          </>
        )}
      </Content>
    </section>
  );
}
