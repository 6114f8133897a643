import { useId } from 'preact/hooks';
import type { QuestionnaireItem } from '../api/types.js';
import { Field } from '../ui/field.js';
import { ChosenFile, FilesChoice } from '../ui/file-choice.js';
import { number } from '../ui/format.js';
import { SameFile } from './same-file.js';
import { ACCEPTED, lengthOf, TEXT_LENGTH } from './upload-form.js';
import { t } from '../words/words.js';

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
      <legend class="hidden">{t('questionnaires:upload.what')}</legend>
      {option('file', t('questionnaires:upload.aFile'))}
      {option('text', t('questionnaires:details.pasted'))}
    </fieldset>
  );
}

interface PickerProps {
  files: readonly File[];
  /** Those that were uploaded before. */
  earlier: ReadonlyMap<File, QuestionnaireItem>;
  error: string | undefined;
  onChange(files: File[]): void;
}

const sameFile = (earlier: QuestionnaireItem | undefined) => earlier && <SameFile earlier={earlier} />;

export function FilePicker({ files, earlier, error, onChange }: PickerProps) {
  return (
    <FilesChoice
      label={t('questionnaires:upload.files')}
      prompt={t('questionnaires:upload.choose')}
      hint={t('questionnaires:upload.orDrop', { types: ACCEPTED.join(', ') })}
      accept={ACCEPTED}
      many
      error={error}
      onChoose={onChange}
    >
      {files.map((file) => (
        <ChosenFile
          key={file.name}
          file={file}
          below={sameFile(earlier.get(file))}
          onLeaveOut={() => onChange(files.filter((one) => one !== file))}
        />
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
  const wrong =
    length > TEXT_LENGTH.max ? t('questionnaires:upload.tooLong', { most: number(TEXT_LENGTH.max) }) : error;
  const left = TEXT_LENGTH.min - length;
  const help =
    text !== '' && left > 0
      ? t('questionnaires:upload.tooShort', { count: left })
      : t('questionnaires:upload.textHelp');
  return (
    <Field label={t('questionnaires:totals.questions')} help={help} error={wrong}>
      {(control) => (
        <textarea {...control} rows={8} value={text} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
      )}
    </Field>
  );
}
