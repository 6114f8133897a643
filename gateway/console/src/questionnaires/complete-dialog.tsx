import { CandorError } from '@candor/client';
import { useState } from 'preact/hooks';
import type { Overview } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { isProblem, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Button } from '../ui/button.js';
import { Check } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { count } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { isFailure } from './statuses.js';

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
    notify('Completed. Export it to give it back to the customer.');
    onClose();
  };

  return (
    <Dialog
      title="Complete the questionnaire"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{questionsOpen ? 'Go on reviewing' : 'Cancel'}</Button>
          <Button kind={forced ? 'danger' : 'primary'} busy={busy} onClick={() => void complete(forced)}>
            {forced ? 'Complete all the same' : 'Complete'}
          </Button>
        </>
      }
    >
      <p>After this no answer can be edited, until somebody reopens it.</p>
      <Check checked={keep} onChange={setKeep}>
        <span>
          Keep the approved answers in the library
          <span class="field-help"> – the next questionnaire that asks the same gets them.</span>
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
  const which = Number.isFinite(open) ? count(open, 'question is', 'questions are') : 'Some questions are';
  return `${which} neither approved nor marked as not applicable. What has no answer stays empty in the file.`;
}
