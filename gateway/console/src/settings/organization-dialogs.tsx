import { useState } from 'preact/hooks';
import type { Organization } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Button } from '../ui/button.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
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
  const shown = ['name', 'tenant_name'].some((path) => fieldWords(task.failure, path)) || domainError;
  return (
    <Dialog
      title="New child organization"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="organization" busy={task.busy}>
            Create
          </Button>
        </>
      }
    >
      <form id="organization" class="section" onSubmit={submitting(() => void create())}>
        <TextField
          label="Name"
          help="Also on its trust portal and in its mails"
          required
          value={name}
          error={fieldWords(task.failure, 'name')}
          onInput={setName}
        />
        <TextField
          label="Name in addresses (optional)"
          help="Of a–z, 0–9 and -; made from the name when empty"
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
        <label class="check">
          <input type="checkbox" checked={going} onChange={({ currentTarget }) => setGoing(currentTarget.checked)} />
          Work there as soon as it is created
        </label>
      </form>
      {task.failure !== undefined && !shown && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}

/** Deletes a child with everything in it, when its name was typed. */
export function DeleteOrganization({ organization, onClose }: { organization: Organization; onClose(): void }) {
  const { api, session, switchOrganization } = useApp();
  const [typed, setTyped] = useState('');
  const task = useTask();
  const remove = async (): Promise<void> => {
    const done = await task.run(async () => {
      await api.call.deleteOrganization({ path: { organization_id: organization.id } });
      // Lists anew what there is.
      await switchOrganization(session.organization_id);
    });
    if (!done) return;
    notify(`${organization.name} is deleted.`);
    onClose();
  };
  return (
    <Confirm
      title={`Delete ${organization.name}?`}
      action="Delete everything"
      danger
      ready={typed.trim() === organization.name}
      busy={task.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        Its questionnaires, evidence, library, trust portal, subscribers, conversations, people, keys and webhooks are
        erased. Nothing of it can be brought back.
      </p>
      <TextField label={`Type “${organization.name}” to confirm`} value={typed} onInput={setTyped} />
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Confirm>
  );
}
