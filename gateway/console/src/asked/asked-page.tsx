import { useState } from 'preact/hooks';
import type { AskedQuestion } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { hrefOf } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { PageFrame } from '../ui/page.js';
import { Empty } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { AskedCard } from './asked-card.js';

/** Exactly what is asked of the person: of one questionnaire, where a mail leads, or of all. */
export default function AskedPage({ params }: PageProps) {
  const { api, session } = useApp();
  const of = params['id'];
  const query = { limit: 1000, ...(of === undefined ? {} : { questionnaire_id: of }) };
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const list = useLoad(
    async (signal) => (session.user_id === null ? null : api.call.listAskedQuestions({ query, signal })),
    [session.organization_id, of],
  );
  const answered = (list.data?.questions ?? []).filter(({ question }) => question.answer !== null);

  const finish = async (): Promise<void> => {
    if (answered.some(({ question }) => unsaved.has(question.id))) {
      notify(t('asked:unsaved'), 'error');
      return;
    }
    setBusy(true);
    const ids = answered.slice(0, 200).map(({ question }) => question.id);
    const isDone = await attempt(() => api.call.finishAskedQuestions({ body: { question_ids: ids } }));
    setBusy(false);
    if (!isDone) return;
    notify(t('asked:saidDone'));
    list.reload();
  };
  const mark = (id: string, isUnsaved: boolean): void => {
    const next = new Set(unsaved);
    if (isUnsaved) next.add(id);
    else next.delete(id);
    setUnsaved(next);
  };
  const title = of === undefined ? undefined : list.data?.questions[0]?.questionnaire.title;
  return (
    <PageFrame
      title={title ?? t('asked:title')}
      actions={
        answered.length > 0 && (
          <Button kind="primary" busy={busy} onClick={() => void finish()}>
            {t('asked:done', { count: answered.length })}
          </Button>
        )
      }
    >
      <Content of={list} what={t('asked:loading')}>
        {(data) =>
          data === null || data.questions.length === 0 ? (
            <Empty title={t('asked:none')} icon="check">
              <p>{data === null ? t('asked:nobody') : t('asked:noneHelp')}</p>
            </Empty>
          ) : (
            <ol class="asked-list section">
              {data.questions.map((one: AskedQuestion) => (
                <AskedCard
                  key={one.question.id}
                  asked={one}
                  withQuestionnaire={of === undefined}
                  onUnsaved={(isUnsaved) => mark(one.question.id, isUnsaved)}
                  onSaved={list.reload}
                />
              ))}
            </ol>
          )
        }
      </Content>
      {of !== undefined && (
        <p>
          <a href={hrefOf('/asked')}>{t('asked:all')}</a>
        </p>
      )}
    </PageFrame>
  );
}
