import { useEffect, useRef, useState } from 'preact/hooks';
import { randomName } from '../api/api.js';
import { declared, extensionOf, upload } from '../api/transfer.js';
import type { KnowledgeDocument } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { useApp } from '../app/context.js';
import { FileChoice, UploadProgress } from '../ui/file-choice.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { ACCEPTED, DOCUMENT_TYPES } from './document-types.js';

interface Props {
  document: KnowledgeDocument;
  onClose(): void;
  onReplaced(): void;
}

/** Chooses a new version of a document. */
export function VersionDialog({ document, onClose, onReplaced }: Props) {
  const { api } = useApp();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const task = useTask();
  const control = useRef(new AbortController());
  const repeatKey = useRef(randomName());
  useEffect(() => () => control.current.abort(), []);
  const refused =
    file && DOCUMENT_TYPES[extensionOf(file.name)] === undefined
      ? t('knowledge:wrongType', { types: ACCEPTED.join(', ') })
      : undefined;

  const send = async (): Promise<void> => {
    if (!file || refused !== undefined) return;
    const form = new FormData();
    form.append('file', declared(file, DOCUMENT_TYPES));
    const options = { onProgress: setProgress, signal: control.current.signal, repeatKey: repeatKey.current };
    const path = `/v1/knowledge/documents/${document.id}/versions`;
    const done = await task.run(() => upload(api, path, form, options));
    setProgress(undefined);
    if (!done) return;
    notify(t('evidence:versionAdded'));
    onReplaced();
    onClose();
  };

  return (
    <FormDialog
      title={t('evidence:newVersionOf', { name: document.name })}
      action={t('evidence:addVersion')}
      task={task}
      ready={file !== undefined && refused === undefined}
      head={<p>{t('evidence:newVersionHelp')}</p>}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <FileChoice
        label={t('evidence:file')}
        accept={ACCEPTED}
        file={file}
        error={refused}
        onChoose={(chosen) => {
          setFile(chosen);
          repeatKey.current = randomName();
        }}
      />
      {progress !== undefined && (
        <UploadProgress
          share={progress}
          sending={t('evidence:sending', { percent: Math.round(progress * 100) })}
          working={t('evidence:storing')}
        />
      )}
    </FormDialog>
  );
}
