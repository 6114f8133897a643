import { useState } from 'preact/hooks';
import type { WebhookDelivery } from '../api/types.js';
import { useInterval, useLoad } from '../api/use-load.js';
import { attempt } from '../api/use-task.js';
import { useApp } from '../app/context.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { Dialog } from '../ui/dialog.js';
import { ago, at, duration } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Choice } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { notify } from '../ui/toast.js';
import { When } from '../ui/when.js';
import { DELIVERIES } from './webhook-words.js';

const PAGE_SIZE = 25;
const POLL_MS = 2000;
type State = WebhookDelivery['state'];
const STATES: readonly (readonly [State | '', string])[] = [
  ['', 'All messages'],
  ...Object.entries(DELIVERIES).map(([state, [name]]) => [state as State, name] as const),
];

interface Props {
  webhookId: string;
  /** Another number loads them again. */
  round: number;
}

/** What was sent to a webhook, with every attempt, and the way to send it again. */
export function WebhookDeliveries({ webhookId, round }: Props) {
  const { api } = useApp();
  const [state, setState] = useState<State | ''>('');
  const [page, setPage] = useState(0);
  const [openId, setOpenId] = useState<string>();
  const list = useLoad(
    (signal) =>
      api.call.listWebhookDeliveries({
        path: { webhook_id: webhookId },
        query: { ...(state === '' ? {} : { state }), limit: PAGE_SIZE, offset: page * PAGE_SIZE },
        signal,
      }),
    [webhookId, state, page, round],
  );
  const deliveries = list.data?.deliveries ?? [];
  useInterval(
    list.reload,
    POLL_MS,
    deliveries.some((one) => one.state === 'pending'),
  );
  const open = deliveries.find(({ id }) => id === openId);
  const replay = async ({ id }: WebhookDelivery): Promise<void> => {
    const path = { webhook_id: webhookId, delivery_id: id };
    if (!(await attempt(() => api.call.replayWebhookDelivery({ path })))) return;
    notify('Sent again.');
    list.reload();
  };
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      title: 'Message',
      heading: true,
      cell: (one) => (
        <button type="button" class="entry-name mono" onClick={() => setOpenId(one.id)}>
          {one.event_type}
        </button>
      ),
    },
    {
      title: 'State',
      cell: (one) => (
        <span class="stacked">
          <Badge tone={DELIVERIES[one.state][1]}>{DELIVERIES[one.state][0]}</Badge>
          <span class="muted small">{lastOf(one)}</span>
        </span>
      ),
    },
    {
      title: 'When',
      numeric: true,
      cell: ({ created_at: created }) => <When time={created} />,
    },
    {
      title: 'What to do',
      cell: (one) => (
        <span class="row-actions">
          <Button onClick={() => void replay(one)}>
            Send again<span class="hidden"> {one.event_type}</span>
          </Button>
        </span>
      ),
    },
  ];
  return (
    <section class="section" aria-label="Messages">
      <div class="card-head">
        <h2>Messages of the last 30 days</h2>
        <div class="toolbar">
          <Choice
            label="State of the messages"
            value={state}
            options={STATES}
            onChoose={(value) => {
              setState(value);
              setPage(0);
            }}
          />
        </div>
      </div>
      <Content of={list} what="the messages">
        {() =>
          deliveries.length > 0 ? (
            <Table caption="Messages, newest first" columns={columns} rows={deliveries} keyOf={({ id }) => id} />
          ) : (
            <Empty title={state === '' ? 'Nothing was sent yet' : 'None in this state'} icon="cog">
              <p>{state === '' ? 'Send a test to see whether your endpoint takes it.' : 'Choose another state.'}</p>
            </Empty>
          )
        }
      </Content>
      <Pager page={page} total={list.data?.pagination.total ?? 0} size={PAGE_SIZE} onPage={setPage} />
      {open && (
        <DeliveryDialog delivery={open} onClose={() => setOpenId(undefined)} onReplay={() => void replay(open)} />
      )}
    </section>
  );
}

function lastOf({ attempts, next_attempt_at: next, state }: WebhookDelivery): string {
  const last = attempts.at(-1);
  const result = last === undefined ? '' : last.status_code === null ? 'no answer' : `answered ${last.status_code}`;
  const again = state === 'pending' && next !== null && attempts.length > 0 ? `, again ${ago(next)}` : '';
  return `${result}${attempts.length > 1 ? `, ${attempts.length} attempts` : ''}${again}`;
}

interface DialogProps {
  delivery: WebhookDelivery;
  onClose(): void;
  onReplay(): void;
}

function DeliveryDialog({ delivery, onClose, onReplay }: DialogProps) {
  return (
    <Dialog
      title={delivery.event_type}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onReplay}>Send again</Button>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <section class="section">
        <h3>Attempts</h3>
        {delivery.attempts.length === 0 && <p class="muted">None yet.</p>}
        <ol class="attempts small">
          {delivery.attempts.map(({ at: when, status_code: code, error, duration_ms: took }) => (
            <li key={when} class={error === null ? '' : 'late'}>
              {at(when)} · {code === null ? 'no answer' : `answered ${code}`} after {duration(took)}
              {error !== null && ` · ${error}`}
            </li>
          ))}
        </ol>
      </section>
      <section class="section">
        <h3>Body</h3>
        <pre class="payload small" tabIndex={0} aria-label="Body of the message">
          {JSON.stringify(delivery.payload, null, 2)}
        </pre>
        <p class="muted small mono">webhook-id: {delivery.event_id}</p>
      </section>
    </Dialog>
  );
}
