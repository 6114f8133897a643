import { useState } from 'preact/hooks';
import type { CorrectionsInForce, Overview } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { navigate } from '../core/router.js';
import { stored } from '../state/stored.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { ago } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { canCorrect } from '../questionnaire-frame/correctable.js';
import { DifferenceDialog } from './difference-dialog.js';
import { sayingsOf } from './words.js';
import { t } from '../words/words.js';
import { rich } from '../words/rich.js';

interface Props {
  overview: Overview;
  /** The questionnaire or what is remembered is not what it was. */
  onChanged(): void;
}

/** On the pages of a questionnaire: the same, once it is known whether anything is remembered. */
export function RememberedOffer({ overview, onChanged }: Props) {
  const { api, may } = useApp();
  const isPossible = canCorrect(overview) && may('MEMBER', 'Questionnaires: write');
  const loaded = useLoad(
    (signal) =>
      isPossible
        ? api.call.getCorrections({ path: { questionnaire_id: overview.id }, signal })
        : Promise.resolve(undefined),
    [overview.id, isPossible],
  );
  if (!loaded.data) return null;
  return (
    <RememberedNotice
      questionnaireId={overview.id}
      state={loaded.data}
      onForgotten={loaded.reload}
      onApplied={() => {
        onChanged();
        navigate(`/questionnaires/${overview.id}`);
      }}
    />
  );
}

interface NoticeProps {
  questionnaireId: string;
  state: CorrectionsInForce;
  onForgotten(): void;
  onApplied(): void;
}

/** Offers what people said of an earlier file of the same shape: to apply it, to leave it, to forget it. */
export function RememberedNotice({ questionnaireId, state, onForgotten, onApplied }: NoticeProps) {
  const { api } = useApp();
  const left = stored(() => sessionStorage, `candor-corrections-left-${questionnaireId}`);
  const [isLeft, leave] = useState(left.get() !== undefined);
  const [open, setOpen] = useState<'apply' | 'forget'>();
  const { remembered, can_correct: isPossible } = state;
  if (!remembered || !isPossible || isLeft) return null;
  const { corrections, from, at } = remembered;
  return (
    <Notice kind="info">
      <p>
        {rich(t('corrections:remembered.about', { title: from.title, when: ago(at) }), {
          strong: (words) => <strong>{words}</strong>,
        })}
      </p>
      <details>
        <summary>{t('corrections:remembered.then')}</summary>
        <ul class="bare">
          {sayingsOf(corrections).map(({ key, words }) => (
            <li key={key}>{words}</li>
          ))}
        </ul>
      </details>
      <p class="page-actions">
        <Button onClick={() => setOpen('apply')}>{t('corrections:remembered.apply')}</Button>
        <Button
          onClick={() => {
            left.set('yes');
            leave(true);
          }}
        >
          {t('corrections:remembered.leave')}
        </Button>
        <Button kind="quiet" onClick={() => setOpen('forget')}>
          {t('corrections:remembered.forgetMore')}
        </Button>
      </p>
      {open === 'apply' && (
        <DifferenceDialog
          questionnaireId={questionnaireId}
          corrections="remembered"
          named={corrections}
          onClose={() => setOpen(undefined)}
          onApplied={() => {
            setOpen(undefined);
            onApplied();
          }}
        />
      )}
      {open === 'forget' && (
        <Confirm
          title={t('corrections:remembered.forgetTitle')}
          action={t('corrections:remembered.forget')}
          danger
          work={() => api.call.forgetCorrections({ path: { questionnaire_id: questionnaireId } })}
          onDone={() => {
            notify(t('corrections:remembered.forgotten'));
            onForgotten();
          }}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('corrections:remembered.forgetAbout')}</p>
        </Confirm>
      )}
    </Notice>
  );
}
