import { extensionOf } from '../api/transfer.js';
import type { KnowledgeDocument } from '../api/types.js';
import { ReplaceFileDialog } from '../ui/replace-file-dialog.js';
import { t } from '../words/words.js';
import { ACCEPTED, DOCUMENT_TYPES } from './document-types.js';

interface Props {
  document: KnowledgeDocument;
  onClose(): void;
  onReplaced(): void;
}

const refusal = ({ name }: File): string | undefined =>
  DOCUMENT_TYPES[extensionOf(name)] === undefined
    ? t('knowledge:wrongType', { types: ACCEPTED.join(', ') })
    : undefined;

/** Chooses a new version of a document. */
export const VersionDialog = ({ document, onClose, onReplaced }: Props) => (
  <ReplaceFileDialog<KnowledgeDocument>
    title={t('evidence:newVersionOf', { name: document.name })}
    action={t('evidence:addVersion')}
    about={t('evidence:newVersionHelp')}
    label={t('evidence:file')}
    types={DOCUMENT_TYPES}
    refusal={refusal}
    path={`/v1/knowledge/documents/${document.id}/versions`}
    working={t('evidence:storing')}
    said={t('evidence:versionAdded')}
    onClose={onClose}
    onReplaced={onReplaced}
  />
);
