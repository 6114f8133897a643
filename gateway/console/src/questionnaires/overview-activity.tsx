import type { Overview } from '../api/types.js';
import { useNames } from '../core/directory.js';
import { ago, at } from '../ui/format.js';
import { isFailure, statusName } from '../questionnaire-frame/statuses.js';
import { t } from '../words/words.js';

const LEVELS = { INFO: 'note', WARNING: 'warning', ERROR: 'error' } as const;

/** What the processing noticed, and every change of the status, newest first. */
export function Activity({ overview }: { overview: Overview }) {
  const nameOf = useNames();
  const noticed = overview.processing_logs.map((log) => ({
    at: log.at,
    kind: LEVELS[log.level],
    words: log.message,
    by: sheetName(overview, log.sheet_id),
  }));
  const moved = overview.status_log.map((change) => ({
    at: change.at,
    kind: 'status',
    words: statusName(change.to) + reasonWords(change),
    by: nameOf(change.actor),
  }));
  const entries = [...noticed, ...moved].sort((a, b) => b.at - a.at);
  return (
    <section class="card">
      <h2>{t('questionnaires:activity.title')}</h2>
      {/* Scrolled by keyboard: a region of its own, with a name. */}
      <div class="activity-box" role="region" tabIndex={0} aria-label={t('questionnaires:activity.title')}>
        <ol class="activity">
          {entries.map((entry) => (
            <li key={`${entry.at} ${entry.words} ${entry.by}`} class={entry.kind}>
              <p>{entry.words}</p>
              <p class="muted small">
                {entry.by !== '' && `${entry.by} · `}
                <time title={at(entry.at)}>{ago(entry.at)}</time>
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Why a person moved it. The reason of a failure is a code; the log beside says it in words. */
const reasonWords = ({ to, reason }: Overview['status_log'][number]): string =>
  reason === null || reason === '' || isFailure(to) ? '' : `: ${reason.replaceAll('_', ' ')}`;

const sheetName = ({ sheets }: Overview, id: string | null): string =>
  sheets.find((sheet) => sheet.id === id)?.name ?? '';
