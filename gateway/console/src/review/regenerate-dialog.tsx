import { useState } from 'preact/hooks';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { submitting, TextField } from '../ui/field.js';

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
    <Dialog
      title="Regenerate the answer"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="regenerate" busy={busy}>
            Regenerate
          </Button>
        </>
      }
    >
      <p>
        It is answered again from the library and the documents as they are now. The answer that stands there stays in
        the history.
      </p>
      <form id="regenerate" onSubmit={submitting(() => onRegenerate(instructions))}>
        <TextField
          label="Guidance (optional)"
          help={guidance === '' ? 'Tone and length, never facts' : `Empty: the questionnaire’s own (“${guidance}”)`}
          error={error}
          value={instructions}
          onInput={setInstructions}
        />
      </form>
    </Dialog>
  );
}
