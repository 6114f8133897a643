import type { Conversation } from '../api/types.js';
import { navigate } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { at } from '../ui/format.js';
import { CHANNELS, newEntryFor, whoOf } from './conversation-words.js';

/** One conversation in full. */
export function ConversationDialog({ conversation, onClose }: { conversation: Conversation; onClose(): void }) {
  const { question, answer, user_email: email, origin, answered_at: answered } = conversation;
  return (
    <Dialog
      title="Conversation"
      wide
      plain
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => navigate(newEntryFor(question))}>New library entry from this</Button>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div class="said">
        <h3>{whoOf(conversation)} asked</h3>
        <p class="text">{question}</p>
      </div>
      <div class="said reply">
        <h3>The answer</h3>
        <p class="text">{answer}</p>
      </div>
      <p class="muted small">
        {CHANNELS[origin]}
        {email !== null && ` · ${email}`} · {at(answered)}
      </p>
    </Dialog>
  );
}
