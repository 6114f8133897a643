import { useState } from 'preact/hooks';
import type { StandardSet } from '../api/types.js';
import { useInterval, useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { KnowledgeFrame } from '../knowledge/knowledge-frame.js';
import { Progress } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { number } from '../ui/format.js';
import { Empty, Notice } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { PlanDialog } from './plan-dialog.js';
import { UsualList } from './usual-list.js';

const POLL_MS = 2000;

type Topic = StandardSet['topics'][number];

/** What customers usually ask: how much of it the evidence answers, by topic, and the interview from what is open. */
export default function UsualPage() {
  const { api } = useApp();
  const refusal = useRefusal('MEMBER', 'Questionnaires: write');
  const [planning, setPlanning] = useState(false);
  const loaded = useLoad((signal) => api.call.getStandardSet({ signal }), []);
  const isRunning = loaded.data?.should_poll ?? false;
  useInterval(loaded.reload, POLL_MS, isRunning);
  const run = async (): Promise<void> => {
    if (await attempt(async () => loaded.set(await api.call.answerStandardSet({})))) loaded.reload();
  };
  const never = loaded.data === undefined || loaded.data.state === 'NEVER';
  return (
    <KnowledgeFrame
      title={t('usual:title')}
      actions={
        <>
          <GuardedButton refusal={refusal} kind="quiet" disabled={isRunning} onClick={() => void run()}>
            {t(never ? 'usual:run' : 'usual:runAgain')}
          </GuardedButton>
          <GuardedButton
            refusal={refusal}
            kind="primary"
            disabled={isRunning || (loaded.data?.open ?? 0) === 0}
            onClick={() => setPlanning(true)}
          >
            {t('usual:ask')}
          </GuardedButton>
        </>
      }
    >
      <p class="muted">{t('usual:help')}</p>
      <Content of={loaded} what={t('usual:what')}>
        {(set) =>
          set.state === 'NEVER' ? (
            <Empty title={t('usual:never')} icon="check">
              <p>{t('usual:neverHelp')}</p>
            </Empty>
          ) : (
            <>
              <Coverage set={set} />
              <Table caption={t('usual:byTopic')} columns={columns()} rows={set.topics} keyOf={({ topic }) => topic} />
              <UsualList version={`${set.done} ${set.state} ${set.asked_at ?? ''}`} />
            </>
          )
        }
      </Content>
      {planning && <PlanDialog withUsual onClose={() => setPlanning(false)} />}
    </KnowledgeFrame>
  );
}

function Coverage({ set }: { set: StandardSet }) {
  const { answered, done, total, failure, outdated, finished_at: at } = set;
  return (
    <section class="card" aria-label={t('usual:title')}>
      <p>
        <strong>{t('usual:coverage', { answered, total })}</strong>
        {at !== null && (
          <>
            {' '}
            <When time={at} />
          </>
        )}
      </p>
      {set.should_poll && (
        <div role="status" class="small">
          <p>{t('usual:running')}</p>
          <Progress label={t('usual:progress')} done={done} total={total} />
          <p>{t('usual:done', { done, total })}</p>
        </div>
      )}
      {failure !== null && <Notice kind="error">{t('usual:failed', { failure })}</Notice>}
      {outdated && <Notice kind="info">{t('usual:outdated')}</Notice>}
    </section>
  );
}

const columns = (): readonly Column<Topic>[] => [
  { title: t('usual:topicColumn'), heading: true, cell: ({ topic }) => t(`usual:topic.${topic}`) },
  { title: t('usual:answered'), named: true, numeric: true, cell: ({ answered }) => number(answered) },
  { title: t('usual:open'), named: true, numeric: true, cell: ({ open }) => number(open) },
];
