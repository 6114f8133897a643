import { useState } from 'preact/hooks';
import { useTask } from '../api/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../app/context.js';
import { navigate } from '../app/router.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

const USUAL = '25';

/** Plans an interview and leads to it. */
export function PlanDialog({ onClose }: { onClose(): void }) {
  const { api } = useApp();
  const [title, setTitle] = useState(t('interview:nameSuggested'));
  const [facts, setFacts] = useState(USUAL);
  const task = useTask();
  const submit = async (): Promise<void> => {
    await task.run(async () => {
      const { id } = await api.call.planInterview({ body: { title, facts: Number(facts) } });
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
    </FormDialog>
  );
}
