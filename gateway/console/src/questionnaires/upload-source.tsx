import { useId } from 'preact/hooks';
import { Field } from '../ui/field.js';
import { ChosenFile, FilesChoice } from '../ui/file-choice.js';
import { number } from '../ui/format.js';
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
  return (
    <FilesChoice
      label="Files"
      prompt="Choose a file"
      hint={`or drop it on the page: ${ACCEPTED.join(', ')}`}
      accept={ACCEPTED}
      many
      error={error}
      onChoose={onChange}
    >
      {files.map((file) => (
        <ChosenFile key={file.name} file={file} onLeaveOut={() => onChange(files.filter((one) => one !== file))} />
      ))}
    </FilesChoice>
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
