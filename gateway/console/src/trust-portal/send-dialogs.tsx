import { useState } from 'preact/hooks';
import { useTask } from '../ui/use-task.js';
import type { Update } from '../api/types.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { LocalLinks, useMailState } from './mail-warning.js';
import { hereZone, instantOf, localInput } from './update-words.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';

/** Tomorrow at this hour is offered. */
const DAY_MS = 86_400_000;

interface Props {
  update: Update;
  /** Of the dry run; undefined: not known yet. */
  receiving: number | undefined;
  onClose(): void;
  onChange(update: Update): void;
}

/** Asks for a tick with the number of mails before they go: they cannot be taken back. */
export function SendDialog({ update, receiving = 0, onClose, onChange }: Props) {
  const { api } = useApp();
  const [ticked, setTicked] = useState(false);
  const path = { update_id: update.id };
  const { state } = useMailState();
  const isKept = state?.has_server === false;
  return (
    <Confirm
      title={t('portal:send.title')}
      action={t('portal:send.action', { count: receiving })}
      ready={ticked}
      work={() => api.call.editTrustPortalUpdate({ path, body: { send_immediately: true } })}
      said={isKept ? t('portal:send.kept') : t('portal:send.onTheirWay')}
      onDone={onChange}
      onClose={onClose}
    >
      <p>
        {rich(t('portal:send.help', { title: update.title, count: receiving }), {
          strong: (words) => <strong>{words}</strong>,
        })}
      </p>
      <BeforeSending />
      <Check checked={ticked} onChange={setTicked}>
        {t('portal:send.agree', { count: receiving })}
      </Check>
    </Confirm>
  );
}

/** What would be regretted afterwards. */
function BeforeSending() {
  const { state } = useMailState();
  if (!state || (state.works && !state.links_are_local)) return null;
  return (
    <Notice kind="warning">
      {!state.has_server && <p>{t('portal:warning.keptInOutbox')}</p>}
      {state.has_server && !state.works && <p>{t('portal:warning.brokenNow', { reason: state.reason ?? '' })}</p>}
      {state.links_are_local && <LocalLinks url={state.public_url} />}
    </Notice>
  );
}

/** Chooses when the mails go; until then the schedule can be changed and cancelled. */
export function ScheduleDialog({ update, receiving, onClose, onChange }: Props) {
  const { api } = useApp();
  const [time, setTime] = useState(localInput(update.scheduled_at ?? Date.now() + DAY_MS));
  const task = useTask();
  const instant = instantOf(time);
  const isPast = instant !== undefined && Date.parse(instant) <= Date.now();
  const schedule = async (): Promise<void> => {
    if (instant === undefined || isPast) return;
    const done = await task.run(async () =>
      onChange(
        await api.call.editTrustPortalUpdate({ path: { update_id: update.id }, body: { scheduled_at: instant } }),
      ),
    );
    if (!done) return;
    notify(t('portal:schedule.done'));
    onClose();
  };
  return (
    <FormDialog
      title={t('portal:schedule.title')}
      action={t('portal:schedule.action')}
      task={task}
      ready={instant !== undefined && !isPast}
      foot={
        <p class="muted">
          {receiving === undefined ? t('portal:schedule.help') : t('portal:schedule.helpNow', { count: receiving })}
        </p>
      }
      onSubmit={() => void schedule()}
      onClose={onClose}
    >
      <BeforeSending />
      <TextField
        label={t('portal:schedule.time')}
        type="datetime-local"
        required
        help={t('portal:schedule.zone', { zone: hereZone() })}
        value={time}
        error={isPast ? t('portal:schedule.past') : fieldWords(task.failure, 'scheduled_at')}
        onInput={setTime}
      />
    </FormDialog>
  );
}
