import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  /** Draws the control with the attributes that tie it to its label and words. */
  children(control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': 'true' | undefined;
  }): ComponentChildren;
}

/** A labelled control with what helps and what is wrong. */
export function Field({ label, help, error, children }: FieldProps) {
  const id = useId();
  const described = [help === undefined ? '' : `${id}-help`, error === undefined ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : 'true',
      })}
      {help !== undefined && (
        <p id={`${id}-help`} class="field-help">
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  /** Absent where it is only shown. */
  onInput?(value: string): void;
  /** Shown to be copied. */
  readOnly?: boolean;
  help?: string;
  error?: string | undefined;
  type?: 'text' | 'date' | 'email' | 'url' | 'datetime-local' | 'password';
  /** What the browser may fill in. */
  autocomplete?: string;
  required?: boolean;
  /** Lines; more than one makes it a text area. */
  rows?: number;
  placeholder?: string;
}

export function TextField({ label, value, onInput, help, error, rows = 1, ...rest }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) =>
        rows > 1 ? (
          <textarea
            {...control}
            rows={rows}
            value={value}
            required={rest.required}
            placeholder={rest.placeholder}
            onInput={(event) => onInput?.(event.currentTarget.value)}
          />
        ) : (
          <input
            {...control}
            // The types allow attributes by the kind of field only, and this is any of them.
            {...(rest as object)}
            value={value}
            onInput={(event) => onInput?.(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

interface SelectFieldProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, name: string])[];
  onChange(value: T): void;
  help?: string;
  error?: string | undefined;
}

export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, value, options, onChange, help, error } = props;
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Stops a form from being sent by the browser, which our policy forbids. */
export const submitting =
  (submit: () => void) =>
  (event: Event): void => {
    event.preventDefault();
    submit();
  };
