import { useState } from 'preact/hooks';
import type { LibraryAnswer } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { GuardedButton } from '../ui/permission.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Dialog } from '../ui/dialog.js';
import { SelectField, submitting, TextField } from '../ui/field.js';
import { ago, endOf } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { ReviewCycleField } from './review-cycle.js';
import { originOf, STATUSES, tagsIn, verifiedWords, type AnswerStatus } from './answer-words.js';

interface Props {
  /** The entry that is shown; undefined: a new one. */
  answer: LibraryAnswer | undefined;
  /** What a new one asks. */
  question?: string;
  /** Why it cannot be changed. */
  refusal: string | undefined;
  onClose(): void;
  onSaved(): void;
}

/** One entry of the library: read, changed, deleted, or written anew. */
export function AnswerDialog({ answer, question: asked = '', refusal, onClose, onSaved }: Props) {
  const { api } = useApp();
  const { users } = useDirectory();
  const [question, setQuestion] = useState(answer?.question ?? asked);
  const [text, setText] = useState(answer?.answer ?? '');
  const [tags, setTags] = useState(answer?.tags.join(', ') ?? '');
  const [owner, setOwner] = useState(answer?.owner_id ?? '');
  const [expires, setExpires] = useState(answer?.expires_at?.slice(0, 10) ?? '');
  const [days, setDays] = useState(answer?.review_every_days ?? 0);
  const [status, setStatus] = useState<AnswerStatus>(answer?.status ?? 'APPROVED');
  const [deleting, setDeleting] = useState(false);
  const saving = useTask();

  const save = async (): Promise<void> => {
    const body = {
      question,
      answer: text,
      tags: tagsIn(tags),
      owner_id: owner || null,
      // The day as it was, with its hour, unless another was chosen.
      expires_at: expires === (answer?.expires_at?.slice(0, 10) ?? '') ? (answer?.expires_at ?? null) : endOf(expires),
      review_every_days: days,
      status,
    };
    const done = await saving.run(() =>
      answer
        ? api.call.updateLibraryAnswer({ path: { answer_id: answer.id }, body })
        : api.call.createLibraryAnswer({ body }),
    );
    if (!done) return;
    notify(t(answer ? 'knowledge:saved' : 'knowledge:added'));
    onSaved();
    onClose();
  };
  const owners = [['', t('knowledge:noOwner')], ...users.map(({ id, name }) => [id, name] as const)] as [
    string,
    string,
  ][];
  if (owner !== '' && !owners.some(([id]) => id === owner)) owners.push([owner, t('knowledge:formerUser')]);
  const statuses = STATUSES.map((value) => [value, t(`knowledge:statusHelp.${value}`)] as const);
  return (
    <Dialog
      title={t(answer ? 'knowledge:entry' : 'knowledge:newEntry')}
      wide
      onClose={onClose}
      actions={
        <>
          {answer && (
            <span class="to-the-left">
              <GuardedButton refusal={refusal} kind="quiet" onClick={() => setDeleting(true)}>
                {t('knowledge:delete')}
              </GuardedButton>
            </span>
          )}
          <Button onClick={onClose}>{t(refusal === undefined ? 'ui:cancel' : 'ui:close')}</Button>
          {refusal === undefined && (
            <Button kind="primary" type="submit" form="entry" busy={saving.busy}>
              {t(answer ? 'knowledge:save' : 'knowledge:add')}
            </Button>
          )}
        </>
      }
    >
      <form id="entry" onSubmit={submitting(() => void save())}>
        <fieldset class="fields bare" disabled={refusal !== undefined}>
          <div class="whole">
            <TextField
              label={t('knowledge:question')}
              required
              rows={2}
              value={question}
              error={fieldWords(saving.failure, 'question')}
              onInput={setQuestion}
            />
          </div>
          <div class="whole">
            <TextField
              label={t('knowledge:answer')}
              required
              rows={7}
              help={t('knowledge:answerHelp')}
              value={text}
              error={fieldWords(saving.failure, 'answer')}
              onInput={setText}
            />
          </div>
          <TextField
            label={t('knowledge:tags')}
            help={t('knowledge:tagsHelp')}
            value={tags}
            error={fieldWords(saving.failure, 'tags')}
            onInput={setTags}
          />
          <SelectField
            label={t('knowledge:owner')}
            help={t('knowledge:ownerHelp')}
            value={owner}
            options={owners}
            error={fieldWords(saving.failure, 'owner_id')}
            onChange={setOwner}
          />
          <TextField
            label={t('knowledge:expiresAfter')}
            type="date"
            help={t('knowledge:expiresHelp')}
            value={expires}
            error={fieldWords(saving.failure, 'expires_at')}
            onInput={setExpires}
          />
          <ReviewCycleField days={days} error={fieldWords(saving.failure, 'review_every_days')} onChange={setDays} />
          <SelectField
            label={t('knowledge:status')}
            value={status}
            options={statuses}
            onChange={(value) => setStatus(value)}
          />
        </fieldset>
      </form>
      {answer && (
        <p class="muted small">
          {t('knowledge:history', {
            origin: originOf(answer),
            created: ago(answer.created_at),
            changed: ago(answer.updated_at),
            verified: verifiedWords(answer),
          })}
        </p>
      )}
      {refusal !== undefined && <p class="muted small">{refusal}</p>}
      {saving.failure !== undefined && <Notice kind="error">{wordsOf(saving.failure)}</Notice>}
      {answer && deleting && (
        <Confirm
          title={t('knowledge:deleteEntry')}
          action={t('knowledge:delete')}
          danger
          work={() => api.call.deleteLibraryAnswer({ path: { answer_id: answer.id } })}
          said={t('knowledge:deleted')}
          onDone={() => {
            onSaved();
            onClose();
          }}
          onClose={() => setDeleting(false)}
        >
          <p>{t('knowledge:deleteEntryHelp')}</p>
        </Confirm>
      )}
    </Dialog>
  );
}
