import { useId, useRef } from 'preact/hooks';
import { Button } from '../ui/button.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  label: string;
  value: string;
  help?: string;
  /** Of lines; absent: one. */
  rows?: number;
}

/** A text to be copied into another program. */
export function CopyBox({ label, value, help, rows = 1 }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      notify(t('channels:copied'));
    } catch {
      // Browsers refuse it on pages without https: it is selected, to be copied by hand.
      notify(t('channels:copyYourself'));
    }
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy-box">
        <textarea id={id} ref={field} class="mono small" readOnly rows={rows} value={value} spellcheck={false} />
        <Button onClick={() => void copy()}>
          {t('channels:copy')}
          <span class="hidden"> {label}</span>
        </Button>
      </div>
      {help !== undefined && <p class="field-help">{help}</p>}
    </div>
  );
}
