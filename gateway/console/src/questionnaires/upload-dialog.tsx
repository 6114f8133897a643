import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldWords, isAborted, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { navigate } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Check } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { submitting, TextField } from '../ui/field.js';
import { UploadProgress } from '../ui/file-choice.js';
import { count } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { NO_DETAILS, refusal, uploadFile, uploadText, type UploadDetails } from './upload-form.js';
import { FilePicker, PastedText, SourceTabs, type Source } from './upload-source.js';

interface Props {
  /** Files that were dropped; empty when the dialog was opened by its button. */
  files: File[];
  onClose(): void;
  onUploaded(): void;
}

/** Takes a file, several, or pasted text, with what is known of it. */
export function UploadDialog({ files: dropped, onClose, onUploaded }: Props) {
  const { api } = useApp();
  const [source, setSource] = useState<Source>('file');
  const [files, setFiles] = useState(dropped);
  const [text, setText] = useState('');
  const [details, setDetails] = useState(NO_DETAILS);
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const control = useRef(new AbortController());
  useEffect(() => () => control.current.abort(), []);

  const refused = files.map(refusal).find((words) => words !== undefined);
  const ready =
    source === 'file' ? files.length > 0 && refused === undefined && details.company.trim() !== '' : text.trim() !== '';
  const busy = progress !== undefined;
  const put = (change: Partial<UploadDetails>): void => setDetails({ ...details, ...change });

  const send = async (): Promise<void> => {
    if (!ready || busy) return;
    setFailure(undefined);
    setProgress(0);
    let last = '';
    let waiting = source === 'file' ? files : [];
    try {
      const { signal } = control.current;
      if (source === 'text') last = await uploadText(api, text, details, signal);
      for (const [index, file] of waiting.entries()) {
        const onProgress = (share: number): void => setProgress((index + share) / files.length);
        last = await uploadFile(api, file, details, { onProgress, signal });
        waiting = files.slice(index + 1);
      }
    } catch (error) {
      setProgress(undefined);
      // Those that have arrived are not sent again.
      if (waiting.length < files.length) onUploaded();
      if (source === 'file') setFiles(waiting);
      if (!isAborted(error)) setFailure(error);
      return;
    }
    onClose();
    if (source === 'file' && files.length > 1) {
      notify(`${count(files.length, 'questionnaire')} uploaded.`);
      onUploaded();
    } else navigate(`/questionnaires/${last}`);
  };

  return (
    <Dialog
      title="Upload a questionnaire"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="upload" disabled={!ready} busy={busy}>
            Upload
          </Button>
        </>
      }
    >
      <form id="upload" class="upload" onSubmit={submitting(() => void send())}>
        <SourceTabs source={source} onChange={setSource} />
        {source === 'file' ? (
          <FilePicker files={files} error={refused} onChange={setFiles} />
        ) : (
          <PastedText text={text} error={fieldWords(failure, 'text_content')} onChange={setText} />
        )}
        <div class="fields">
          <TextField
            label={source === 'file' ? 'Company' : 'Company (optional)'}
            required={source === 'file'}
            help="Who sent the questionnaire"
            value={details.company}
            error={fieldWords(failure, 'company_name')}
            onInput={(company) => put({ company })}
          />
          <TextField
            label="Deadline (optional)"
            type="date"
            value={details.deadline}
            error={fieldWords(failure, 'deadline')}
            onInput={(deadline) => put({ deadline })}
          />
          <TextField
            label="Deal value (optional)"
            value={details.dealValue}
            error={fieldWords(failure, 'deal_value')}
            onInput={(dealValue) => put({ dealValue })}
          />
          <TextField
            label="Guidance for the answers (optional)"
            help="Tone and length, never facts"
            value={details.instructions}
            error={fieldWords(failure, 'instructions')}
            onInput={(instructions) => put({ instructions })}
          />
        </div>
        {source === 'file' && (
          <Check checked={details.includeHidden} onChange={(includeHidden) => put({ includeHidden })}>
            <span>
              Ask hidden sheets and rows, too
              <span class="field-help"> – otherwise the log tells how many questions they hold.</span>
            </span>
          </Check>
        )}
        {failure !== undefined && <Notice kind="error">{wordsOf(failure)}</Notice>}
        {progress !== undefined && (
          <UploadProgress
            share={progress}
            sending={`Uploading, ${Math.round(progress * 100)} %`}
            working="Storing the file …"
          />
        )}
      </form>
    </Dialog>
  );
}
