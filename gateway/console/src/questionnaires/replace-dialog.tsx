import { useEffect, useRef, useState } from 'preact/hooks';
import { randomName } from '../api/api.js';
import { declared, upload } from '../api/transfer.js';
import type { Overview } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { useApp } from '../app/context.js';
import { FileChoice, UploadProgress } from '../ui/file-choice.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { ACCEPTED, FILE_TYPES, refusal } from './upload-form.js';

interface Props {
  overview: Overview;
  onClose(): void;
  onReplaced(overview: Overview): void;
}

/** Chooses another file for a questionnaire whose own could not be read. */
export function ReplaceDialog({ overview, onClose, onReplaced }: Props) {
  const { api } = useApp();
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<number>();
  const task = useTask();
  const control = useRef(new AbortController());
  const repeatKey = useRef(randomName());
  useEffect(() => () => control.current.abort(), []);
  const refused = file && refusal(file);

  const send = async (): Promise<void> => {
    if (!file || refused !== undefined) return;
    const form = new FormData();
    form.append('file', declared(file, FILE_TYPES));
    const options = { onProgress: setProgress, signal: control.current.signal, repeatKey: repeatKey.current };
    const done = await task.run(async () =>
      onReplaced((await upload(api, `/v1/questionnaire/${overview.id}/file`, form, options)) as Overview),
    );
    setProgress(undefined);
    if (!done) return;
    notify(t('questionnaires:replace.done'));
    onClose();
  };

  return (
    <FormDialog
      title={t('questionnaires:replace.title')}
      action={t('questionnaires:replace.action')}
      task={task}
      ready={file !== undefined && refused === undefined}
      head={<p>{t('questionnaires:replace.about')}</p>}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <FileChoice
        label={t('questionnaires:replace.file')}
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
          sending={t('questionnaires:upload.sending', { percent: progress })}
          working={t('questionnaires:upload.storing')}
        />
      )}
    </FormDialog>
  );
}
