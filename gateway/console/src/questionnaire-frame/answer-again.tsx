import { useState } from 'preact/hooks';
import type { Band, Overview } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { SelectField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Icon } from '../ui/icon.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

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

const statuses = (): readonly (readonly [Again['status'], string])[] => [
  ['unapproved', t('questionnaires:again.unapproved')],
  ['open', t('questionnaires:again.open')],
];
const bands = (): readonly (readonly [Again['band'], string])[] => [
  ['', t('questionnaires:again.anyBand')],
  ['HIGH', t('questionnaires:again.high')],
  ['MEDIUM', t('questionnaires:again.medium')],
  ['LOW', t('questionnaires:again.low')],
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
      notify(t('questionnaires:again.none'), 'error');
      return;
    }
    notify(t('questionnaires:again.started', { count: started }));
    onStarted();
    onClose();
  };

  return (
    <FormDialog
      title={t('questionnaires:again.title')}
      action={t('questionnaires:again.title')}
      task={task}
      head={<p>{t('questionnaires:again.about')}</p>}
      onSubmit={() => void start()}
      onClose={onClose}
    >
      <SelectField
        label={t('questionnaires:again.questions')}
        value={status}
        options={statuses()}
        onChange={(to) => choose({ status: to, sheet, band })}
      />
      {sheets.length > 1 && (
        <SelectField
          label={t('questionnaires:sheet')}
          value={sheet}
          options={[['', t('questionnaires:everySheet')], ...sheets]}
          onChange={(to) => choose({ status, sheet: to, band })}
        />
      )}
      <SelectField
        label={t('questionnaires:again.confidence')}
        value={band}
        options={bands()}
        onChange={(to) => choose({ status, sheet, band: to })}
      />
    </FormDialog>
  );
}

/** Says on the overview that the answers are older than the evidence, and offers to renew them. */
export function EvidenceNotice({ overview, onStarted }: Pick<Props, 'overview' | 'onStarted'>) {
  const { may } = useApp();
  if (!overview.evidence_changed || !canAnswerAgain(overview) || !may('MEMBER', 'Questionnaires: write')) return null;
  return (
    <Notice kind="info">
      <p>{t('questionnaires:again.changed')}</p>
      <AllAgainOffer overview={overview} onStarted={onStarted} />
    </Notice>
  );
}

/** The button in a notice that offers to renew all answers, with its dialog. */
export function AllAgainOffer({ overview, onStarted }: Pick<Props, 'overview' | 'onStarted'>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p>
        <Button onClick={() => setAsking(true)}>
          <Icon name="refresh" />
          {t('questionnaires:again.more')}
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
    </>
  );
}
