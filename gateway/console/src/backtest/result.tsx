import type { Backtest, BacktestDetail } from '../api/types.js';
import { receive, save } from '../api/transfer.js';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { number } from '../ui/format.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { Differences } from './differences.js';

type Figures = BacktestDetail['figures'];
type Part = BacktestDetail['parts'][number];

/** What a backtest comes to so far. */
export function BacktestResult({ backtest: { id, questions_done: done, state } }: { backtest: Backtest }) {
  const { api } = useApp();
  const path = { backtest_id: id };
  const detail = useLoad((signal) => api.call.getBacktest({ path, signal }), [id, done, state]);
  const get = (format: 'csv' | 'pdf'): Promise<boolean> =>
    attempt(async () => save(await receive(api, `/v1/backtests/${id}/export?format=${format}`)));
  return (
    <Content of={detail} what={t('backtest:what')}>
      {(found) => (
        <>
          <section class="card" aria-label={t('backtest:result')}>
            <div class="card-head">
              <h2>{t('backtest:result')}</h2>
              <span class="row-actions">
                <Button onClick={() => void get('pdf')}>{t('backtest:pdf')}</Button>
                <Button onClick={() => void get('csv')}>{t('backtest:csv')}</Button>
              </span>
            </div>
            <Summary detail={found} />
          </section>
          <Differences id={id} version={`${done} ${state}`} onChange={detail.reload} />
          <Groups title={t('backtest:byTopic')} none={t('backtest:noTopic')} groups={found.by_topic} />
          <Groups title={t('backtest:byCustomer')} none={t('backtest:noCustomer')} groups={found.by_customer} />
          <section class="section" aria-label={t('backtest:parts')}>
            <h2>{t('backtest:parts')}</h2>
            <Table
              caption={t('backtest:parts')}
              columns={partColumns()}
              rows={found.parts}
              keyOf={({ questionnaire_id: one }) => one}
            />
          </section>
        </>
      )}
    </Content>
  );
}

/** "97.5 % (39 of 40; 87–99 %)". */
export function share({ count, of, percent, low, high }: Figures['coverage']): string {
  if (of === 0) return '–';
  return t('backtest:share', {
    percent: number(percent),
    count: number(count),
    of: number(of),
    low: number(Math.round(low)),
    high: number(Math.round(high)),
  });
}

function Summary({
  detail: { figures, settled, actions_saved: actions, minutes_saved: minutes },
}: {
  detail: BacktestDetail;
}) {
  const facts: [string, string][] = [
    [t('backtest:coverage'), share(figures.coverage)],
    [t('backtest:agreement'), share(figures.agreement)],
    [t('backtest:high'), share(figures.high)],
    [t('backtest:saved'), t('backtest:savedOf', { actions: number(actions), minutes: number(minutes) })],
    [t('backtest:verdict.CONTRADICTED'), number(figures.contradicted)],
    [t('backtest:verdict.ANSWERED_WHERE_OPEN'), number(figures.answered_where_open)],
    [t('backtest:verdict.OPEN_WHERE_ANSWERED'), number(figures.open_where_answered)],
    [t('backtest:verdict.NOT_COMPARABLE'), number(figures.not_comparable)],
    [t('backtest:unsettled'), number(settled.open)],
    ...(settled.older === 0
      ? []
      : [[t('backtest:afterReview'), share(figures.agreement_after_review)] as [string, string]]),
  ];
  return (
    <dl class="facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt class="muted small">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Groups({ title, none, groups }: { title: string; none: string; groups: readonly Figures[] }) {
  const columns: readonly Column<Figures>[] = [
    { title, heading: true, cell: ({ name }) => name || none },
    { title: t('backtest:questions'), named: true, numeric: true, cell: ({ questions }) => number(questions) },
    { title: t('backtest:coverage'), named: true, cell: ({ coverage }) => share(coverage) },
    { title: t('backtest:agreement'), named: true, cell: ({ agreement }) => share(agreement) },
    { title: t('backtest:high'), named: true, minor: true, cell: ({ high }) => share(high) },
  ];
  if (groups.length === 0) return null;
  return (
    <section class="section" aria-label={title}>
      <h2>{title}</h2>
      <Table caption={title} columns={columns} rows={groups} keyOf={({ name }) => name} />
    </section>
  );
}

const partColumns = (): readonly Column<Part>[] => [
  { title: t('backtest:questionnaire'), heading: true, cell: ({ title }) => title },
  { title: t('backtest:customer'), named: true, cell: ({ customer }) => customer || t('backtest:noCustomer') },
  { title: t('backtest:sentAt'), named: true, cell: ({ told_at: at }) => <When time={at} /> },
  {
    title: t('backtest:questions'),
    named: true,
    numeric: true,
    cell: ({ questions_done: done, questions }) => t('backtest:done', { done: number(done), total: number(questions) }),
  },
  {
    title: t('backtest:notDated'),
    named: true,
    minor: true,
    cell: ({ evidence }) =>
      t('backtest:notDatedOf', {
        documents: number(evidence.undated_documents),
        answers: number(evidence.undated_answers),
      }),
  },
];
