import { useRef } from 'preact/hooks';
import { Button } from './button.js';
import { bytes } from './format.js';
import { Icon } from './icon.js';

interface Props {
  /** Of the control: "File". */
  label: string;
  /** ".csv", … */
  accept: readonly string[];
  file: File | undefined;
  error?: string | undefined;
  onChoose(file: File | undefined): void;
}

/** Chooses one file. */
export function FileChoice({ label, accept, file, error, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="picker">
      <input
        ref={input}
        class="hidden"
        type="file"
        accept={accept.join(',')}
        aria-label={label}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          if (chosen) onChoose(chosen);
        }}
      />
      {file === undefined ? (
        <button type="button" class="pick" onClick={() => input.current?.click()}>
          <Icon name="upload" />
          <strong>Choose a file</strong>
          <span class="muted">{accept.join(', ')}</span>
        </button>
      ) : (
        <ul class="picked">
          <li>
            <Icon name="sheet" />
            <span class="text">{file.name}</span>
            <span class="muted small">{bytes(file.size)}</span>
            <Button kind="quiet" label={`Leave out ${file.name}`} onClick={() => onChoose(undefined)}>
              <Icon name="close" />
            </Button>
          </li>
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

/** Lower case, without its dot; '' for none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The file declared by its extension: the type that a browser gives it depends on its system. */
export function declared(file: File, types: Readonly<Record<string, string>>): File {
  return new File([file], file.name, { type: types[extensionOf(file.name)] ?? file.type });
}
