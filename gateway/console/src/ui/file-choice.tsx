import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Progress } from './badges.js';
import { Button } from './button.js';
import { bytes } from './format.js';
import { Icon } from './icon.js';
import { t } from '../words/words.js';

interface FilesProps {
  /** Of the control: "Files". */
  label: string;
  /** On the button, as long as nothing is chosen. */
  prompt: string;
  /** Below it. */
  hint: string;
  /** ".csv", … */
  accept: readonly string[];
  many?: boolean;
  error?: string | undefined;
  /** Called with one at least. */
  onChoose(files: File[]): void;
  /** What is chosen, as rows of a list (`ChosenFile`); none: it is asked for. */
  children?: readonly ComponentChildren[];
}

/** Chooses files from the person's machine. */
export function FilesChoice({ label, prompt, hint, accept, many = false, error, onChoose, children = [] }: FilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="picker">
      <input
        ref={input}
        class="hidden"
        type="file"
        multiple={many}
        accept={accept.join(',')}
        aria-label={label}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          if (chosen.length > 0) onChoose(chosen);
        }}
      />
      {children.length === 0 ? (
        <button type="button" class="pick" onClick={() => input.current?.click()}>
          <Icon name="upload" />
          <strong>{prompt}</strong>
          <span class="muted">{hint}</span>
        </button>
      ) : (
        <ul class="picked">{children}</ul>
      )}
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface ChosenProps {
  file: File;
  /** Takes it from the list; undefined: not now. */
  onLeaveOut?: (() => void) | undefined;
  /** Below its name. */
  below?: ComponentChildren;
  /** At the end of the row. */
  children?: ComponentChildren;
}

/** A row of `FilesChoice`. */
export function ChosenFile({ file, onLeaveOut, below, children }: ChosenProps) {
  return (
    <li>
      <Icon name="sheet" />
      <span class="text">
        {file.name}
        {below}
      </span>
      <span class="muted small">{bytes(file.size)}</span>
      {children}
      {onLeaveOut && (
        <Button kind="quiet" label={t('ui:leaveOut', { name: file.name })} onClick={onLeaveOut}>
          <Icon name="close" />
        </Button>
      )}
    </li>
  );
}

interface Props {
  label: string;
  accept: readonly string[];
  file: File | undefined;
  error?: string | undefined;
  onChoose(file: File | undefined): void;
}

/** Chooses one file. */
export function FileChoice({ label, accept, file, error, onChoose }: Props) {
  return (
    <FilesChoice
      label={label}
      prompt={t('ui:chooseFile')}
      hint={accept.join(', ')}
      accept={accept}
      error={error}
      onChoose={([chosen]) => onChoose(chosen)}
    >
      {file === undefined ? [] : [<ChosenFile key={file.name} file={file} onLeaveOut={() => onChoose(undefined)} />]}
    </FilesChoice>
  );
}

interface ProgressProps {
  /** Of the bytes, 0 to 1. */
  share: number;
  /** While they are sent. */
  sending: string;
  /** While the service works on what has arrived. */
  working: string;
}

/** How far an upload has come. */
export function UploadProgress({ share, sending, working }: ProgressProps) {
  return (
    <p class="upload-progress" role="status">
      <Progress label={t('ui:upload')} done={Math.round(share * 100)} total={100} />
      <span class="small muted">{share < 1 ? sending : working}</span>
    </p>
  );
}
