import { useState } from 'preact/hooks';
import type { ApiKey } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import type { Role, Scope } from '../core/session.js';
import { storedKey } from '../state/stored.js';
import { Check, Choices } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { endOf } from '../ui/format.js';
import { roles, scopesFor } from './scopes.js';
import { t } from '../words/words.js';

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
  const owners = [['', t('settings:key.noOwner')], ...users.map(({ id, name: who }) => [id, who] as const)] as const;
  return (
    <FormDialog
      title={t('settings:key.issue')}
      action={t('settings:key.issueAction')}
      task={task}
      ready={!narrow || chosen.length > 0}
      onSubmit={() => void issue()}
      onClose={onClose}
    >
      <TextField
        label={t('settings:name')}
        help={t('settings:key.nameHelp')}
        required
        value={name}
        error={fieldWords(task.failure, 'name')}
        onInput={setName}
      />
      <SelectField label={t('settings:role')} value={role} options={roles()} onChange={(value) => setRole(value)} />
      <Check checked={narrow} onChange={setNarrow}>
        {t('settings:key.narrow')}
      </Check>
      {narrow && (
        <Choices
          legend={t('settings:key.scopes')}
          items={offered.map(([scope, words]) => ({ id: scope, name: scopeName(scope, t(`settings:scope.${words}`)) }))}
          chosen={scopes}
          onChange={setScopes}
        />
      )}
      <TextField
        label={t('settings:key.expires')}
        type="date"
        value={expires}
        error={fieldWords(task.failure, 'expires_at')}
        onInput={setExpires}
      />
      {users.length > 0 && (
        <SelectField
          label={t('settings:key.ownerField')}
          help={t('settings:key.ownerHelp')}
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
      title={t('settings:key.rotateTitle', { name: apiKey.name })}
      action={t('settings:newSecret')}
      work={() => api.call.rotateApiKey({ path: { api_key_id: apiKey.id } })}
      onDone={rotated}
      onClose={onClose}
    >
      <p>
        {t('settings:key.rotateHelp')} {isOwn && t('settings:key.rotateOwn')}
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
      title={t('settings:key.revokeTitle', { name: apiKey.name })}
      action={t('settings:key.revoke')}
      danger
      work={() => api.call.revokeApiKey({ path: { api_key_id: apiKey.id } })}
      said={isOwn ? undefined : t('settings:key.wasRevoked', { name: apiKey.name })}
      onDone={() => (isOwn ? signOut(t('settings:key.youRevoked')) : onRevoked())}
      onClose={onClose}
    >
      <p>
        {t('settings:key.revokeHelp')} {isOwn && <strong>{t('settings:key.revokeOwn')}</strong>}
      </p>
    </Confirm>
  );
}
