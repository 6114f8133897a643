import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { navigate } from '../core/router.js';
import { KnowledgeFrame } from '../knowledge/knowledge-frame.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { FactRow } from './fact-row.js';
import { coverageOf, gainOf, promiseOf, usualOf } from './interview-words.js';

/** One interview: the promised gain beside the real one, and who is asked for each fact. */
export default function InterviewPage({ params }: PageProps) {
  const { api } = useApp();
  const path = { interview_id: params['id'] ?? '' };
  const refusal = useRefusal('MEMBER', 'Questionnaires: write');
  const [removing, setRemoving] = useState(false);
  const loaded = useLoad((signal) => api.call.getInterview({ path, signal }), [path.interview_id]);
  const send = async (): Promise<void> => {
    if (!(await attempt(() => api.call.sendInterview({ path })))) return;
    notify(t('interview:sent'));
    loaded.reload();
  };
  const isReady = loaded.data?.facts.some(({ state, assignee }) => state === 'DRAFT' && assignee !== null) ?? false;
  return (
    <KnowledgeFrame
      title={loaded.data?.title ?? t('interview:title')}
      actions={
        <>
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => setRemoving(true)}>
            {t('interview:remove')}
          </GuardedButton>
          <GuardedButton refusal={refusal} kind="primary" disabled={!isReady} onClick={() => void send()}>
            {t('interview:send')}
          </GuardedButton>
        </>
      }
    >
      <Content of={loaded} what={t('interview:what')}>
        {(one) => (
          <>
            <section class="card" aria-label={t('interview:title')}>
              <p>
                <strong>{promiseOf(one)}</strong>
              </p>
              <p>
                {gainOf(one)} · {coverageOf(one)}
              </p>
              {usualOf(one) !== undefined && <p>{usualOf(one)}</p>}
            </section>
            <ol class="groups">
              {one.facts.map((fact) => (
                <FactRow key={fact.id} fact={fact} refusal={refusal} onChange={loaded.reload} />
              ))}
            </ol>
          </>
        )}
      </Content>
      {removing && (
        <Confirm
          title={t('interview:removeTitle')}
          action={t('interview:remove')}
          danger
          work={() => api.call.deleteInterview({ path })}
          said={t('interview:removed')}
          onDone={() => navigate('/knowledge/interviews')}
          onClose={() => setRemoving(false)}
        >
          <p>{t('interview:removeHelp')}</p>
        </Confirm>
      )}
    </KnowledgeFrame>
  );
}
