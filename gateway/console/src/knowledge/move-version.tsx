import { useState } from 'preact/hooks';
import type { KnowledgeDocument } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { startOf } from '../ui/format.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  /** Id of the document. */
  document: string;
  upcoming: NonNullable<KnowledgeDocument['upcoming']>;
  onMoved(): void;
  onClose(): void;
}

/** Chooses another day for the version that waits. */
export function MoveVersion({ document, upcoming, onMoved, onClose }: Props) {
  const { api } = useApp();
  const [from, setFrom] = useState(upcoming.effective_at.slice(0, 10));
  const task = useTask();
  const save = async (): Promise<void> => {
    const path = { document_id: document, version: upcoming.version };
    const body = { effective_at: startOf(from) };
    if (!(await task.run(() => api.call.moveDocumentVersion({ path, body })))) return;
    notify(t('knowledge:saved'));
    onMoved();
    onClose();
  };
  return (
    <FormDialog
      title={t('evidence:versions.moveTitle', { name: upcoming.name })}
      action={t('knowledge:save')}
      task={task}
      ready={from !== ''}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('evidence:effectiveFrom')}
        help={t('evidence:versions.moveHelp')}
        type="date"
        required
        value={from}
        error={fieldWords(task.failure, 'effective_at')}
        onInput={setFrom}
      />
    </FormDialog>
  );
}
