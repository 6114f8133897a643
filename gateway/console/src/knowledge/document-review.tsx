import { useState } from 'preact/hooks';
import type { KnowledgeDocument } from '../api/types.js';
import { attempt, useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { GuardedButton } from '../ui/permission.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { ago, day, endOf, startOf } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { cycleWords, ReviewCycleField } from './review-cycle.js';

interface Props {
  document: KnowledgeDocument;
  /** Why nothing can be changed. */
  refusal: string | undefined;
  onChanged(): void;
}

/** Who answers for a document, until when it may be used, and when somebody last looked at it. */
export function DocumentReview({ document, refusal, onChanged }: Props) {
  const { api } = useApp();
  const { users } = useDirectory();
  const [editing, setEditing] = useState(false);
  const { owner_id: owner, expires_at: expires, review_every_days: days, last_verified_at: verified } = document;
  const expired = expires !== null && Date.parse(expires) <= Date.now();

  const verify = async (): Promise<void> => {
    if (!(await attempt(() => api.call.verifyKnowledgeDocument({ path: { document_id: document.id } })))) return;
    notify(t('evidence:verifiedNow'));
    onChanged();
  };
  return (
    <section class="card" aria-label={t('evidence:review')}>
      <div class="card-head">
        <h2>{t('evidence:review')}</h2>
        <span class="row-actions">
          <GuardedButton refusal={refusal} onClick={() => void verify()}>
            <Icon name="check" />
            {t('knowledge:verify')}
          </GuardedButton>
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => setEditing(true)}>
            {t('knowledge:edit')}
          </GuardedButton>
        </span>
      </div>
      <dl class="facts">
        <Fact name={t('knowledge:owner')}>
          {owner === null
            ? t('knowledge:noOwner')
            : (users.find(({ id }) => id === owner)?.name ?? t('knowledge:formerUser'))}
        </Fact>
        <Fact name={t('knowledge:verified')}>{verified === null ? t('knowledge:neverVerified') : ago(verified)}</Fact>
        {document.effective_at !== null && (
          <Fact name={t('evidence:effectiveFrom')}>{day(document.effective_at.slice(0, 10))}</Fact>
        )}
        <Fact name={t(expired ? 'knowledge:expired' : 'knowledge:expiryDate')} late={expired}>
          {expires === null ? t('evidence:never') : day(expires.slice(0, 10))}
        </Fact>
        <Fact name={t('evidence:reviewEvery')}>{cycleWords(days)}</Fact>
      </dl>
      {expired && <p class="late small">{t('evidence:expiredHelp')}</p>}
      {editing && <ReviewDialog document={document} onClose={() => setEditing(false)} onSaved={onChanged} />}
    </section>
  );
}

function Fact({ name, late = false, children }: { name: string; late?: boolean; children: string }) {
  return (
    <div>
      <dt class="muted small">{name}</dt>
      <dd class={late ? 'late' : undefined}>{children}</dd>
    </div>
  );
}

interface DialogProps {
  document: KnowledgeDocument;
  onClose(): void;
  onSaved(): void;
}

function ReviewDialog({ document, onClose, onSaved }: DialogProps) {
  const { api } = useApp();
  const { users } = useDirectory();
  const before = document.expires_at?.slice(0, 10) ?? '';
  const began = document.effective_at?.slice(0, 10) ?? '';
  const [begins, setBegins] = useState(began);
  const [owner, setOwner] = useState(document.owner_id ?? '');
  const [expires, setExpires] = useState(before);
  const [days, setDays] = useState(document.review_every_days);
  const task = useTask();
  const save = async (): Promise<void> => {
    const body = {
      owner_id: owner || null,
      review_every_days: days,
      ...(expires === before ? {} : { expires_at: endOf(expires) }),
      ...(begins === began ? {} : { effective_at: begins === '' ? null : startOf(begins) }),
    };
    const path = { document_id: document.id };
    if (!(await task.run(() => api.call.updateKnowledgeDocument({ path, body })))) return;
    notify(t('knowledge:saved'));
    onSaved();
    onClose();
  };
  const owners: [string, string][] = [
    ['', t('knowledge:noOwner')],
    ...users.map(({ id, name }): [string, string] => [id, name]),
  ];
  if (owner !== '' && !owners.some(([id]) => id === owner)) owners.push([owner, t('knowledge:formerUser')]);
  return (
    <FormDialog
      title={t('evidence:review')}
      action={t('knowledge:save')}
      task={task}
      layout="fields"
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <SelectField
        label={t('knowledge:owner')}
        help={t('evidence:ownerHelp')}
        value={owner}
        options={owners}
        onChange={setOwner}
      />
      <TextField
        label={t('evidence:effectiveFrom')}
        type="date"
        help={t('evidence:documentFromHelp')}
        value={begins}
        error={fieldWords(task.failure, 'effective_at')}
        onInput={setBegins}
      />
      <TextField
        label={t('knowledge:expiresAfter')}
        type="date"
        help={t('knowledge:expiresHelp')}
        value={expires}
        error={fieldWords(task.failure, 'expires_at')}
        onInput={setExpires}
      />
      <ReviewCycleField days={days} error={fieldWords(task.failure, 'review_every_days')} onChange={setDays} />
    </FormDialog>
  );
}
