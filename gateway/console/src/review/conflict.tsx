import type { Question } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { useNames } from '../app/directory.js';
import { Button } from '../ui/button.js';
import { ago } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import type { Draft } from './drafts.js';
import { answerWords } from './question-list.js';

interface Props {
  questionnaireId: string;
  draft: Draft;
  theirs: Question;
  /** Saves the edit as it now is over what they wrote. */
  onKeepMine(): void;
  /** Drops the edit: what they wrote stays. */
  onTakeTheirs(): void;
}

/** Somebody else changed the question meanwhile: shows what they wrote, and lets the person decide. */
export function ConflictNotice({ questionnaireId, draft, theirs, onKeepMine, onTakeTheirs }: Props) {
  const { api } = useApp();
  const nameOf = useNames();
  const history = useLoad(
    (signal) =>
      api.call.listQuestionHistory({
        path: { questionnaire_id: questionnaireId, question_id: theirs.id },
        query: { limit: 1 },
        signal,
      }),
    [theirs.id, theirs.version],
  );
  const last = history.data?.entries[0];
  return (
    <Notice kind="warning">
      <p>
        <strong>{last ? nameOf(last.actor) : 'Somebody else'} changed this question while you were editing</strong>
        {last && <span class="muted"> {ago(last.at)}</span>}. Nothing of yours is saved yet, and nothing of theirs is
        lost.
      </p>
      <dl class="versions">
        <div>
          <dt>Theirs</dt>
          <dd class="text">{answerWords(theirs)}</dd>
          {theirs.comment !== null && <dd class="text muted">{theirs.comment}</dd>}
        </div>
        <div>
          <dt>Yours</dt>
          <dd class="text">{draft.answer || 'No answer'}</dd>
        </div>
      </dl>
      <p class="button-row">
        <Button onClick={onTakeTheirs}>Take theirs</Button>
        <Button onClick={onKeepMine}>Keep mine</Button>
      </p>
      <p class="small muted">Or write one answer out of both below, then keep it.</p>
    </Notice>
  );
}
