import type { Overview } from '../api/types.js';
import { Progress } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/words.js';

interface Props {
  overview: Overview;
  /** While the questions are still being loaded. */
  loaded: { done: number; total: number } | undefined;
  /** Whether the customer's layout stands in place of the list. */
  wide: boolean;
  onWide(): void;
  /** Undefined: not offered now. */
  onAgain: (() => void) | undefined;
  onApproveMany: (() => void) | undefined;
  onHelp(): void;
}

/** How far the review is, and what is done to many questions at once. */
export function ReviewBar({ overview, loaded, wide, onWide, onAgain, onApproveMany, onHelp }: Props) {
  const { statistics } = overview;
  return (
    <div class="review-bar">
      <span class="review-progress">
        <Progress
          label={t('review:approved_label')}
          done={statistics.approved_questions}
          behind={statistics.answered_questions}
          total={statistics.total_questions}
        />
        <span class="small">
          {t('review:progress', {
            approved: number(statistics.approved_questions),
            total: number(statistics.total_questions),
            open: number(statistics.not_answered_questions),
          })}
        </span>
      </span>
      {loaded && (
        <span class="small muted" role="status">
          {t('review:loading', { done: number(loaded.done), total: number(loaded.total) })}
        </span>
      )}
      <span class="review-tools">
        <Button kind="quiet" pressed={wide} title="l" class="wide-only" onClick={onWide}>
          <Icon name="sheet" />
          {t('review:layout')}
        </Button>
        {onAgain && (
          <Button onClick={onAgain}>
            <Icon name="refresh" />
            {t('review:answer_again')}
          </Button>
        )}
        {onApproveMany && (
          <Button title="b" onClick={onApproveMany}>
            {t('review:approve_many.open')}
          </Button>
        )}
        <Button kind="quiet" label={t('review:keys.open')} class="wide-only" onClick={onHelp}>
          <Icon name="keyboard" />
        </Button>
      </span>
      {onAgain && overview.evidence_changed && (
        <p class="review-offer small">
          {t('review:evidence_changed')}{' '}
          <button type="button" class="link" onClick={onAgain}>
            {t('review:answer_again_question')}
          </button>
        </p>
      )}
    </div>
  );
}
