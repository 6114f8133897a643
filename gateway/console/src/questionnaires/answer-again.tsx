import { useState } from 'preact/hooks';
import type { Band, Overview } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { useApp } from '../app/context.js';
import { Button } from '../ui/button.js';
import { SelectField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { count } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';

/** Which questions are answered again; '' is any. */
export interface Again {
  status: 'unapproved' | 'open';
  sheet: string;
  band: Band | '';
}

export const ALL_AGAIN: Again = { status: 'unapproved', sheet: '', band: '' };

const ANSWERED = new Set(['ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'ANSWERING_FAILED']);

/** Whether the questionnaire is in a state in which its questions can be answered again. */
export const canAnswerAgain = ({ status }: Overview): boolean => ANSWERED.has(status);

const STATUSES: readonly (readonly [Again['status'], string])[] = [
  ['unapproved', 'All that are not approved'],
  ['open', 'Those without an answer'],
];
const BANDS: readonly (readonly [Again['band'], string])[] = [
  ['', 'Any confidence'],
  ['HIGH', 'High'],
  ['MEDIUM', 'Medium'],
  ['LOW', 'Low'],
];

interface Props {
  overview: Overview;
  /** What is chosen at first. */
  first: Again;
  onStarted(): void;
  onClose(): void;
}

/** Chooses questions, and has them answered again from what is known now. */
export function AnswerAgainDialog({ overview, first, onStarted, onClose }: Props) {
  const { api } = useApp();
  const [{ status, sheet, band }, choose] = useState(first);
  const task = useTask();
  const sheets = overview.sheets.map(({ id, name }) => [id, name] as const);

  const start = async (): Promise<void> => {
    const filter = { status, sheet: sheet || null, band: band || null };
    let started = 0;
    const done = await task.run(async () => {
      const path = { questionnaire_id: overview.id };
      started = (await api.call.regenerateQuestionnaire({ path, body: { filter } })).questions;
    });
    if (!done) return;
    if (started === 0) {
      notify('None of these questions can be answered again: they are approved, or by people.', 'error');
      return;
    }
    notify(`${count(started, 'question is', 'questions are')} being answered again.`);
    onStarted();
    onClose();
  };

  return (
    <FormDialog
      title="Answer again"
      action="Answer again"
      task={task}
      head={
        <p>
          The questions are answered anew from the library and the documents as they are now. What is approved, what
          people wrote, and what came with the file stays; the answers that stand there now stay in the history.
        </p>
      }
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <SelectField
        label="Questions"
        value={status}
        options={STATUSES}
        onChange={(to) => choose({ status: to, sheet, band })}
      />
      {sheets.length > 1 && (
        <SelectField
          label="Sheet"
          value={sheet}
          options={[['', 'Every sheet'], ...sheets]}
          onChange={(to) => choose({ status, sheet: to, band })}
        />
      )}
      <SelectField
        label="Confidence"
        value={band}
        options={BANDS}
        onChange={(to) => choose({ status, sheet, band: to })}
      />
    </FormDialog>
  );
}

/** Says on the overview that the answers are older than the evidence, and offers to renew them. */
export function EvidenceNotice({ overview, onStarted }: Pick<Props, 'overview' | 'onStarted'>) {
  const { may } = useApp();
  const [asking, setAsking] = useState(false);
  if (!overview.evidence_changed || !canAnswerAgain(overview) || !may('MEMBER', 'Questionnaires: write')) return null;
  return (
    <Notice kind="info">
      <p>Evidence has changed since these answers were made.</p>
      <p>
        <Button onClick={() => setAsking(true)}>
          <Icon name="refresh" />
          Answer again …
        </Button>
      </p>
      {asking && (
        <AnswerAgainDialog
          overview={overview}
          first={ALL_AGAIN}
          onStarted={onStarted}
          onClose={() => setAsking(false)}
        />
      )}
    </Notice>
  );
}
