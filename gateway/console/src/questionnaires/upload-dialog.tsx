import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldWords, isAborted, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { navigate } from '../core/router.js';
import { NoKnowledge } from '../questionnaire-frame/no-knowledge.js';
import { Button } from '../ui/button.js';
import { Check } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { submitting, TextField } from '../ui/field.js';
import { UploadProgress } from '../ui/file-choice.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { useEarlier } from './same-file.js';
import { NO_DETAILS, refusal, uploadFile, uploadText, type UploadDetails, type Uploaded } from './upload-form.js';
import { FilePicker, PastedText, SourceTabs, type Source } from './upload-source.js';
import { t } from '../words/words.js';

interface Props {
  /** Files that were dropped; empty when the dialog was opened by its button. */
  files: File[];
  onClose(): void;
  onUploaded(): void;
}

/** The new questionnaire, which says when its file is here twice. */
const placeAfter = ({ questionnaire_id: id, same_file_as: same }: Uploaded): string =>
  `/questionnaires/${id}${same ? `?same=${same.questionnaire_id}` : ''}`;

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

  const earlier = useEarlier(files);
  const refused = files.map(refusal).find((words) => words !== undefined);
  const ready =
    source === 'file' ? files.length > 0 && refused === undefined && details.company.trim() !== '' : text.trim() !== '';
  const busy = progress !== undefined;
  const put = (change: Partial<UploadDetails>): void => setDetails({ ...details, ...change });

  const send = async (): Promise<void> => {
    if (!ready || busy) return;
    setFailure(undefined);
    setProgress(0);
    let last: Uploaded | undefined;
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
      notify(t('questionnaires:upload.uploaded', { count: files.length }));
      onUploaded();
    } else if (last) navigate(placeAfter(last));
  };

  return (
    <Dialog
      title={t('questionnaires:upload.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('questionnaires:cancel')}</Button>
          <Button kind="primary" type="submit" form="upload" disabled={!ready} busy={busy}>
            {t('questionnaires:upload.action')}
          </Button>
        </>
      }
    >
      <form id="upload" class="upload" onSubmit={submitting(() => void send())}>
        <NoKnowledge />
        <SourceTabs source={source} onChange={setSource} />
        {source === 'file' ? (
          <FilePicker files={files} earlier={earlier} error={refused} onChange={setFiles} />
        ) : (
          <PastedText text={text} error={fieldWords(failure, 'text_content')} onChange={setText} />
        )}
        <div class="fields">
          <TextField
            label={source === 'file' ? t('questionnaires:details.company') : t('questionnaires:upload.companyOptional')}
            required={source === 'file'}
            help={t('questionnaires:upload.companyHelp')}
            value={details.company}
            error={fieldWords(failure, 'company_name')}
            onInput={(company) => put({ company })}
          />
          <TextField
            label={t('questionnaires:upload.deadline')}
            type="date"
            value={details.deadline}
            error={fieldWords(failure, 'deadline')}
            onInput={(deadline) => put({ deadline })}
          />
          <TextField
            label={t('questionnaires:upload.dealValue')}
            value={details.dealValue}
            error={fieldWords(failure, 'deal_value')}
            onInput={(dealValue) => put({ dealValue })}
          />
          <div class="whole">
            <TextField
              label={t('questionnaires:upload.guidance')}
              help={t('questionnaires:details.instructionsHelp')}
              value={details.instructions}
              error={fieldWords(failure, 'instructions')}
              onInput={(instructions) => put({ instructions })}
            />
          </div>
        </div>
        {source === 'file' && (
          <Check checked={details.includeHidden} onChange={(includeHidden) => put({ includeHidden })}>
            <span>
              {t('questionnaires:upload.hidden')}
              <span class="field-help"> {t('questionnaires:upload.hiddenHelp')}</span>
            </span>
          </Check>
        )}
        {failure !== undefined && <Notice kind="error">{wordsOf(failure)}</Notice>}
        {progress !== undefined && (
          <UploadProgress
            share={progress}
            sending={t('questionnaires:upload.sending', { percent: progress })}
            working={t('questionnaires:upload.storing')}
          />
        )}
      </form>
    </Dialog>
  );
}
