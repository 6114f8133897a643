import { useState } from 'preact/hooks';
import type { WebhookDelivery } from '../api/types.js';
import { useInterval, useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
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
import { DELIVERY_STATES, DELIVERY_TONES } from './webhook-words.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 25;
const POLL_MS = 2000;
type State = WebhookDelivery['state'];

const states = (): (readonly [State | '', string])[] => [
  ['', t('settings:message.all')],
  ...DELIVERY_STATES.map((state) => [state, t(`settings:webhook.delivery.${state}`)] as const),
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
    notify(t('settings:message.sentAgain'));
    list.reload();
  };
  const columns: readonly Column<WebhookDelivery>[] = [
    {
      title: t('settings:message.one'),
      heading: true,
      cell: (one) => (
        <button type="button" class="entry-name mono" onClick={() => setOpenId(one.id)}>
          {one.event_type}
        </button>
      ),
    },
    {
      title: t('settings:status'),
      cell: (one) => (
        <span class="stacked">
          <Badge tone={DELIVERY_TONES[one.state]}>{t(`settings:webhook.delivery.${one.state}`)}</Badge>
          <span class="muted small">{lastOf(one)}</span>
        </span>
      ),
    },
    {
      title: t('settings:message.when'),
      numeric: true,
      cell: ({ created_at: created }) => <When time={created} />,
    },
    {
      title: t('settings:actions'),
      cell: (one) => (
        <span class="row-actions">
          <Button onClick={() => void replay(one)}>
            {t('settings:message.sendAgain')}
            <span class="hidden"> {one.event_type}</span>
          </Button>
        </span>
      ),
    },
  ];
  return (
    <section class="section" aria-label={t('settings:message.section')}>
      <div class="card-head">
        <h2>{t('settings:message.title')}</h2>
        <div class="toolbar">
          <Choice
            label={t('settings:message.status')}
            value={state}
            options={states()}
            onChoose={(value) => {
              setState(value);
              setPage(0);
            }}
          />
        </div>
      </div>
      <Content of={list} what={t('settings:message.what')}>
        {() =>
          deliveries.length > 0 ? (
            <Table caption={t('settings:message.caption')} columns={columns} rows={deliveries} keyOf={({ id }) => id} />
          ) : (
            <Empty title={state === '' ? t('settings:message.none') : t('settings:message.noMatch')} icon="cog">
              <p>{state === '' ? t('settings:message.noneHelp') : t('settings:message.noMatchHelp')}</p>
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
  if (last === undefined) return '';
  const facts = [resultOf(last.status_code)];
  if (attempts.length > 1) facts.push(t('settings:message.attempts', { count: attempts.length }));
  if (state === 'pending' && next !== null) facts.push(t('settings:message.again', { when: ago(next) }));
  return facts.join(', ');
}

/** What an endpoint answered; null: nothing. */
const resultOf = (code: number | null): string =>
  code === null ? t('settings:message.noAnswer') : t('settings:message.answered', { code });

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
          <Button onClick={onReplay}>{t('settings:message.sendAgain')}</Button>
          <Button kind="primary" onClick={onClose}>
            {t('ui:close')}
          </Button>
        </>
      }
    >
      <section class="section">
        <h3>{t('settings:message.attemptsTitle')}</h3>
        {delivery.attempts.length === 0 && <p class="muted">{t('settings:message.noAttempts')}</p>}
        <ol class="attempts small">
          {delivery.attempts.map(({ at: when, status_code: code, error, duration_ms: took }) => (
            <li key={when} class={error === null ? '' : 'late'}>
              {t('settings:message.attempt', { time: at(when), result: resultOf(code), duration: duration(took) })}
              {error !== null && ` · ${error}`}
            </li>
          ))}
        </ol>
      </section>
      <section class="section">
        <h3>{t('settings:message.body')}</h3>
        <pre class="payload small" tabIndex={0} aria-label={t('settings:message.bodyOf')}>
          {JSON.stringify(delivery.payload, null, 2)}
        </pre>
        <p class="muted small mono">{`webhook-id: ${delivery.event_id}`}</p>
      </section>
    </Dialog>
  );
}
