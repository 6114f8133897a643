import { useState } from 'preact/hooks';
import type { Subprocessor } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface SubprocessorProps {
  /** Undefined: a new one. */
  one: Subprocessor | undefined;
  onClose(): void;
  onSaved(): void;
}

/** Adds a subprocessor, or changes one. */
export function SubprocessorDialog({ one, onClose, onSaved }: SubprocessorProps) {
  const { api } = useApp();
  const [name, setName] = useState(one?.name ?? '');
  const [purpose, setPurpose] = useState(one?.purpose ?? '');
  const [data, setData] = useState(one?.data ?? '');
  const [region, setRegion] = useState(one?.region ?? '');
  const [since, setSince] = useState(one?.since ?? '');
  const task = useTask();
  const save = async (): Promise<void> => {
    const body = { name, purpose, data, region, since: since === '' ? null : since };
    const done = await task.run(() =>
      one ? api.call.editSubprocessor({ path: { subprocessor_id: one.id }, body }) : api.call.addSubprocessor({ body }),
    );
    if (!done) return;
    notify(one ? t('portal:subprocessor.saved') : t('portal:subprocessor.added'));
    onSaved();
    onClose();
  };
  const wrong = (field: string): string | undefined => fieldWords(task.failure, field);
  const told = ['name', 'purpose', 'data', 'region', 'since'].map(wrong).find(Boolean);
  return (
    <FormDialog
      title={one ? t('portal:subprocessor.editTitle') : t('portal:subprocessor.new')}
      action={one ? t('portal:subprocessor.save') : t('portal:subprocessor.add')}
      task={task}
      told={told !== undefined}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField label={t('portal:subprocessor.name')} required value={name} error={wrong('name')} onInput={setName} />
      <TextField
        label={t('portal:subprocessor.purpose')}
        value={purpose}
        error={wrong('purpose')}
        onInput={setPurpose}
      />
      <TextField
        label={t('portal:subprocessor.data')}
        help={t('portal:subprocessor.dataHelp')}
        value={data}
        error={wrong('data')}
        onInput={setData}
      />
      <TextField label={t('portal:subprocessor.region')} value={region} error={wrong('region')} onInput={setRegion} />
      <TextField
        label={t('portal:subprocessor.since')}
        help={t('portal:subprocessor.sinceHelp')}
        type="date"
        value={since}
        error={wrong('since')}
        onInput={setSince}
      />
    </FormDialog>
  );
}

interface AnnounceProps {
  /** How many are not announced. */
  changes: number;
  onClose(): void;
  onAnnounced(): void;
}

/** Makes one update of all changes; it goes to subscribers at once, or stays a draft. */
export function AnnounceDialog({ changes, onClose, onAnnounced }: AnnounceProps) {
  const { api } = useApp();
  const categories = useLoad((signal) => api.call.listTrustPortalCategories({ signal }), []);
  const known = categories.data?.categories ?? [];
  const [chosen, setChosen] = useState('');
  const [notice, setNotice] = useState('30');
  const [draft, setDraft] = useState(false);
  const task = useTask();
  const category = chosen === '' ? (known[0]?.id ?? '') : chosen;
  const days = /^\d{1,3}$/.test(notice.trim()) ? Number(notice) : undefined;
  const announce = async (): Promise<void> => {
    const body = { category_id: category, notice_days: days ?? 0, draft };
    if (!(await task.run(() => api.call.announceSubprocessors({ body })))) return;
    notify(t('portal:subprocessor.announcedNow'));
    onAnnounced();
    onClose();
  };
  return (
    <FormDialog
      title={t('portal:subprocessor.announceTitle')}
      action={draft ? t('portal:subprocessor.sendDraft') : t('portal:subprocessor.send')}
      task={task}
      told
      ready={category !== '' && days !== undefined}
      onSubmit={() => void announce()}
      onClose={onClose}
    >
      <p>{t('portal:subprocessor.announceHelp', { count: changes })}</p>
      {categories.data && known.length === 0 ? (
        <Notice kind="warning">{t('portal:subprocessor.noCategory')}</Notice>
      ) : (
        <SelectField
          label={t('portal:subprocessor.category')}
          help={t('portal:subprocessor.categoryHelp')}
          value={category}
          options={known.map(({ id, name }) => [id, name] as const)}
          error={fieldWords(task.failure, 'category_id')}
          onChange={setChosen}
        />
      )}
      <TextField
        label={t('portal:subprocessor.notice')}
        help={t('portal:subprocessor.noticeHelp')}
        value={notice}
        error={fieldWords(task.failure, 'notice_days')}
        onInput={setNotice}
      />
      <Check checked={draft} onChange={setDraft}>
        {t('portal:subprocessor.asDraft')}
      </Check>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </FormDialog>
  );
}
