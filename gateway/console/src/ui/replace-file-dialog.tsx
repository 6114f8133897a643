import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { randomName } from '../api/api.js';
import { declared, upload } from '../api/transfer.js';
import { useTask } from './use-task.js';
import { useApp } from '../core/context.js';
import { t } from '../words/words.js';
import { FileChoice, UploadProgress } from './file-choice.js';
import { FormDialog } from './form-dialog.js';
import { notify } from './toast.js';

interface Props<Reply> {
  title: string;
  action: string;
  /** What the new file does. */
  about: string;
  /** Of the file: "File". */
  label: string;
  /** Media types by the extensions that are taken. */
  types: Readonly<Record<string, string>>;
  /** Why a file cannot be sent; undefined when it can. */
  refusal(file: File): string | undefined;
  /** Where it is sent to, as the part `file` of a form. */
  path: string;
  /** Sent with the file, by the names of the form. */
  fields?: Readonly<Record<string, string>>;
  /** Inputs below the choice of the file. */
  children?: ComponentChildren;
  /** What happens after it has arrived: "Storing the file …". */
  working: string;
  /** Said when it is done. */
  said: string;
  onClose(): void;
  onReplaced(reply: Reply): void;
}

/** Puts a file in the place of another; a second try at the same file is the same upload. `Reply` is what the API answers. */
export function ReplaceFileDialog<Reply>(props: Props<Reply>) {
  const { title, action, about, label, types, path, working, said, onClose, onReplaced } = props;
  const { api } = useApp();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const task = useTask();
  const control = useRef(new AbortController());
  const repeatKey = useRef(randomName());
  useEffect(() => () => control.current.abort(), []);
  const fields = JSON.stringify(props.fields ?? {});
  useEffect(() => void (repeatKey.current = randomName()), [fields]);
  const refused = file && props.refusal(file);

  const send = async (): Promise<void> => {
    if (!file || refused !== undefined) return;
    const form = new FormData();
    form.append('file', declared(file, types));
    for (const [name, value] of Object.entries(props.fields ?? {})) form.append(name, value);
    const options = { onProgress: setShare, signal: control.current.signal, repeatKey: repeatKey.current };
    const done = await task.run(async () => onReplaced((await upload(api, path, form, options)) as Reply));
    setShare(undefined);
    if (!done) return;
    notify(said);
    onClose();
  };
  return (
    <FormDialog
      title={title}
      action={action}
      task={task}
      ready={file !== undefined && refused === undefined}
      head={<p>{about}</p>}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <FileChoice
        label={label}
        accept={Object.keys(types).map((extension) => `.${extension}`)}
        file={file}
        error={refused}
        onChoose={(chosen) => {
          setFile(chosen);
          repeatKey.current = randomName();
        }}
      />
      {props.children}
      {share !== undefined && <UploadProgress share={share} sending={t('ui:uploading')} working={working} />}
    </FormDialog>
  );
}
