import type { Overview } from '../api/types.js';
import { useApp } from '../core/context.js';
import { hrefOf } from '../core/router.js';
import { number } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { t } from '../words/words.js';
import { AllAgainOffer, canAnswerAgain } from '../questionnaire-frame/answer-again.js';

const from = (score: number | null): string => (score === null ? t('backtest:bands.never') : number(score));

interface Props {
  overview: Overview;
  onStarted(): void;
}

/** Says that the bands are calibrated here, and offers to renew answers that have other ones. */
export function BandsNotice({ overview, onStarted }: Props) {
  const { may } = useApp();
  const { calibration } = overview;
  const changed = overview.bands_changed && canAnswerAgain(overview);
  if (!calibration && !changed) return null;
  return (
    <Notice kind="info">
      {calibration && (
        <p>
          {t('backtest:bands.held', { high: from(calibration.high_from), medium: from(calibration.medium_from) })}{' '}
          <a href={hrefOf('/knowledge/prove')}>{t('backtest:bands.raised')}</a>
        </p>
      )}
      {changed && <p>{t('backtest:bands.changed')}</p>}
      {changed && may('MEMBER', 'Questionnaires: write') && <AllAgainOffer overview={overview} onStarted={onStarted} />}
    </Notice>
  );
}
