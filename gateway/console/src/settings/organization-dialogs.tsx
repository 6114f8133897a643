import { useState } from 'preact/hooks';
import type { Organization } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';

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
    notify(going ? `You work in ${name.trim()} now.` : `${name.trim()} is there.`);
    onClose();
  };
  const domainError = hd.map((_domain, index) => fieldWords(task.failure, `hd.${index}`)).find(Boolean);
  const told = fieldWords(task.failure, 'name') ?? fieldWords(task.failure, 'tenant_name') ?? domainError;
  return (
    <FormDialog
      title="New child organization"
      action="Create"
      task={task}
      told={told !== undefined}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        help="Also on its trust portal and in its mails"
        required
        value={name}
        error={fieldWords(task.failure, 'name')}
        onInput={setName}
      />
      <TextField
        label="What it is called (optional)"
        help="Its name in addresses is made from this, or is this when it is of a–z, 0–9 and -"
        value={tenantName}
        error={fieldWords(task.failure, 'tenant_name')}
        onInput={setTenantName}
      />
      <TextField
        label="Approved e-mail domains (optional)"
        help="Separated by commas"
        value={domains}
        error={domainError}
        onInput={setDomains}
      />
      <Check checked={going} onChange={setGoing}>
        Work there as soon as it is created
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
      title={`Delete ${organization.name}?`}
      action="Delete everything"
      danger
      ready={typed.trim() === organization.name}
      work={remove}
      said={`${organization.name} is deleted.`}
      onClose={onClose}
    >
      <p>
        Its questionnaires, evidence, library, trust portal, subscribers, conversations, people, keys and webhooks are
        erased. Nothing of it can be brought back.
      </p>
      <TextField label={`Type “${organization.name}” to confirm`} value={typed} onInput={setTyped} />
    </Confirm>
  );
}
