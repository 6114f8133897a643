import { useId, useRef } from 'preact/hooks';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Notice } from './states.js';
import { notify } from './toast.js';

interface Props {
  title: string;
  /** What it is: "API key". */
  label: string;
  value: string;
  /** What to do with it. */
  help: string;
  onClose(): void;
}

/** Shows a secret once. It closes by its button only, so that a stray click does not lose it. */
export function SecretDialog({ title, label, value, help, onClose }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      notify(`${label} copied.`);
    } catch {
      // Browsers refuse it on pages without https: it is selected, to be copied by hand.
      notify('Press Ctrl+C or ⌘C to copy it: it is selected.');
    }
  };
  return (
    <Dialog
      title={title}
      firm
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <Notice kind="warning">
        <p>This is shown once. Keep it now: nobody can show it again.</p>
      </Notice>
      <div class="field">
        <label for={id}>{label}</label>
        <div class="secret">
          <input
            id={id}
            ref={field}
            class="mono"
            readOnly
            value={value}
            spellcheck={false}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button onClick={() => void copy()}>Copy</Button>
        </div>
        <p class="field-help">{help}</p>
      </div>
    </Dialog>
  );
}
