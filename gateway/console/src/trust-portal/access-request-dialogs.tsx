import { useEffect, useState } from 'preact/hooks';
import type { AccessRequest } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Choices } from '../ui/choices.js';
import { TextField } from '../ui/field.js';
import { endOf } from '../ui/format.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { publicHostsAmong } from './public-email-hosts.js';

interface DialogProps {
  request: AccessRequest;
  onClose(): void;
  onDone(): void;
}

const DAYS = 90;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Gives all or some of what was asked for, until a day. */
export function ApproveRequest({ request, onClose, onDone }: DialogProps) {
  const { api } = useApp();
  const there = request.documents.filter(({ title }) => title !== '');
  const before = there.filter(({ granted }) => granted).map(({ id }) => id);
  const [chosen, setChosen] = useState<string[]>(before.length > 0 ? before : there.map(({ id }) => id));
  const [until, setUntil] = useState(inDays(DAYS));
  const [note, setNote] = useState('');
  const task = useTask();
  const approve = async (): Promise<void> => {
    const body = { document_ids: chosen, expires_at: endOf(until), note };
    const path = { access_request_id: request.id };
    if (!(await task.run(() => api.call.approveAccessRequest({ path, body })))) return;
    notify(t('portal:access.approved', { name: request.name }));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('portal:access.approveTitle', { name: request.name })}
      action={t('portal:access.approve')}
      task={task}
      ready={chosen.length > 0}
      head={<p>{t('portal:access.approveHelp', { email: request.email })}</p>}
      onSubmit={() => void approve()}
      onClose={onClose}
    >
      <Choices
        legend={t('portal:tab.documents')}
        items={there.map(({ id, title }) => ({ id, name: title }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <TextField
        label={t('portal:access.until')}
        help={t('portal:access.untilHelp')}
        type="date"
        value={until}
        error={fieldWords(task.failure, 'expires_at')}
        onInput={setUntil}
      />
      <TextField label={t('portal:access.note')} rows={3} value={note} onInput={setNote} />
    </FormDialog>
  );
}

/** Declines, with a word that the person is told. */
export function DeclineRequest({ request, onClose, onDone }: DialogProps) {
  const { api } = useApp();
  const [note, setNote] = useState('');
  const task = useTask();
  const decline = async (): Promise<void> => {
    const path = { access_request_id: request.id };
    if (!(await task.run(() => api.call.declineAccessRequest({ path, body: { note } })))) return;
    notify(t('portal:access.declined', { name: request.name }));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('portal:access.declineTitle', { name: request.name })}
      action={t('portal:access.decline')}
      task={task}
      onSubmit={() => void decline()}
      onClose={onClose}
    >
      <TextField
        label={t('portal:access.note')}
        help={t('portal:access.noteHelp')}
        rows={3}
        value={note}
        onInput={setNote}
      />
    </FormDialog>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Who is approved without anybody looking. */
export function AccessRulesDialog({ onClose }: { onClose(): void }) {
  const { api } = useApp();
  const rules = useLoad((signal) => api.call.getAccessRules({ signal }), []);
  const [domains, setDomains] = useState('');
  const [addresses, setAddresses] = useState('');
  const [days, setDays] = useState(String(DAYS));
  const task = useTask();
  useEffect(() => {
    if (!rules.data) return;
    setDomains(rules.data.domains.join('\n'));
    setAddresses(rules.data.addresses.join('\n'));
    setDays(String(rules.data.days));
  }, [rules.data]);
  const save = async (): Promise<void> => {
    const body = { domains: linesOf(domains), addresses: linesOf(addresses), days: Number(days) };
    if (!(await task.run(() => api.call.setAccessRules({ body })))) return;
    notify(t('portal:access.rulesSaved'));
    onClose();
  };
  const open = publicHostsAmong(linesOf(domains));
  return (
    <FormDialog
      title={t('portal:access.rules')}
      action={t('portal:document.save')}
      task={task}
      ready={rules.data !== undefined}
      head={<p>{t('portal:access.rulesHelp')}</p>}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField label={t('portal:access.domains')} rows={4} value={domains} onInput={setDomains} />
      {open.length > 0 && (
        <Notice kind="warning">{t('portal:access.publicHosts', { domains: open.join(', ') })}</Notice>
      )}
      <TextField label={t('portal:access.addresses')} rows={4} value={addresses} onInput={setAddresses} />
      <TextField
        label={t('portal:access.days')}
        value={days}
        error={fieldWords(task.failure, 'days')}
        onInput={setDays}
      />
    </FormDialog>
  );
}
