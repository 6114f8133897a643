import type { Question } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useNames } from '../core/directory.js';
import { Button } from '../ui/button.js';
import { ago } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { t } from '../words/words.js';
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
        <strong>{t('panel:conflict.title', { name: last ? nameOf(last.actor) : t('panel:conflict.somebody') })}</strong>
        {last && <span class="muted"> {ago(last.at)}</span>}. {t('panel:conflict.safe')}
      </p>
      <dl class="versions">
        <div>
          <dt>{t('panel:conflict.theirs')}</dt>
          <dd class="text">{answerWords(theirs)}</dd>
          {theirs.comment !== null && <dd class="text muted">{theirs.comment}</dd>}
        </div>
        <div>
          <dt>{t('panel:conflict.yours')}</dt>
          <dd class="text">{draft.answer || t('panel:answer.none')}</dd>
        </div>
      </dl>
      <p class="button-row">
        <Button onClick={onTakeTheirs}>{t('panel:conflict.takeTheirs')}</Button>
        <Button onClick={onKeepMine}>{t('panel:conflict.keepMine')}</Button>
      </p>
      <p class="small muted">{t('panel:conflict.both')}</p>
    </Notice>
  );
}
