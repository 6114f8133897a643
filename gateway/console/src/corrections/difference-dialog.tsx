import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { CorrectionsDifference, Corrections } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { placeWords } from '../questionnaire-frame/receipt.js';
import { Button } from '../ui/button.js';
import { Check } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { number } from '../ui/format.js';
import { Loading, Notice } from '../ui/states.js';
import { countsWords, refusalsOf } from './words.js';
import { t } from '../words/words.js';

interface Props {
  questionnaireId: string;
  /** What is to be applied; 'remembered': what is remembered for files of this shape. */
  corrections: Corrections | 'remembered';
  /** What the person knows them as, in messages. */
  named: Corrections;
  onClose(): void;
  /** They were applied, and the person has seen what came of it. */
  onApplied(): void;
}

/** Shows what the corrections change, applies them when the person wants, and says what was kept and what went. */
export function DifferenceDialog({ questionnaireId, corrections, named, onClose, onApplied }: Props) {
  const { api } = useApp();
  const [remember, setRemember] = useState(true);
  const [result, setResult] = useState<CorrectionsDifference>();
  const [previewFailure, setPreviewFailure] = useState<unknown>();
  const task = useTask();
  const send = (dryRun: boolean, signal?: AbortSignal): Promise<CorrectionsDifference> =>
    api.call.correctExtraction({
      path: { questionnaire_id: questionnaireId },
      body: {
        dry_run: dryRun,
        remember,
        ...(corrections === 'remembered' ? { use_remembered: true } : { corrections }),
      },
      ...(signal && { signal }),
    });
  const preview = useLoad(
    (signal) =>
      send(true, signal).catch((error: unknown) => {
        setPreviewFailure(error);
        throw error;
      }),
    [],
  );
  const apply = (): Promise<boolean> => task.run(async () => setResult(await send(false)));

  if (result) {
    return (
      <Dialog
        title={t('corrections:difference.applied')}
        onClose={onApplied}
        actions={
          <Button kind="primary" onClick={onApplied}>
            {t('corrections:difference.goOn')}
          </Button>
        }
      >
        <div class="difference" role="status">
          <p>{doneWords(result.counts)}</p>
          <p class="muted">{t('corrections:difference.reading')}</p>
        </div>
      </Dialog>
    );
  }
  const refusals = [
    ...(preview.error === undefined ? [] : refusalsOf(previewFailure, named)),
    ...(task.failure === undefined ? [] : refusalsOf(task.failure, named)),
  ];
  const isEmpty = preview.data !== undefined && left(preview.data.counts) === 0;
  return (
    <Dialog
      title={t('corrections:difference.title')}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('corrections:difference.back')}</Button>
          <Button kind="primary" disabled={!preview.data || isEmpty} busy={task.busy} onClick={() => void apply()}>
            {t('corrections:difference.apply')}
          </Button>
        </>
      }
    >
      {refusals.length > 0 && (
        <Notice kind="error">
          {refusals.length === 1 ? (
            <p>{refusals[0]}</p>
          ) : (
            <ul class="bare">
              {refusals.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      {!preview.data && preview.error === undefined && <Loading what={t('corrections:difference.loading')} />}
      {preview.data && (
        <>
          <Difference result={preview.data} />
          {isEmpty && <Notice kind="warning">{t('corrections:difference.empty')}</Notice>}
          {corrections !== 'remembered' && (
            <Check checked={remember} onChange={setRemember}>
              {t('corrections:difference.remember')}
            </Check>
          )}
        </>
      )}
    </Dialog>
  );
}

type Counts = CorrectionsDifference['counts'];

const left = ({ added, kept }: Counts): number => added + kept;

function doneWords({ added, removed, removed_with_work: worked, kept }: Counts): string {
  return [
    t('corrections:done.added', { count: added }),
    worked > 0
      ? t('corrections:done.removedWithWork', { count: removed, worked: number(worked) })
      : t('corrections:done.removed', { count: removed }),
    t('corrections:done.kept', { count: kept }),
  ].join(' ');
}

/** Nothing was changed yet. */
function Difference({ result }: { result: CorrectionsDifference }) {
  const { counts, added, removed, moved, left_out: leftOut } = result;
  return (
    <div class="difference">
      <p role="status">{countsWords(counts)}</p>
      {counts.removed_with_work > 0 && <Notice kind="warning">{t('corrections:difference.lost')}</Notice>}
      <Part
        kind="added"
        title={t('corrections:difference.added')}
        total={counts.added}
        items={added.map(({ location, answer_location: answer, text }) => ({
          key: placeWords(location),
          words: text,
          about: t('corrections:difference.answeredIn', {
            question: placeWords(location),
            answer: placeWords(answer) || t('corrections:difference.noPlace'),
          }),
        }))}
      />
      <Part
        kind="removed"
        title={t('corrections:difference.removed')}
        total={counts.removed}
        items={[...removed]
          .sort((a, b) => Number(b.has_work) - Number(a.has_work))
          .map(({ question_id: id, location, text, has_work: worked }) => ({
            key: id,
            words: text,
            about: worked
              ? t('corrections:difference.withWork', { place: placeWords(location) })
              : placeWords(location),
          }))}
      />
      <Part
        kind="moved"
        title={t('corrections:difference.moved')}
        total={counts.moved}
        items={moved.map(({ question_id: id, text, from, to }) => ({
          key: id,
          words: text,
          about: t('corrections:difference.fromTo', {
            from: placeWords(from) || t('corrections:difference.noPlace'),
            to: placeWords(to) || t('corrections:difference.noPlace'),
          }),
        }))}
      />
      <Part
        kind="removed"
        title={t('corrections:difference.leftOut')}
        total={leftOut.length}
        items={leftOut.map(({ path, message }) => ({ key: path, words: message, about: '' }))}
      />
    </div>
  );
}

interface PartProps {
  kind: 'added' | 'removed' | 'moved';
  title: string;
  total: number;
  items: readonly { key: string; words: ComponentChildren; about: string }[];
}

function Part({ kind, title, total, items }: PartProps) {
  if (total === 0) return null;
  return (
    <section class={kind}>
      <h3>
        {title} <span class="muted">({number(total)})</span>
      </h3>
      <ul tabIndex={0} aria-label={title}>
        {items.map(({ key, words, about }) => (
          <li key={key}>
            {words} <span class="muted small">{about}</span>
          </li>
        ))}
        {total > items.length && (
          <li class="muted">{t('questionnaires:list.more', { count: total - items.length })}</li>
        )}
      </ul>
    </section>
  );
}
