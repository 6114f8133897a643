import type { KnowledgeDocument } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Confirm } from '../ui/dialog.js';
import { count } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';

interface DeleteProps {
  document: KnowledgeDocument;
  onClose(): void;
  onDeleted(): void;
}

/** Asks before a document stops being evidence. */
export function DeleteDocument({ document, onClose, onDeleted }: DeleteProps) {
  const { api } = useApp();
  const task = useTask();
  const remove = async (): Promise<void> => {
    if (!(await task.run(() => api.call.deleteKnowledgeDocument({ path: { document_id: document.id } })))) return;
    notify(`“${document.name}” deleted.`);
    onDeleted();
    onClose();
  };
  return (
    <Confirm
      title={`Delete “${document.name}”?`}
      action="Delete"
      danger
      busy={task.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        Nothing is answered from its {count(document.passage_count, 'passage')} any more. Answers that cite it stay as
        they are. The file cannot be brought back, only added again.
      </p>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Confirm>
  );
}
