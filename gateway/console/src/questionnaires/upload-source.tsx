import { useId, useRef } from 'preact/hooks';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { bytes, number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { ACCEPTED, lengthOf, TEXT_LENGTH } from './upload-form.js';

export type Source = 'file' | 'text';

interface TabsProps {
  source: Source;
  onChange(source: Source): void;
}

export function SourceTabs({ source, onChange }: TabsProps) {
  const name = useId();
  const option = (value: Source, words: string) => (
    <label class={source === value ? 'chosen' : ''}>
      <input type="radio" name={name} checked={source === value} onChange={() => onChange(value)} />
      {words}
    </label>
  );
  return (
    <fieldset class="segments">
      <legend class="hidden">What is uploaded</legend>
      {option('file', 'A file')}
      {option('text', 'Pasted text')}
    </fieldset>
  );
}

interface PickerProps {
  files: readonly File[];
  error: string | undefined;
  onChange(files: File[]): void;
}

export function FilePicker({ files, error, onChange }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="picker">
      <input
        ref={input}
        class="hidden"
        type="file"
        multiple
        accept={ACCEPTED.join(',')}
        aria-label="Files"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          if (chosen.length > 0) onChange(chosen);
        }}
      />
      {files.length === 0 ? (
        <button type="button" class="pick" onClick={() => input.current?.click()}>
          <Icon name="upload" />
          <strong>Choose a file</strong>
          <span class="muted">or drop it on the page: {ACCEPTED.join(', ')}</span>
        </button>
      ) : (
        <ul class="picked">
          {files.map((file) => (
            <li key={file.name}>
              <Icon name="sheet" />
              <span class="text">{file.name}</span>
              <span class="muted small">{bytes(file.size)}</span>
              <Button
                kind="quiet"
                label={`Leave out ${file.name}`}
                onClick={() => onChange(files.filter((one) => one !== file))}
              >
                <Icon name="close" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface TextProps {
  text: string;
  error: string | undefined;
  onChange(text: string): void;
}

export function PastedText({ text, error, onChange }: TextProps) {
  const length = lengthOf(text);
  const wrong = length > TEXT_LENGTH.max ? `At most ${number(TEXT_LENGTH.max)} characters.` : error;
  const left = TEXT_LENGTH.min - length;
  const help =
    text !== '' && left > 0
      ? `${left} characters more are needed.`
      : 'One question a line. Its first line becomes the title.';
  return (
    <Field label="Questions" help={help} error={wrong}>
      {(control) => (
        <textarea {...control} rows={8} value={text} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
      )}
    </Field>
  );
}
