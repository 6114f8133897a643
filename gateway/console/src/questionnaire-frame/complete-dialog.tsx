import { CandorError } from '@candor/client';
import { useState } from 'preact/hooks';
import type { Overview } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { isProblem, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { Check } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { isFailure } from './statuses.js';
import { t } from '../words/words.js';

interface Props {
  overview: Overview;
  onClose(): void;
  onCompleted(overview: Overview): void;
}

/**
 * Ends the review. Open questions are told by the service, and completing in spite of them is a second decision; what failed
 * is only completed in spite of that.
 */
export function CompleteDialog({ overview, onClose, onCompleted }: Props) {
  const { api } = useApp();
  const [keep, setKeep] = useState(true);
  const { busy, failure: refused, run } = useTask();
  const questionsOpen = isProblem(refused, 'questions_open');
  const forced = questionsOpen || isFailure(overview.status);

  const complete = async (force: boolean): Promise<void> => {
    const path = { questionnaire_id: overview.id };
    const done = await run(async () =>
      onCompleted(await api.call.completeQuestionnaire({ path, body: { force, sync_to_library: keep } })),
    );
    if (!done) return;
    notify(t('questionnaires:complete.done'));
    onClose();
  };

  return (
    <Dialog
      title={t('questionnaires:complete.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            {questionsOpen ? t('questionnaires:complete.goOn') : t('questionnaires:cancel')}
          </Button>
          <Button kind={forced ? 'danger' : 'primary'} busy={busy} onClick={() => void complete(forced)}>
            {forced ? t('questionnaires:complete.anyway') : t('questionnaires:complete.action')}
          </Button>
        </>
      }
    >
      <p>{t('questionnaires:complete.about')}</p>
      <Check checked={keep} onChange={setKeep}>
        <span>
          {t('questionnaires:complete.keep')}
          <span class="field-help"> {t('questionnaires:complete.keepHelp')}</span>
        </span>
      </Check>
      {refused !== undefined && (
        <Notice kind={questionsOpen ? 'warning' : 'error'}>
          <p>{questionsOpen ? openWords(refused) : wordsOf(refused)}</p>
        </Notice>
      )}
    </Dialog>
  );
}

/** The service counts them. */
function openWords(refused: unknown): string {
  const open = refused instanceof CandorError ? Number(refused.problem['open_questions']) : NaN;
  return Number.isFinite(open)
    ? t('questionnaires:complete.open', { count: open })
    : t('questionnaires:complete.someOpen');
}
