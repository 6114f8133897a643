import { useState } from 'preact/hooks';
import type { ApiKey } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../app/context.js';
import { useDirectory } from '../app/directory.js';
import type { Role, Scope } from '../app/session.js';
import { storedKey } from '../app/stored.js';
import { Check, Choices } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { endOf } from '../ui/format.js';
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
    <FormDialog
      title="Issue a key"
      action="Issue"
      task={task}
      ready={!narrow || chosen.length > 0}
      onSubmit={() => void issue()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        help="Who or what uses it: history and audit log show it"
        required
        value={name}
        error={fieldWords(task.failure, 'name')}
        onInput={setName}
      />
      <SelectField label="Role" value={role} options={ROLES} onChange={(value) => setRole(value)} />
      <Check checked={narrow} onChange={setNarrow}>
        Narrow it to parts of the service
      </Check>
      {narrow && (
        <Choices
          legend="Scopes"
          items={offered.map(([scope, words]) => ({ id: scope, name: scopeName(scope, words) }))}
          chosen={scopes}
          onChange={setScopes}
        />
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
    </FormDialog>
  );
}

const scopeName = (scope: Scope, words: string) => (
  <span>
    {scope} <span class="muted small">{words}</span>
  </span>
);

interface RotateProps extends IssueProps {
  apiKey: ApiKey;
}

/** Gives a key a new secret. The one that is used here is exchanged in this tab, too. */
export function RotateKey({ apiKey, onClose, onIssued }: RotateProps) {
  const { api, session, switchOrganization } = useApp();
  const isOwn = apiKey.id === session.key_id;
  const rotated = ({ key }: { key: string }): void => {
    onIssued(key);
    if (!isOwn) return;
    storedKey.set(key);
    // Connects anew with it; should that fail, the old secret works for an hour more.
    void switchOrganization(session.organization_id).catch(() => undefined);
  };
  return (
    <Confirm
      title={`A new secret for “${apiKey.name}”?`}
      action="Make a new secret"
      work={() => api.call.rotateApiKey({ path: { api_key_id: apiKey.id } })}
      onDone={rotated}
      onClose={onClose}
    >
      <p>
        The old secret works for an hour more: until then, exchange it wherever it is used.
        {isOwn && ' It is the key that you use here; this tab takes the new secret by itself.'}
      </p>
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
  const isOwn = apiKey.id === session.key_id;
  return (
    <Confirm
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke"
      danger
      work={() => api.call.revokeApiKey({ path: { api_key_id: apiKey.id } })}
      said={isOwn ? undefined : `“${apiKey.name}” is revoked.`}
      onDone={() => (isOwn ? signOut('You revoked this key.') : onRevoked())}
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
    </Confirm>
  );
}
