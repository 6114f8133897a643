import type { KnowledgeDocument } from '../api/types.js';
import { useApp } from '../core/context.js';
import { Confirm } from '../ui/confirm.js';
import { t } from '../words/words.js';

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
      title={t('knowledge:deleteDocument', { name: document.name })}
      action={t('knowledge:delete')}
      danger
      work={() => api.call.deleteKnowledgeDocument({ path: { document_id: document.id } })}
      said={t('knowledge:documentDeleted', { name: document.name })}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{t('knowledge:deleteDocumentHelp', { count: document.passage_count })}</p>
    </Confirm>
  );
}
