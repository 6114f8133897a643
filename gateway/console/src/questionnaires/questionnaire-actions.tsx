import { useState } from 'preact/hooks';
import type { Overview } from '../api/types.js';
import { attempt } from '../api/use-task.js';
import { useCommands } from '../app/commands.js';
import { useApp } from '../app/context.js';
import { navigate } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Icon } from '../ui/icon.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { CompleteDialog } from './complete-dialog.js';
import { ExportDialog } from './export-dialog.js';

interface Props {
  overview: Overview;
  /** Whether every question is approved or not applicable: then completing is what is next. */
  reviewed: boolean;
  onChange(overview: Overview): void;
}

type Open = 'complete' | 'export' | 'delete' | undefined;

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
        <Button kind="quiet" label="Delete the questionnaire" onClick={() => setOpen('delete')}>
          <Icon name="bin" />
        </Button>
      )}
      {mayWrite && (status === 'READY_FOR_APPROVAL' || status === 'COMPLETED') && (
        <Button
          busy={busy}
          onClick={() => void move(() => api.call.reopenQuestionnaire({ path }), 'It is back in review.')}
        >
          Reopen
        </Button>
      )}
      {EXPORTABLE.has(status) && (
        <Button kind={status === 'COMPLETED' ? 'primary' : 'secondary'} onClick={() => setOpen('export')}>
          <Icon name="download" />
          Export
        </Button>
      )}
      {mayWrite && status === 'ANSWERING_COMPLETED' && (
        <Button
          busy={busy}
          onClick={() => void move(() => api.call.submitQuestionnaire({ path }), 'Handed over for approval.')}
        >
          Submit for approval
        </Button>
      )}
      {mayComplete && (
        <Button kind={reviewed ? 'primary' : 'secondary'} onClick={() => setOpen('complete')}>
          <Icon name="check" />
          Complete
        </Button>
      )}
      {open === 'complete' && <CompleteDialog overview={overview} onClose={close} onCompleted={onChange} />}
      {open === 'export' && <ExportDialog overview={overview} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title="Delete the questionnaire?"
          action="Delete"
          danger
          work={() => api.call.deleteQuestionnaire({ path })}
          said="The questionnaire was deleted."
          onDone={() => navigate('/questionnaires')}
          onClose={close}
        >
          <p>“{overview.title}” goes with its file, its questions and all that was answered. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  );
}
