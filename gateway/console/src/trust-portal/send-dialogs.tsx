import { useState } from 'preact/hooks';
import { useTask } from '../api/use-task.js';
import type { Update } from '../api/types.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { count } from '../ui/format.js';
import { notify } from '../ui/toast.js';
import { hereZone, instantOf, localInput } from './update-words.js';

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
  return (
    <Confirm
      title="Send the mails now?"
      action={`Send ${count(receiving, 'mail')}`}
      ready={ticked}
      work={() => api.call.editTrustPortalUpdate({ path, body: { send_immediately: true } })}
      said="The mails are on their way."
      onDone={onChange}
      onClose={onClose}
    >
      <p>
        “{update.title}” goes to <strong>{count(receiving, 'subscriber')}</strong> at once. What is sent cannot be taken
        back.
      </p>
      <Check checked={ticked} onChange={setTicked}>
        I have read the mail, and want it sent to {count(receiving, 'subscriber')}.
      </Check>
    </Confirm>
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
    notify('Scheduled. Until then you can change or cancel it.');
    onClose();
  };
  return (
    <FormDialog
      title="Schedule the mails"
      action="Schedule"
      task={task}
      ready={instant !== undefined && !isPast}
      foot={
        <p class="muted">
          They go to whoever is subscribed then
          {receiving === undefined ? '' : `: ${count(receiving, 'subscriber')} as of now`}.
        </p>
      }
      onSubmit={() => void schedule()}
      onClose={onClose}
    >
      <TextField
        label="Date and time"
        type="datetime-local"
        required
        help={`In your time zone, ${hereZone()}`}
        value={time}
        error={isPast ? 'This time has passed.' : fieldWords(task.failure, 'scheduled_at')}
        onInput={setTime}
      />
    </FormDialog>
  );
}
