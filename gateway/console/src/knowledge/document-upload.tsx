import { useEffect, useRef, useState } from 'preact/hooks';
import { declared, extensionOf, upload } from '../api/transfer.js';
import { isAborted, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Badge, Progress } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { ChosenFile, FilesChoice } from '../ui/file-choice.js';
import { startOf } from '../ui/format.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { ACCEPTED, DOCUMENT_TYPES } from './document-types.js';

type State =
  { kind: 'waiting' } | { kind: 'going'; share: number } | { kind: 'done' } | { kind: 'failed'; why: string };

interface Props {
  /** Files that were dropped; empty when the dialog was opened by its button. */
  files: File[];
  onClose(): void;
  onUploaded(): void;
}

/** Takes documents one after the other; one that is refused does not keep the others back. */
export function DocumentUpload({ files: dropped, onClose, onUploaded }: Props) {
  const { api } = useApp();
  const control = useRef(new AbortController());
  const [files, setFiles] = useState(dropped);
  const [states, setStates] = useState<ReadonlyMap<File, State>>(new Map());
  const [busy, setBusy] = useState(false);
  const [from, setFrom] = useState('');
  useEffect(() => () => control.current.abort(), []);
  const stateOf = (file: File): State => states.get(file) ?? { kind: 'waiting' };
  const waiting = files.filter((file) => stateOf(file).kind !== 'done');

  const send = async (): Promise<void> => {
    setBusy(true);
    let failed = 0;
    for (const file of waiting) {
      const put = (state: State): void => setStates((before) => new Map(before).set(file, state));
      if (DOCUMENT_TYPES[extensionOf(file.name)] === undefined) {
        failed++;
        put({ kind: 'failed', why: t('knowledge:wrongType', { types: ACCEPTED.join(', ') }) });
        continue;
      }
      const form = new FormData();
      form.append('file', declared(file, DOCUMENT_TYPES));
      if (from !== '') form.append('effective_at', startOf(from));
      try {
        const { signal } = control.current;
        await upload(api, '/v1/knowledge/documents', form, {
          onProgress: (share) => put({ kind: 'going', share }),
          signal,
        });
        put({ kind: 'done' });
      } catch (error) {
        if (isAborted(error)) return;
        failed++;
        put({ kind: 'failed', why: wordsOf(error) });
      }
    }
    setBusy(false);
    onUploaded();
    if (failed > 0) return;
    notify(t('knowledge:documentsAdded', { count: waiting.length }));
    onClose();
  };

  return (
    <Dialog
      title={t('knowledge:addDocuments')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(waiting.length < files.length ? 'ui:close' : 'ui:cancel')}</Button>
          <Button kind="primary" disabled={waiting.length === 0} busy={busy} onClick={() => void send()}>
            {t('knowledge:addFiles')}
          </Button>
        </>
      }
    >
      <FilesChoice
        label={t('knowledge:documents')}
        prompt={t('knowledge:chooseFiles')}
        hint={ACCEPTED.join(', ')}
        accept={ACCEPTED}
        many
        onChoose={(chosen) => setFiles([...files, ...chosen])}
      >
        {files.map((file) => (
          <Picked
            key={file.name}
            file={file}
            state={stateOf(file)}
            busy={busy}
            onLeaveOut={() => setFiles(files.filter((one) => one !== file))}
          />
        ))}
      </FilesChoice>
      <TextField
        label={t('evidence:effectiveFrom')}
        help={t('evidence:documentFromHelp')}
        type="date"
        value={from}
        onInput={setFrom}
      />
    </Dialog>
  );
}

interface PickedProps {
  file: File;
  state: State;
  busy: boolean;
  onLeaveOut(): void;
}

function Picked({ file, state, busy, onLeaveOut }: PickedProps) {
  return (
    <ChosenFile
      file={file}
      onLeaveOut={!busy && state.kind !== 'done' ? onLeaveOut : undefined}
      below={
        <>
          {state.kind === 'failed' && (
            <span class="field-error" role="alert">
              {state.why}
            </span>
          )}
          {state.kind === 'going' && (
            <Progress
              label={t('knowledge:uploadOf', { name: file.name })}
              done={Math.round(state.share * 100)}
              total={100}
            />
          )}
        </>
      }
    >
      {state.kind === 'done' && <Badge tone="good">{t('knowledge:addedBadge')}</Badge>}
    </ChosenFile>
  );
}
