import type { Conversation } from '../api/types.js';
import { navigate } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { at } from '../ui/format.js';
import { t } from '../words/words.js';
import { channelOf, newEntryFor, whoOf } from './conversation-words.js';

/** One conversation in full. */
export function ConversationDialog({ conversation, onClose }: { conversation: Conversation; onClose(): void }) {
  const { question, answer, user_email: email, answered_at: answered } = conversation;
  return (
    <Dialog
      title={t('insights:conversation')}
      wide
      plain
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => navigate(newEntryFor(question))}>{t('insights:newEntry')}</Button>
          <Button kind="primary" onClick={onClose}>
            {t('ui:close')}
          </Button>
        </>
      }
    >
      <div class="said">
        <h3>{t('insights:asks', { who: whoOf(conversation) })}</h3>
        <p class="text">{question}</p>
      </div>
      <div class="said reply">
        <h3>{t('insights:theAnswer')}</h3>
        <p class="text">{answer}</p>
      </div>
      <p class="muted small">
        {channelOf(conversation)}
        {email !== null && ` · ${email}`} · {at(answered)}
      </p>
    </Dialog>
  );
}
