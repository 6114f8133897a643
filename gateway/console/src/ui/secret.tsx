import { useId, useRef } from 'preact/hooks';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Notice } from './states.js';
import { notify } from './toast.js';
import { t } from '../words/words.js';

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
      notify(t('ui:copied', { what: label }));
    } catch {
      // Browsers refuse it on pages without https: it is selected, to be copied by hand.
      notify(t('ui:copyYourself'));
    }
  };
  return (
    <Dialog
      title={title}
      firm
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('ui:kept')}
        </Button>
      }
    >
      <Notice kind="warning">
        <p>{t('ui:shownOnce')}</p>
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
          <Button onClick={() => void copy()}>{t('ui:copy')}</Button>
        </div>
        <p class="field-help">{help}</p>
      </div>
    </Dialog>
  );
}
