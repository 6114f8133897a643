import { useState } from 'preact/hooks';
import type { ApiKey } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import type { Role, Scope } from '../app/session.js';
import { storedKey } from '../app/stored.js';
import { endOf } from '../knowledge/answer-words.js';
import { useDirectory } from '../questionnaires/names.js';
import { Button } from '../ui/button.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { SelectField, submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { ROLES, scopesFor } from './scopes.js';

interface IssueProps {
  onClose(): void;
  /** Called with the whole key, which is known this once. */
  onIssued(key: string): void;
}

/** Issues a key that may do no more than the one that is used. */
export function IssueKey({ onClose, onIssued }: IssueProps) {
  const { api, may } = useApp();
  const { users } = useDirectory();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const [narrow, setNarrow] = useState(false);
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [expires, setExpires] = useState('');
  const [owner, setOwner] = useState('');
  const task = useTask();
  const offered = scopesFor(role).filter(([scope]) => may('VIEWER', scope));
  const chosen = offered.map(([scope]) => scope).filter((scope) => scopes.includes(scope));
  const toggle = (scope: Scope): void =>
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  const issue = async (): Promise<void> => {
    let key = '';
    const body = {
      name,
      role,
      scopes: narrow ? chosen : [],
      expires_at: endOf(expires),
      owner_id: owner || null,
    };
    const done = await task.run(async () => {
      ({ key } = await api.call.issueApiKey({ body }));
    });
    if (done) onIssued(key);
  };
  const owners = [['', 'Nobody: a program’s key'], ...users.map(({ id, name: who }) => [id, who] as const)] as const;
  return (
    <Dialog
      title="Issue a key"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="key" disabled={narrow && chosen.length === 0} busy={task.busy}>
            Issue
          </Button>
        </>
      }
    >
      <form id="key" class="section" onSubmit={submitting(() => void issue())}>
        <TextField
          label="Name"
          help="Who or what uses it: history and audit log show it"
          required
          value={name}
          error={fieldWords(task.failure, 'name')}
          onInput={setName}
        />
        <SelectField label="Role" value={role} options={ROLES} onChange={(value) => setRole(value)} />
        <label class="check">
          <input type="checkbox" checked={narrow} onChange={({ currentTarget }) => setNarrow(currentTarget.checked)} />
          Narrow it to parts of the service
        </label>
        {narrow && (
          <fieldset class="choices">
            <legend>Scopes</legend>
            {offered.map(([scope, words]) => (
              <label key={scope} class="check">
                <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
                <span>
                  {scope} <span class="muted small">{words}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <TextField
          label="Expires after (optional)"
          type="date"
          value={expires}
          error={fieldWords(task.failure, 'expires_at')}
          onInput={setExpires}
        />
        {users.length > 0 && (
          <SelectField
            label="Owner"
            help="It may do no more than its owner, and ends with the owner’s account"
            value={owner}
            options={owners}
            onChange={setOwner}
          />
        )}
      </form>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}

interface RotateProps extends IssueProps {
  apiKey: ApiKey;
}

/** Gives a key a new secret. The one that is used here is exchanged in this tab, too. */
export function RotateKey({ apiKey, onClose, onIssued }: RotateProps) {
  const { api, session, switchOrganization } = useApp();
  const task = useTask();
  const isOwn = apiKey.id === session.key_id;
  const rotate = async (): Promise<void> => {
    let key = '';
    const done = await task.run(async () => {
      ({ key } = await api.call.rotateApiKey({ path: { api_key_id: apiKey.id } }));
    });
    if (!done) return;
    onIssued(key);
    if (!isOwn) return;
    storedKey.set(key);
    // Connects anew with it; should that fail, the old secret works for an hour more.
    await switchOrganization(session.organization_id).catch(() => undefined);
  };
  return (
    <Confirm
      title={`A new secret for “${apiKey.name}”?`}
      action="Make a new secret"
      busy={task.busy}
      onConfirm={() => void rotate()}
      onClose={onClose}
    >
      <p>
        The old secret works for an hour more: until then, exchange it wherever it is used.
        {isOwn && ' It is the key that you use here; this tab takes the new secret by itself.'}
      </p>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Confirm>
  );
}

interface RevokeProps {
  apiKey: ApiKey;
  onClose(): void;
  onRevoked(): void;
}

export function RevokeKey({ apiKey, onClose, onRevoked }: RevokeProps) {
  const { api, session, signOut } = useApp();
  const task = useTask();
  const isOwn = apiKey.id === session.key_id;
  const revoke = async (): Promise<void> => {
    if (!(await task.run(() => api.call.revokeApiKey({ path: { api_key_id: apiKey.id } })))) return;
    if (isOwn) {
      signOut('You revoked this key.');
      return;
    }
    notify(`“${apiKey.name}” is revoked.`);
    onRevoked();
    onClose();
  };
  return (
    <Confirm
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke"
      danger
      busy={task.busy}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        Whoever uses it is refused within five seconds. This cannot be undone.
        {isOwn && (
          <>
            {' '}
            <strong>It is the key that you use here: you will need another one to come back.</strong>
          </>
        )}
      </p>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Confirm>
  );
}
