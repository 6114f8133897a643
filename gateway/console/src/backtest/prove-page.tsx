import { useState } from 'preact/hooks';
import type { Backtest } from '../api/types.js';
import { useInterval, useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { KnowledgeFrame } from '../knowledge/knowledge-frame.js';
import { Progress } from '../ui/badges.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { number } from '../ui/format.js';
import { Empty } from '../ui/states.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { BandsCard } from './calibration.js';
import { BacktestResult } from './result.js';
import { StartDialog } from './start-dialog.js';

const POLL_MS = 2000;

/** Past questionnaires answered as if they were new: starts it, and shows the last result. */
export default function ProvePage() {
  const { api } = useApp();
  const refusal = useRefusal('MEMBER', 'Questionnaires: write');
  const [starts, setStarts] = useState(false);
  const list = useLoad((signal) => api.call.listBacktests({ query: { limit: 1 }, signal }), []);
  const isRunning = list.data?.backtests[0]?.should_poll ?? false;
  useInterval(list.reload, POLL_MS, isRunning);
  return (
    <KnowledgeFrame
      title={t('backtest:title')}
      actions={
        <GuardedButton refusal={refusal} kind="primary" disabled={isRunning} onClick={() => setStarts(true)}>
          {t('backtest:start')}
        </GuardedButton>
      }
    >
      <p class="muted">{t('backtest:help')}</p>
      <Content of={list} what={t('backtest:what')}>
        {({ backtests: [newest] }) =>
          newest === undefined ? (
            <Empty title={t('backtest:none')} icon="check">
              <p>{t('backtest:noneHelp')}</p>
            </Empty>
          ) : (
            <Newest backtest={newest} onChange={list.reload} />
          )
        }
      </Content>
      {starts && <StartDialog onDone={list.reload} onClose={() => setStarts(false)} />}
    </KnowledgeFrame>
  );
}

function Newest({ backtest, onChange }: { backtest: Backtest; onChange(): void }) {
  const { api } = useApp();
  const refusal = useRefusal('MEMBER', 'Questionnaires: write');
  const [deletes, setDeletes] = useState(false);
  const path = { backtest_id: backtest.id };
  const { questions_done: done, questions: total } = backtest;
  const cancel = async (): Promise<void> => {
    if (await attempt(() => api.call.cancelBacktest({ path }))) onChange();
  };
  return (
    <>
      <section class="card" aria-label={t('backtest:run')}>
        <div class="card-head">
          <p>
            {t(`backtest:state.${backtest.state}`)} <When time={backtest.created_at} />
          </p>
          <span class="row-actions">
            {backtest.should_poll && (
              <GuardedButton refusal={refusal} onClick={() => void cancel()}>
                {t('backtest:cancel')}
              </GuardedButton>
            )}
            <GuardedButton refusal={refusal} kind="quiet" onClick={() => setDeletes(true)}>
              {t('backtest:delete')}
            </GuardedButton>
          </span>
        </div>
        {backtest.should_poll && (
          <div role="status" class="small">
            <Progress label={t('backtest:progress')} done={done} total={Math.max(1, total)} />
            <p>{t('backtest:done', { done: number(done), total: number(total) })}</p>
          </div>
        )}
      </section>
      <BandsCard backtest={backtest} />
      <BacktestResult backtest={backtest} />
      {deletes && (
        <Confirm
          title={t('backtest:deleteTitle')}
          action={t('backtest:delete')}
          danger
          work={() => api.call.deleteBacktest({ path })}
          said={t('backtest:deleted')}
          onDone={onChange}
          onClose={() => setDeletes(false)}
        >
          <p>{t('backtest:deleteHelp')}</p>
        </Confirm>
      )}
    </>
  );
}
