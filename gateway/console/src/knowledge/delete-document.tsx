import type { KnowledgeDocument } from '../api/types.js';
import { useApp } from '../app/context.js';
import { Confirm } from '../ui/confirm.js';
import { count } from '../ui/format.js';

interface DeleteProps {
  document: KnowledgeDocument;
  onClose(): void;
  onDeleted(): void;
}

/** Asks before a document stops being evidence. */
export function DeleteDocument({ document, onClose, onDeleted }: DeleteProps) {
  const { api } = useApp();
  return (
    <Confirm
      title={`Delete “${document.name}”?`}
      action="Delete"
      danger
      work={() => api.call.deleteKnowledgeDocument({ path: { document_id: document.id } })}
      said={`“${document.name}” deleted.`}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>
        Nothing is answered from its {count(document.passage_count, 'passage')} any more. Answers that cite it stay as
        they are. The file cannot be brought back, only added again.
      </p>
    </Confirm>
  );
}
