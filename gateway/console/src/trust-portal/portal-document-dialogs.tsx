import { useEffect, useRef, useState } from 'preact/hooks';
import { randomName } from '../api/api.js';
import { declared, upload } from '../api/transfer.js';
import type { PortalDocument } from '../api/types.js';
import { useTask, type Task } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { SelectField, TextField } from '../ui/field.js';
import { FileChoice, UploadProgress } from '../ui/file-choice.js';
import { endOf } from '../ui/format.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { PORTAL_FILES, visibilityChoices } from './portal-document-words.js';

interface DialogProps {
  onClose(): void;
  onDone(): void;
}

interface Fields {
  title: string;
  description: string;
  category: string;
  visibility: PortalDocument['visibility'];
  /** A day, "2027-01-31"; '' for ever. */
  until: string;
}

const ACCEPTED = Object.keys(PORTAL_FILES).map((extension) => `.${extension}`);

function DocumentFields({ value, task, onChange }: { value: Fields; task: Task; onChange(value: Fields): void }) {
  const wrong = (field: string): string | undefined => fieldWords(task.failure, field);
  const set = (change: Partial<Fields>): void => onChange({ ...value, ...change });
  return (
    <>
      <TextField
        label={t('portal:document.title')}
        required
        value={value.title}
        error={wrong('title')}
        onInput={(title) => set({ title })}
      />
      <TextField
        label={t('portal:document.description')}
        rows={3}
        value={value.description}
        error={wrong('description')}
        onInput={(description) => set({ description })}
      />
      <TextField
        label={t('portal:document.category')}
        help={t('portal:document.categoryHelp')}
        value={value.category}
        error={wrong('category')}
        onInput={(category) => set({ category })}
      />
      <SelectField
        label={t('portal:document.whoMay')}
        help={t('portal:document.whoMayHelp')}
        value={value.visibility}
        options={visibilityChoices()}
        error={wrong('visibility')}
        onChange={(visibility) => set({ visibility })}
      />
      <TextField
        label={t('portal:document.validUntil')}
        type="date"
        value={value.until}
        error={wrong('valid_until')}
        onInput={(until) => set({ until })}
      />
    </>
  );
}

/** Sends a form with a file; a second try at the same file is the same upload. */
function useSending() {
  const { api } = useApp();
  const [share, setShare] = useState<number>();
  const control = useRef(new AbortController());
  const repeatKey = useRef(randomName());
  useEffect(() => () => control.current.abort(), []);
  const send = async (path: string, form: FormData): Promise<void> => {
    try {
      const options = { onProgress: setShare, signal: control.current.signal, repeatKey: repeatKey.current };
      await upload(api, path, form, options);
    } finally {
      setShare(undefined);
    }
  };
  const changed = (): void => {
    repeatKey.current = randomName();
  };
  const progress = share !== undefined && (
    <UploadProgress share={share} sending={t('ui:uploading')} working={t('portal:document.working')} />
  );
  return { send, changed, progress };
}

/** Adds a document with its file. */
export function AddPortalDocument({ onClose, onDone }: DialogProps) {
  const [file, setFile] = useState<File>();
  const [fields, setFields] = useState<Fields>({
    title: '',
    description: '',
    category: '',
    visibility: 'request',
    until: '',
  });
  const task = useTask();
  const { send, changed, progress } = useSending();
  const add = async (): Promise<void> => {
    if (!file) return;
    const form = new FormData();
    for (const name of ['title', 'description', 'category', 'visibility'] as const) form.append(name, fields[name]);
    const until = endOf(fields.until);
    if (until !== null) form.append('valid_until', until);
    form.append('file', declared(file, PORTAL_FILES));
    if (!(await task.run(() => send('/v1/trustportal/documents', form)))) return;
    notify(t('portal:document.added'));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('portal:document.add')}
      action={t('portal:document.addAction')}
      task={task}
      ready={file !== undefined}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <FileChoice
        label={t('portal:document.file')}
        accept={ACCEPTED}
        file={file}
        error={fieldWords(task.failure, 'file')}
        onChoose={(chosen) => {
          setFile(chosen);
          changed();
          if (chosen && fields.title === '') setFields({ ...fields, title: chosen.name.replace(/\.[^.]+$/, '') });
        }}
      />
      <DocumentFields
        value={fields}
        task={task}
        onChange={(value) => {
          setFields(value);
          changed();
        }}
      />
      {progress}
    </FormDialog>
  );
}

/** Changes what a document is called, and who may have it. */
export function EditPortalDocument({ document, onClose, onDone }: DialogProps & { document: PortalDocument }) {
  const { api } = useApp();
  const { title, description, category, visibility, valid_until: validUntil } = document;
  const before = validUntil === null ? '' : new Date(validUntil / 1000).toISOString().slice(0, 10);
  const [fields, setFields] = useState<Fields>({ title, description, category, visibility, until: before });
  const task = useTask();
  const save = async (): Promise<void> => {
    const { until, ...change } = fields;
    const body = { ...change, ...(until === before ? {} : { valid_until: endOf(until) }) };
    const done = await task.run(() =>
      api.call.updatePortalDocument({ path: { portal_document_id: document.id }, body }),
    );
    if (!done) return;
    notify(t('portal:document.saved'));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('portal:document.editTitle')}
      action={t('portal:document.save')}
      task={task}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <DocumentFields value={fields} task={task} onChange={setFields} />
    </FormDialog>
  );
}

/** Puts another file in its place. */
export function NewPortalVersion({ document, onClose, onDone }: DialogProps & { document: PortalDocument }) {
  const [file, setFile] = useState<File>();
  const [tell, setTell] = useState(false);
  const task = useTask();
  const { send, changed, progress } = useSending();
  const add = async (): Promise<void> => {
    if (!file) return;
    const form = new FormData();
    form.append('tell', String(tell));
    form.append('file', declared(file, PORTAL_FILES));
    if (!(await task.run(() => send(`/v1/trustportal/documents/${document.id}/versions`, form)))) return;
    notify(t('portal:document.versionAdded'));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('portal:document.versionTitle', { title: document.title })}
      action={t('portal:document.addAction')}
      task={task}
      ready={file !== undefined}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <FileChoice
        label={t('portal:document.file')}
        accept={ACCEPTED}
        file={file}
        error={fieldWords(task.failure, 'file')}
        onChoose={(chosen) => {
          setFile(chosen);
          changed();
        }}
      />
      <Check
        checked={tell}
        onChange={(value) => {
          setTell(value);
          changed();
        }}
      >
        {t('portal:document.tell')}
      </Check>
      {progress}
    </FormDialog>
  );
}
