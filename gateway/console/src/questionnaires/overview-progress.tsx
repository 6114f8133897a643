import type { Overview } from '../api/types.js';
import { Progress } from '../ui/badges.js';
import { duration, number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/words.js';
import { STEPS, stepName, stepStates } from '../questionnaire-frame/statuses.js';

/** The way through the stages, as it goes on. */
export function Steps({ overview }: { overview: Overview }) {
  const states = stepStates([...overview.status_log.map(({ to }) => to), overview.status]);
  const { answered_questions: answered, total_questions: total, completion_metrics: metrics } = overview;
  return (
    <section class="card" aria-label={t('questionnaires:progress.name')}>
      <ol class="steps">
        {STEPS.map(({ name }, index) => {
          const state = states[index] ?? 'waiting';
          return (
            <li key={name} class={state}>
              <span class="step-sign" aria-hidden="true">
                {state === 'done' && <Icon name="check" />}
                {state === 'now' && <span class="spinner" />}
                {state === 'failed' && <Icon name="close" />}
                {state === 'waiting' && index + 1}
              </span>
              <span>
                {stepName(name)}
                <span class="hidden">: {t(`questionnaires:stepState.${state}`)}</span>
              </span>
            </li>
          );
        })}
      </ol>
      {overview.should_poll && (
        <div role="status" class="small">
          {total > 0 ? (
            <>
              <Progress label={t('questionnaires:progress.answers')} done={answered} total={total} />
              <p>{t('questionnaires:progress.answered', { answered: number(answered), total: number(total) })}</p>
            </>
          ) : (
            <p class="muted">{t('questionnaires:progress.reading')}</p>
          )}
        </div>
      )}
      {!overview.should_poll && metrics.duration_ms !== null && (
        <p class="muted small">
          {metrics.questions_per_second !== null && total > 0
            ? t('questionnaires:progress.processedAt', {
                time: duration(metrics.duration_ms),
                speed: number(Math.round(metrics.questions_per_second * 10) / 10),
              })
            : t('questionnaires:progress.processed', { time: duration(metrics.duration_ms) })}
        </p>
      )}
    </section>
  );
}
