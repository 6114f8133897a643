import { useState } from 'preact/hooks';
import { extensionOf } from '../api/transfer.js';
import type { KnowledgeDocument } from '../api/types.js';
import { startOf } from '../ui/format.js';
import { TextField } from '../ui/field.js';
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

/** Chooses a new version of a document, and from which day on it holds. */
export function VersionDialog({ document, onClose, onReplaced }: Props) {
  const [from, setFrom] = useState('');
  return (
    <ReplaceFileDialog<KnowledgeDocument>
      title={t('evidence:newVersionOf', { name: document.name })}
      action={t('evidence:addVersion')}
      about={t('evidence:newVersionHelp')}
      label={t('evidence:file')}
      types={DOCUMENT_TYPES}
      refusal={refusal}
      path={`/v1/knowledge/documents/${document.id}/versions`}
      fields={from === '' ? {} : { effective_at: startOf(from) }}
      working={t('evidence:storing')}
      said={from === '' ? t('evidence:versionAdded') : t('evidence:versionWaits')}
      onClose={onClose}
      onReplaced={onReplaced}
    >
      <TextField
        label={t('evidence:effectiveFrom')}
        help={t('evidence:effectiveFromHelp')}
        type="date"
        value={from}
        onInput={setFrom}
      />
    </ReplaceFileDialog>
  );
}
