import { useMemo, useState } from 'preact/hooks';
import type { Api } from '../api/api.js';
import type { Band, BulkApproval, Overview, Question } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { BandBadge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Check, toggled } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { count, number } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { VirtualList } from '../ui/virtual-list.js';
import { canApprove } from './filters.js';
import { answerWords } from './question-list.js';

const ROW_HEIGHT = 62;
/** As many as one call takes. */
const AT_ONCE = 10_000;
const BANDS: readonly Band[] = ['HIGH', 'MEDIUM', 'LOW'];

interface Props {
  overview: Overview;
  questions: readonly Question[];
  /** The sheet that the list is narrowed to; '' is all. */
  sheet: string;
  onClose(): void;
  onApproved(): void;
}

/** Approves answers by their confidence: exactly those that the preview shows. */
export function BulkApprove({ overview, questions, sheet: listed, onClose, onApproved }: Props) {
  const { api } = useApp();
  const [bands, setBands] = useState<readonly Band[]>(['HIGH']);
  const [sheet, setSheet] = useState(listed);
  const [selected, select] = useState<string>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const task = useTask();
  const inSheet = useMemo(
    () => questions.filter((question) => sheet === '' || question.sheet_id === sheet),
    [questions, sheet],
  );
  const preview = inSheet.filter(
    (question) => canApprove(question) && question.confidence !== null && bands.includes(question.confidence.band),
  );
  const chosen = preview.filter(({ id }) => !left.has(id));
  const countOf = (band: Band): number =>
    inSheet.filter((question) => canApprove(question) && question.confidence?.band === band).length;
  const toggle = (id: string): void => {
    const now = new Set(left);
    if (!now.delete(id)) now.add(id);
    setLeft(now);
  };

  const approve = async (): Promise<void> => {
    const ids = chosen.map(({ id }) => id);
    const done = await task.run(async () => {
      const report = await approveAll(api, overview.id, ids);
      notify(reportWords(report), report.skipped.length > 0 ? 'error' : 'done');
    });
    if (!done) return;
    onApproved();
    onClose();
  };

  return (
    <Dialog
      title="Approve many at once"
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={task.busy} disabled={chosen.length === 0} onClick={() => void approve()}>
            Approve {count(chosen.length, 'answer')}
          </Button>
        </>
      }
    >
      <div class="toolbar">
        <fieldset class="band-choice">
          <legend class="hidden">Confidence</legend>
          {BANDS.map((band) => (
            <Check key={band} checked={bands.includes(band)} onChange={() => setBands(toggled(bands, band))}>
              <BandBadge band={band} />
              <span class="muted small">{number(countOf(band))}</span>
            </Check>
          ))}
        </fieldset>
        {overview.sheets.length > 1 && (
          <select aria-label="Sheet" value={sheet} onChange={({ currentTarget }) => setSheet(currentTarget.value)}>
            <option value="">Every sheet</option>
            {overview.sheets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      {bands.includes('LOW') && (
        <Notice kind="warning">Answers of low confidence are often wrong: read each before you approve it.</Notice>
      )}
      {preview.length === 0 ? (
        <p class="muted">No answer of this confidence waits for approval.</p>
      ) : (
        <div class="bulk-preview">
          <VirtualList
            label="Answers that will be approved"
            items={preview}
            keyOf={({ id }) => id}
            rowHeight={ROW_HEIGHT}
            selectedKey={selected}
            onSelect={({ id }) => {
              select(id);
              toggle(id);
            }}
            row={(question) => (
              <div class={`bulk-row${left.has(question.id) ? ' left-out' : ''}`}>
                <span class="bulk-mark" aria-hidden="true">
                  {left.has(question.id) ? '' : '✓'}
                </span>
                <p class="one-line">{question.text}</p>
                <p class="one-line muted">{answerWords(question)}</p>
                {left.has(question.id) && <span class="hidden">Left out</span>}
              </div>
            )}
          />
        </div>
      )}
      {preview.length > 0 && <p class="small muted">A click leaves an answer out. Nothing else is approved.</p>}
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}

async function approveAll(api: Api, questionnaireId: string, ids: readonly string[]): Promise<BulkApproval> {
  const report: BulkApproval = { approved: 0, skipped: [] };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const part = await api.call.approveQuestions({
      path: { questionnaire_id: questionnaireId },
      body: { question_ids: ids.slice(from, from + AT_ONCE) },
    });
    report.approved += part.approved;
    report.skipped.push(...part.skipped);
  }
  return report;
}

function reportWords({ approved, skipped }: BulkApproval): string {
  const done = `${count(approved, 'answer')} approved.`;
  if (skipped.length === 0) return done;
  return `${done} ${count(skipped.length, 'question')} left out, because somebody changed or approved them meanwhile.`;
}
