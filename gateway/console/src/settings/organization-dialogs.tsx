import { useState } from 'preact/hooks';
import type { Organization } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

/** Creates a child organization, and goes there or stays. */
export function CreateOrganization({ onClose }: { onClose(): void }) {
  const { api, session, switchOrganization } = useApp();
  const [name, setName] = useState('');
  const [tenantName, setTenantName] = useState('');
  const [domains, setDomains] = useState('');
  const [going, setGoing] = useState(true);
  const task = useTask();
  const hd = domains.split(/[\s,;]+/).filter(Boolean);
  const create = async (): Promise<void> => {
    const done = await task.run(async () => {
      const made = await api.call.createOrganization({ body: { name, tenant_name: tenantName || null, hd } });
      // The session is in the new one now, whether the person wants that or not.
      await switchOrganization(going ? made.id : session.organization_id);
    });
    if (!done) return;
    notify(t(going ? 'settings:organization.moved' : 'settings:organization.wasCreated', { name: name.trim() }));
    onClose();
  };
  const domainError = hd.map((_domain, index) => fieldWords(task.failure, `hd.${index}`)).find(Boolean);
  const told = fieldWords(task.failure, 'name') ?? fieldWords(task.failure, 'tenant_name') ?? domainError;
  return (
    <FormDialog
      title={t('settings:organization.new')}
      action={t('settings:create')}
      task={task}
      told={told !== undefined}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <TextField
        label={t('settings:name')}
        help={t('settings:organization.nameHelp')}
        required
        value={name}
        error={fieldWords(task.failure, 'name')}
        onInput={setName}
      />
      <TextField
        label={t('settings:organization.tenantNameOptional')}
        help={t('settings:organization.tenantNameNewHelp')}
        value={tenantName}
        error={fieldWords(task.failure, 'tenant_name')}
        onInput={setTenantName}
      />
      <TextField
        label={t('settings:organization.domains')}
        help={t('settings:organization.domainsHelp')}
        value={domains}
        error={domainError}
        onInput={setDomains}
      />
      <Check checked={going} onChange={setGoing}>
        {t('settings:organization.going')}
      </Check>
    </FormDialog>
  );
}

/** Deletes a child with everything in it, when its name was typed. */
export function DeleteOrganization({ organization, onClose }: { organization: Organization; onClose(): void }) {
  const { api, session, switchOrganization } = useApp();
  const [typed, setTyped] = useState('');
  const remove = async (): Promise<void> => {
    await api.call.deleteOrganization({ path: { organization_id: organization.id } });
    // Lists anew what there is.
    await switchOrganization(session.organization_id);
  };
  return (
    <Confirm
      title={t('settings:deleteTitle', { name: organization.name })}
      action={t('settings:organization.deleteAll')}
      danger
      ready={typed.trim() === organization.name}
      work={remove}
      said={t('settings:deleted', { name: organization.name })}
      onClose={onClose}
    >
      <p>{t('settings:organization.deleteHelp')}</p>
      <TextField
        label={t('settings:organization.confirm', { name: organization.name })}
        value={typed}
        onInput={setTyped}
      />
    </Confirm>
  );
}
