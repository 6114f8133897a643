import { useMemo, useState } from 'preact/hooks';
import type { Band, Overview, Question } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { BandBadge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Check, toggled } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { number } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { canApprove } from './filters.js';
import { GrowingList } from './growing-list.js';
import { editMany, reportWords } from '../answers/many.js';
import { SentText } from './sent-text.js';

const BANDS: readonly Band[] = ['HIGH', 'MEDIUM', 'LOW'];
/** What the calibration stands for: an answer of this confidence was right 95 times in 100. All others are ticked by people. */
const TRUSTED: ReadonlySet<Band> = new Set<Band>(['HIGH']);

interface Props {
  overview: Overview;
  questions: readonly Question[];
  /** The sheet that the list is narrowed to; '' is all. */
  sheet: string;
  onClose(): void;
  onApproved(): void;
}

/** Approves answers by their confidence: exactly those that are ticked, each with the text that was shown. */
export function BulkApprove({ overview, questions, sheet: listed, onClose, onApproved }: Props) {
  const { api } = useApp();
  const [bands, setBands] = useState<readonly Band[]>(['HIGH']);
  const [sheet, setSheet] = useState(listed);
  /** Ticked otherwise than they were at first. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const task = useTask();
  const waiting = useMemo(
    () =>
      questions.filter(
        (question) =>
          canApprove(question) && question.confidence !== null && (sheet === '' || question.sheet_id === sheet),
      ),
    [questions, sheet],
  );
  const preview = waiting.filter(({ confidence }) => confidence !== null && bands.includes(confidence.band));
  const isTrusted = ({ confidence }: Question): boolean => confidence !== null && TRUSTED.has(confidence.band);
  const isChosen = (question: Question): boolean => isTrusted(question) !== turned.has(question.id);
  const chosen = preview.filter(isChosen);
  const countOf = (band: Band): number => waiting.filter(({ confidence }) => confidence?.band === band).length;
  const toggle = (id: string): void => {
    const now = new Set(turned);
    if (!now.delete(id)) now.add(id);
    setTurned(now);
  };
  /** Ticks all that are listed, or none. */
  const tickAll = (ticked: boolean): void => {
    const now = new Set(turned);
    for (const question of preview) {
      if (isTrusted(question) === ticked) now.delete(question.id);
      else now.add(question.id);
    }
    setTurned(now);
  };

  const approve = async (): Promise<void> => {
    const done = await task.run(async () => {
      const report = await editMany(api, overview.id, chosen, { approve: true });
      const words = reportWords(report, (count) => t('review:approved_many', { count }));
      notify(words, report.refused.size > 0 ? 'error' : 'done');
    });
    if (!done) return;
    onApproved();
    onClose();
  };

  return (
    <Dialog
      title={t('review:approve_many.title')}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('review:cancel')}</Button>
          <Button kind="primary" busy={task.busy} disabled={chosen.length === 0} onClick={() => void approve()}>
            {t('review:approve_many.action', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div class="toolbar">
        <fieldset class="band-choice">
          <legend class="hidden">{t('review:confidence')}</legend>
          {BANDS.map((band) => (
            <Check key={band} checked={bands.includes(band)} onChange={() => setBands(toggled(bands, band))}>
              <BandBadge band={band} />
              <span class="muted small">{number(countOf(band))}</span>
            </Check>
          ))}
        </fieldset>
        {overview.sheets.length > 1 && (
          <select
            aria-label={t('review:sheet')}
            value={sheet}
            onChange={({ currentTarget }) => setSheet(currentTarget.value)}
          >
            <option value="">{t('review:any_sheet')}</option>
            {overview.sheets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      {bands.includes('LOW') && <Notice kind="warning">{t('review:approve_many.low')}</Notice>}
      {preview.length === 0 ? (
        <p class="muted">{t('review:approve_many.none')}</p>
      ) : (
        <>
          <div class="card-head small">
            <span class="muted">{t('review:approve_many.help')}</span>
            <button type="button" class="link" onClick={() => tickAll(chosen.length < preview.length)}>
              {chosen.length < preview.length ? t('review:choose_all') : t('review:choose_none')}
            </button>
          </div>
          <GrowingList
            label={t('review:approve_many.list')}
            items={preview}
            keyOf={({ id }) => id}
            row={(question) => (
              <SentText question={question} chosen={isChosen(question)} onChange={() => toggle(question.id)} />
            )}
          />
        </>
      )}
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}
