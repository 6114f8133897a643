import { useState } from 'preact/hooks';
import type { Overview } from '../api/types.js';
import { AskDialog } from '../asked/ask-dialog.js';
import { SendBackDialog } from '../asked/hand-over-dialogs.js';
import { Button } from '../ui/button.js';
import { t } from '../words/words.js';
import { useAssignable } from '../answers/assignee-choice.js';
import { canApprove } from './filters.js';
import type { Marks } from './marks.js';
import { MOST_REGENERATED, type ChosenActions } from './use-chosen.js';

interface Props {
  marks: Marks;
  actions: ChosenActions;
  overview: Overview;
  onSameAnswer(): void;
  /** Some of them were changed. */
  onChanged(): void;
  /** Whether the questionnaire is in a state for it. */
  canRegenerate: boolean;
}

const NOBODY = 'nobody';

/** What can be done to the chosen questions, and how many they are. */
export function ChosenBar({ overview, marks, actions, onSameAnswer, onChanged, canRegenerate }: Props) {
  const [dialog, setDialog] = useState<'ask' | 'back'>();
  const close = (): void => setDialog(undefined);
  const changed = (): void => {
    marks.clear();
    onChanged();
  };
  const people = useAssignable();
  const count = marks.questions.length;
  const { busy } = actions;
  return (
    <div class="chosen-bar" role="group" aria-label={t('review:chosen.label')}>
      <p class="chosen-count small">
        <strong role="status">{t('review:chosen.count', { count })}</strong>
        <button type="button" class="link" title={t('review:keys.esc')} onClick={marks.clear}>
          {t('review:choose_none')}
        </button>
      </p>
      <div class="chosen-actions">
        <Button title="a" busy={busy} disabled={!marks.questions.some(canApprove)} onClick={actions.approve}>
          {t('review:approve')}
        </Button>
        <Button title="d" busy={busy} onClick={actions.notApplicable}>
          {t('review:state.not_applicable')}
        </Button>
        <Button title="s" busy={busy} onClick={onSameAnswer}>
          {t('review:same_answer.open')}
        </Button>
        {canRegenerate && (
          <Button
            title={count > MOST_REGENERATED ? t('review:chosen.too_many', { count: MOST_REGENERATED }) : 'r'}
            busy={busy}
            disabled={count > MOST_REGENERATED}
            onClick={actions.regenerate}
          >
            {t('review:regenerate')}
          </Button>
        )}
        {people.length > 0 && (
          <select
            aria-label={t('review:chosen.assign')}
            disabled={busy}
            value=""
            onChange={({ currentTarget }) => {
              const person = people.find(({ id }) => id === currentTarget.value);
              if (person) actions.assign({ id: person.id, type: person.type });
              else if (currentTarget.value === NOBODY) actions.assign(null);
            }}
          >
            <option value="">{t('review:chosen.assign')}</option>
            <option value={NOBODY}>{t('review:nobody')}</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {people.length > 0 && <Button onClick={() => setDialog('ask')}>{t('asked:ask.open')}</Button>}
        {overview.status === 'READY_FOR_APPROVAL' && (
          <Button onClick={() => setDialog('back')}>{t('asked:sendBack.open')}</Button>
        )}
      </div>
      {dialog === 'ask' && (
        <AskDialog questionnaireId={overview.id} questions={marks.questions} onDone={changed} onClose={close} />
      )}
      {dialog === 'back' && (
        <SendBackDialog
          questionnaireId={overview.id}
          questionIds={marks.questions.map(({ id }) => id)}
          onChange={changed}
          onClose={close}
        />
      )}
    </div>
  );
}
