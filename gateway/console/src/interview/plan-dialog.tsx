import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { navigate } from '../core/router.js';
import { Check } from '../ui/choices.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

const USUAL = '25';

interface Props {
  /** Whether the usual questions count from the start. */
  withUsual?: boolean;
  onClose(): void;
}

/** Plans an interview and leads to it. */
export function PlanDialog({ withUsual = false, onClose }: Props) {
  const { api } = useApp();
  const [title, setTitle] = useState(t('interview:nameSuggested'));
  const [facts, setFacts] = useState(USUAL);
  const [usual, setUsual] = useState(withUsual);
  const set = useLoad((signal) => api.call.getStandardSet({ signal }), []);
  const isThere = set.data !== undefined && set.data.answered + set.data.open === set.data.total;
  const task = useTask();
  const submit = async (): Promise<void> => {
    await task.run(async () => {
      const { id } = await api.call.planInterview({
        body: { title, facts: Number(facts), include_standard_set: usual && isThere },
      });
      notify(t('interview:planned'));
      onClose();
      navigate(`/knowledge/interviews/${id}`);
    });
  };
  return (
    <FormDialog
      title={t('interview:planTitle')}
      action={t('interview:plan')}
      task={task}
      ready={title.trim() !== '' && /^\d+$/.test(facts)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('interview:planHelp')}</p>
      <TextField
        label={t('interview:name')}
        value={title}
        error={fieldWords(task.failure, 'title')}
        onInput={setTitle}
      />
      <TextField
        label={t('interview:most')}
        value={facts}
        error={fieldWords(task.failure, 'facts')}
        onInput={setFacts}
      />
      {isThere ? (
        <Check checked={usual} onChange={setUsual}>
          {t('usual:include', { open: set.data?.open ?? 0 })}
        </Check>
      ) : (
        <p class="muted small">{t('usual:includeNever')}</p>
      )}
    </FormDialog>
  );
}
