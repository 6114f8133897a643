import { useState } from 'preact/hooks';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';

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
      title="Regenerate the answer"
      action="Regenerate"
      task={{ busy, failure: undefined }}
      head={
        <p>
          It is answered again from the library and the documents as they are now. The answer that stands there stays in
          the history.
        </p>
      }
      onSubmit={() => onRegenerate(instructions)}
      onClose={onClose}
    >
      <TextField
        label="Guidance (optional)"
        help={guidance === '' ? 'Tone and length, never facts' : `Empty: the questionnaire’s own (“${guidance}”)`}
        error={error}
        value={instructions}
        onInput={setInstructions}
      />
    </FormDialog>
  );
}
