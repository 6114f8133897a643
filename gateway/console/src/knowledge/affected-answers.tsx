import type { AffectedAnswer, KnowledgeDocument } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { attempt, useTask } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf } from '../core/router.js';
import { Badge } from '../ui/badges.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

const SHOWN = 100;

/** Answers that stand on what a document no longer says: to be looked at, confirmed, or answered again. */
export function AffectedAnswers({ document }: { document: KnowledgeDocument }) {
  const { api } = useApp();
  const refusal = useRefusal('MEMBER', 'Questionnaires: write');
  const path = { document_id: document.id };
  const list = useLoad(
    (signal) => api.call.listAffectedAnswers({ path, query: { limit: SHOWN }, signal }),
    [document.id, document.version, document.status],
  );
  const again = useTask();
  if (!list.data || list.data.answers.length === 0) return null;
  const { answers, questionnaires, pagination } = list.data;
  const regenerable = answers.filter((answer) => answer.regenerable).length;

  const confirm = async (ids: string[]): Promise<void> => {
    let confirmed = 0;
    const done = await attempt(async () => {
      ({ confirmed } = await api.call.confirmAffectedAnswers({ path, body: { question_ids: ids } }));
    });
    if (!done) return;
    notify(t('evidence:confirmed', { count: confirmed }));
    list.reload();
  };
  const regenerate = (): Promise<boolean> =>
    again.run(async () => {
      const { questionnaires: begun } = await api.call.regenerateAffectedAnswers({ path, body: {} });
      const questions = begun.filter(({ code }) => code === null).reduce((sum, one) => sum + one.questions, 0);
      const refused = begun.length - begun.filter(({ code }) => code === null).length;
      notify(t('evidence:answeredAgain', { count: questions }));
      if (refused > 0) notify(t('evidence:notAnsweredAgain', { count: refused }), 'error');
      list.reload();
    });
  return (
    <section class="card" aria-label={t('evidence:affected')}>
      <div class="card-head">
        <h2>
          {t('evidence:affectedAnswers', { count: pagination.total })}{' '}
          {t('evidence:ofQuestionnaires', { count: questionnaires })}
        </h2>
        <span class="row-actions">
          {regenerable > 0 && (
            <GuardedButton refusal={refusal} busy={again.busy} onClick={() => void regenerate()}>
              {t('evidence:answerAgain', { count: regenerable })}
            </GuardedButton>
          )}
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => void confirm([])}>
            {t('evidence:confirmAll')}
          </GuardedButton>
        </span>
      </div>
      <p class="muted">{t('evidence:affectedHelp')}</p>
      {again.failure !== undefined && <Notice kind="error">{t('evidence:affectedFailed')}</Notice>}
      <ol class="groups">
        {answers.map((answer) => (
          <Affected
            key={answer.question_id}
            answer={answer}
            refusal={refusal}
            onConfirm={() => void confirm([answer.question_id])}
          />
        ))}
      </ol>
      {pagination.total > answers.length && (
        <p class="muted small">{t('evidence:firstOnly', { count: answers.length })}</p>
      )}
    </section>
  );
}

interface AffectedProps {
  answer: AffectedAnswer;
  refusal: string | undefined;
  onConfirm(): void;
}

function Affected({ answer, refusal, onConfirm }: AffectedProps) {
  const place = hrefOf(`/questionnaires/${answer.questionnaire_id}/review?question=${answer.question_id}`);
  return (
    <li class="affected">
      <div class="card-head">
        <span class="stacked">
          <a href={place}>{answer.question}</a>
          <span class="muted small">{answer.questionnaire_title}</span>
        </span>
        <span class="row-actions">
          <Badge tone={answer.change === 'removed' ? 'bad' : 'attention'}>
            {t(`evidence:change.${answer.change}`)}
          </Badge>
          {answer.approved && <Badge tone="good">{t('evidence:approved')}</Badge>}
          <GuardedButton refusal={refusal} kind="quiet" onClick={onConfirm}>
            {t('evidence:confirm')}
            <span class="hidden"> {answer.question}</span>
          </GuardedButton>
        </span>
      </div>
      <dl class="facts">
        <div>
          <dt class="muted small">{t('knowledge:answer')}</dt>
          <dd class="text">{answer.answer}</dd>
        </div>
        <div>
          <dt class="muted small">{t('evidence:before')}</dt>
          <dd class="text">{answer.quote}</dd>
        </div>
        <div>
          <dt class="muted small">{t('evidence:now')}</dt>
          <dd class="text">{answer.now ?? t('evidence:gone')}</dd>
        </div>
      </dl>
    </li>
  );
}
