import { useState } from 'preact/hooks';
import type { LibraryAnswer } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { useDirectory } from '../app/directory.js';
import { GuardedButton } from '../app/permission.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Dialog } from '../ui/dialog.js';
import { SelectField, submitting, TextField } from '../ui/field.js';
import { ago, endOf } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { originOf, STATUS_NAMES, tagsIn, type AnswerStatus } from './answer-words.js';

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

const STATUSES = [
  ['APPROVED', `${STATUS_NAMES.APPROVED}: questions are answered from it`],
  ['DRAFT', `${STATUS_NAMES.DRAFT}: not yet`],
  ['ARCHIVED', `${STATUS_NAMES.ARCHIVED}: not any more`],
] as const;

/** One entry of the library: read, changed, deleted, or written anew. */
export function AnswerDialog({ answer, question: asked = '', refusal, onClose, onSaved }: Props) {
  const { api } = useApp();
  const { users } = useDirectory();
  const [question, setQuestion] = useState(answer?.question ?? asked);
  const [text, setText] = useState(answer?.answer ?? '');
  const [tags, setTags] = useState(answer?.tags.join(', ') ?? '');
  const [owner, setOwner] = useState(answer?.owner_id ?? '');
  const [expires, setExpires] = useState(answer?.expires_at?.slice(0, 10) ?? '');
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
      status,
    };
    const done = await saving.run(() =>
      answer
        ? api.call.updateLibraryAnswer({ path: { answer_id: answer.id }, body })
        : api.call.createLibraryAnswer({ body }),
    );
    if (!done) return;
    notify(answer ? 'Saved.' : 'Added to the library.');
    onSaved();
    onClose();
  };
  const owners = [['', 'Nobody'], ...users.map(({ id, name }) => [id, name] as const)] as [string, string][];
  if (owner !== '' && !owners.some(([id]) => id === owner)) owners.push([owner, 'A former user']);
  return (
    <Dialog
      title={answer ? 'Entry of the library' : 'New entry'}
      wide
      onClose={onClose}
      actions={
        <>
          {answer && (
            <span class="to-the-left">
              <GuardedButton refusal={refusal} kind="quiet" onClick={() => setDeleting(true)}>
                Delete
              </GuardedButton>
            </span>
          )}
          <Button onClick={onClose}>{refusal === undefined ? 'Cancel' : 'Close'}</Button>
          {refusal === undefined && (
            <Button kind="primary" type="submit" form="entry" busy={saving.busy}>
              {answer ? 'Save' : 'Add to the library'}
            </Button>
          )}
        </>
      }
    >
      <form id="entry" onSubmit={submitting(() => void save())}>
        <fieldset class="fields bare" disabled={refusal !== undefined}>
          <div class="whole">
            <TextField
              label="Question"
              required
              rows={2}
              value={question}
              error={fieldWords(saving.failure, 'question')}
              onInput={setQuestion}
            />
          </div>
          <div class="whole">
            <TextField
              label="Answer"
              required
              rows={7}
              help="What is true, as you would write it to a customer. It is quoted as the source of the answers made from it."
              value={text}
              error={fieldWords(saving.failure, 'answer')}
              onInput={setText}
            />
          </div>
          <TextField
            label="Tags"
            help="Separated by commas"
            value={tags}
            error={fieldWords(saving.failure, 'tags')}
            onInput={setTags}
          />
          <SelectField
            label="Owner"
            help="Who looks after it"
            value={owner}
            options={owners}
            error={fieldWords(saving.failure, 'owner_id')}
            onChange={setOwner}
          />
          <TextField
            label="Expires after"
            type="date"
            help="From then on nothing is answered from it; empty: never"
            value={expires}
            error={fieldWords(saving.failure, 'expires_at')}
            onInput={setExpires}
          />
          <SelectField label="State" value={status} options={STATUSES} onChange={(value) => setStatus(value)} />
        </fieldset>
      </form>
      {answer && (
        <p class="muted small">
          {originOf(answer)} {ago(answer.created_at)}, changed {ago(answer.updated_at)},{' '}
          {answer.last_verified_at === null ? 'never verified' : `verified ${ago(answer.last_verified_at)}`}.
        </p>
      )}
      {refusal !== undefined && <p class="muted small">{refusal}</p>}
      {saving.failure !== undefined && <Notice kind="error">{wordsOf(saving.failure)}</Notice>}
      {answer && deleting && (
        <Confirm
          title="Delete this entry?"
          action="Delete"
          danger
          work={() => api.call.deleteLibraryAnswer({ path: { answer_id: answer.id } })}
          said="Deleted."
          onDone={() => {
            onSaved();
            onClose();
          }}
          onClose={() => setDeleting(false)}
        >
          <p>It cannot be brought back. To stop using it and keep it, archive it.</p>
        </Confirm>
      )}
    </Dialog>
  );
}
