import { useState } from 'preact/hooks';
import type { Overview } from '../api/types.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { hrefOf } from '../app/router.js';
import { correctionsPath } from '../corrections/correctable.js';
import { Progress } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { duration, number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { CompleteDialog } from './complete-dialog.js';
import { STEPS, stepStates, type StepState } from './statuses.js';

const STATE_WORDS: Record<StepState, string> = {
  done: 'done',
  now: 'under way',
  waiting: 'waits',
  failed: 'failed',
};

/** The way through the stages, as it goes on. */
export function Steps({ overview }: { overview: Overview }) {
  const states = stepStates([...overview.status_log.map(({ to }) => to), overview.status]);
  const { answered_questions: answered, total_questions: total, completion_metrics: metrics } = overview;
  return (
    <section class="card" aria-label="Processing">
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
                {name}
                <span class="hidden">: {STATE_WORDS[state]}</span>
              </span>
            </li>
          );
        })}
      </ol>
      {overview.should_poll && (
        <div role="status" class="small">
          {total > 0 ? (
            <>
              <Progress label="Answers" done={answered} total={total} />
              <p>
                {number(answered)} of {number(total)} questions answered
              </p>
            </>
          ) : (
            <p class="muted">The document is being read. This page follows by itself.</p>
          )}
        </div>
      )}
      {!overview.should_poll && metrics.duration_ms !== null && (
        <p class="muted small">
          Processed in {duration(metrics.duration_ms)}
          {metrics.questions_per_second !== null &&
            total > 0 &&
            `, ${number(Math.round(metrics.questions_per_second * 10) / 10)} questions a second`}
        </p>
      )}
    </section>
  );
}

interface FailedProps {
  overview: Overview;
  onMoved(overview: Overview): void;
}

/** Why it failed, in the words of the service, and the way on. */
export function FailedNotice({ overview, onMoved }: FailedProps) {
  const { api, may } = useApp();
  const [busy, setBusy] = useState(false);
  const [completing, setCompleting] = useState(false);
  const foundNothing = overview.status === 'QUESTION_EXTRACTION_FAILED';
  const reason = overview.processing_logs.findLast(({ level }) => level === 'ERROR');
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      onMoved(await api.call.retryQuestionnaire({ path: { questionnaire_id: overview.id } }));
    } catch (error) {
      notify(wordsOf(error), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice kind="error">
      <p>
        <strong>{overview.status_display_name}.</strong>{' '}
        {reason?.message ?? 'Something went wrong while it was processed.'}
      </p>
      {foundNothing && (
        <p>
          You can show where the questions and the places for the answers are: the file is then read by what you say.
        </p>
      )}
      <p class="small muted">What was done before is kept; a retry goes on at the stage that failed.</p>
      {may('MEMBER', 'Questionnaires: write') && (
        <p class="page-actions">
          {foundNothing && (
            <a class="button primary" href={hrefOf(correctionsPath(overview.id))}>
              Show where the questions are
            </a>
          )}
          <Button busy={busy} onClick={() => void retry()}>
            <Icon name="refresh" />
            Retry
          </Button>
          <Button onClick={() => setCompleting(true)}>Complete all the same</Button>
        </p>
      )}
      {completing && <CompleteDialog overview={overview} onClose={() => setCompleting(false)} onCompleted={onMoved} />}
    </Notice>
  );
}
