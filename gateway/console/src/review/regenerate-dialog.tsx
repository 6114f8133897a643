import { useState } from 'preact/hooks';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { t } from '../words/words.js';

interface Props {
  /** Of the questionnaire. */
  guidance: string;
  busy: boolean;
  /** What the service said against it. */
  error: string | undefined;
  onRegenerate(instructions: string): void;
  onClose(): void;
}

/** Answers a question again from what is known now. */
export function RegenerateDialog({ guidance, busy, error, onRegenerate, onClose }: Props) {
  const [instructions, setInstructions] = useState('');
  return (
    <FormDialog
      title={t('panel:regenerate.title')}
      action={t('panel:commands.regenerate')}
      task={{ busy, failure: undefined }}
      head={<p>{t('panel:regenerate.help')}</p>}
      onSubmit={() => onRegenerate(instructions)}
      onClose={onClose}
    >
      <TextField
        label={t('panel:regenerate.guidance')}
        help={guidance === '' ? t('panel:regenerate.guidanceHelp') : t('panel:regenerate.ownGuidance', { guidance })}
        error={error}
        value={instructions}
        onInput={setInstructions}
      />
    </FormDialog>
  );
}
