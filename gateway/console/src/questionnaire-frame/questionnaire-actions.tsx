import { useState } from 'preact/hooks';
import type { Overview } from '../api/types.js';
import { attempt } from '../ui/use-task.js';
import { useCommands } from '../core/commands.js';
import { useApp } from '../core/context.js';
import { navigate } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Icon } from '../ui/icon.js';
import { notify } from '../ui/toast.js';
import { SendBackDialog, SubmitDialog } from '../asked/hand-over-dialogs.js';
import { CompleteDialog } from './complete-dialog.js';
import { ExportDialog } from './export-dialog.js';
import { t } from '../words/words.js';

interface Props {
  overview: Overview;
  /** Whether every question is approved or not applicable: then completing is what is next. */
  reviewed: boolean;
  onChange(overview: Overview): void;
}

type Open = 'complete' | 'export' | 'delete' | 'submit' | 'sendBack' | undefined;

/** What comes next with a questionnaire: the one thing that its page puts first. */
export function nextStep({ status, statistics }: Overview): 'review' | 'complete' | 'export' {
  if (status === 'COMPLETED') return 'export';
  const { approved_questions: approved, total_questions: total } = statistics;
  return total > 0 && approved >= total ? 'complete' : 'review';
}

const EXPORTABLE = new Set(['ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'COMPLETED', 'ANSWERING_FAILED']);

/** What people do to a questionnaire as a whole. */
export function QuestionnaireActions({ overview, reviewed, onChange }: Props) {
  const { api, may } = useApp();
  const [open, setOpen] = useState<Open>();
  const [busy, setBusy] = useState(false);
  const { id, status } = overview;
  const path = { questionnaire_id: id };
  const mayWrite = may('MEMBER', 'Questionnaires: write');
  const close = (): void => setOpen(undefined);

  const move = async (action: () => Promise<Overview>, said: string): Promise<void> => {
    setBusy(true);
    if (await attempt(async () => onChange(await action()))) notify(said);
    setBusy(false);
  };

  const mayComplete = mayWrite && (status === 'ANSWERING_COMPLETED' || status === 'READY_FOR_APPROVAL');
  useCommands([
    EXPORTABLE.has(status) && { name: t('panel:palette.export'), run: () => setOpen('export') },
    mayComplete && { name: t('panel:palette.complete'), run: () => setOpen('complete') },
  ]);

  return (
    <>
      {mayWrite && (
        <Button kind="quiet" label={t('questionnaires:actions.delete')} onClick={() => setOpen('delete')}>
          <Icon name="bin" />
        </Button>
      )}
      {mayWrite && (status === 'READY_FOR_APPROVAL' || status === 'COMPLETED') && (
        <Button
          busy={busy}
          onClick={() => void move(() => api.call.reopenQuestionnaire({ path }), t('questionnaires:actions.reopened'))}
        >
          {t('questionnaires:actions.reopen')}
        </Button>
      )}
      {mayWrite && status === 'READY_FOR_APPROVAL' && (
        <Button onClick={() => setOpen('sendBack')}>{t('asked:sendBack.open')}</Button>
      )}
      {EXPORTABLE.has(status) && (
        <Button kind={nextStep(overview) === 'export' ? 'primary' : 'secondary'} onClick={() => setOpen('export')}>
          <Icon name="download" />
          {t('questionnaires:export.title')}
        </Button>
      )}
      {mayWrite && status === 'ANSWERING_COMPLETED' && (
        <Button onClick={() => setOpen('submit')}>{t('questionnaires:actions.submit')}</Button>
      )}
      {mayComplete && (
        <Button
          kind={reviewed || nextStep(overview) === 'complete' ? 'primary' : 'secondary'}
          onClick={() => setOpen('complete')}
        >
          <Icon name="check" />
          {t('questionnaires:complete.action')}
        </Button>
      )}
      {open === 'complete' && <CompleteDialog overview={overview} onClose={close} onCompleted={onChange} />}
      {open === 'submit' && <SubmitDialog questionnaireId={id} onClose={close} onChange={onChange} />}
      {open === 'sendBack' && (
        <SendBackDialog questionnaireId={id} questionIds={[]} onClose={close} onChange={onChange} />
      )}
      {open === 'export' && <ExportDialog overview={overview} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={t('questionnaires:actions.deleteTitle')}
          action={t('questionnaires:actions.deleteAction')}
          danger
          work={() => api.call.deleteQuestionnaire({ path })}
          said={t('questionnaires:actions.deleted')}
          onDone={() => navigate('/questionnaires')}
          onClose={close}
        >
          <p>{t('questionnaires:actions.deleteAbout', { title: overview.title })}</p>
        </Confirm>
      )}
    </>
  );
}
