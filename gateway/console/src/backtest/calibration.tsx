import { useState } from 'preact/hooks';
import type { Backtest, Calibration, CalibrationChange } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { number } from '../ui/format.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { share } from './result.js';

type Band = CalibrationChange['high'];

/** From which scores answers are HIGH and MEDIUM here, and what this backtest says of it. */
export function BandsCard({ backtest }: { backtest: Backtest }) {
  const { api } = useApp();
  const refusal = useRefusal('ADMIN', 'Questionnaires: write');
  const [asks, setAsks] = useState<'calibrate' | 'back'>();
  const held = useLoad((signal) => api.call.getCalibration({ signal }), []);
  const close = (): void => setAsks(undefined);
  return (
    <section class="card" aria-label={t('backtest:bands.title')}>
      <h2>{t('backtest:bands.title')}</h2>
      <Content of={held} what={t('backtest:bands.what')}>
        {(calibration) => (
          <>
            <Held calibration={calibration} />
            <div class="row-actions">
              <GuardedButton
                refusal={refusal}
                disabled={backtest.state !== 'COMPLETED'}
                onClick={() => setAsks('calibrate')}
              >
                {t('backtest:bands.calibrate')}
              </GuardedButton>
              {calibration.calibrated && (
                <GuardedButton refusal={refusal} onClick={() => setAsks('back')}>
                  {t('backtest:bands.back')}
                </GuardedButton>
              )}
            </div>
          </>
        )}
      </Content>
      {asks === 'calibrate' && <CalibrateDialog backtest={backtest} onDone={held.reload} onClose={close} />}
      {asks === 'back' && (
        <Confirm
          title={t('backtest:bands.back')}
          action={t('backtest:bands.back')}
          work={() => api.call.deleteCalibration()}
          said={t('backtest:bands.isBack')}
          onDone={held.reload}
          onClose={close}
        >
          <p>{t('backtest:bands.later')}</p>
        </Confirm>
      )}
    </section>
  );
}

const from = (score: number | null): string => (score === null ? t('backtest:bands.never') : number(score));

function Held({ calibration }: { calibration: Calibration }) {
  const { calibrated, high, medium, changed_at: at } = calibration;
  return (
    <>
      <p>
        {t('backtest:bands.held', { high: from(calibration.high_from), medium: from(calibration.medium_from) })}{' '}
        {calibrated ? t('backtest:bands.raised') : t('backtest:bands.shipped')}{' '}
        {calibrated && at !== null && <When time={at} />}
      </p>
      {high && <Measured name="HIGH" band={high} />}
      {medium && <Measured name="MEDIUM" band={medium} />}
    </>
  );
}

/** What was measured of a band, and what follows from it. */
function Measured({ name, band }: { name: 'HIGH' | 'MEDIUM'; band: Band }) {
  const said = { name, promise: number(band.promise), shipped: number(band.shipped_from), from: from(band.from) };
  return (
    <p class="small">
      {t(`backtest:bands.outcome.${band.outcome}`, { ...said, before: share(band.before) })}{' '}
      {band.outcome === 'RAISED' && band.from !== null && t('backtest:bands.after', { after: share(band.after) })}
    </p>
  );
}

interface DialogProps {
  backtest: Backtest;
  onDone(): void;
  onClose(): void;
}

/** Shows what would change, and changes it when it is confirmed. */
function CalibrateDialog({ backtest, onDone, onClose }: DialogProps) {
  const { api } = useApp();
  const path = { backtest_id: backtest.id };
  const found = useLoad((signal) => api.call.calibrate({ path, body: { dry_run: true }, signal }), [backtest.id]);
  return (
    <Confirm
      title={t('backtest:bands.calibrate')}
      action={t('backtest:bands.apply')}
      ready={found.data?.raises ?? false}
      work={() => api.call.calibrate({ path, body: { dry_run: false } })}
      said={t('backtest:bands.applied')}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('backtest:bands.rule')}</p>
      <Content of={found} what={t('backtest:bands.what')}>
        {({ high, medium, raises }) => (
          <>
            <Measured name="HIGH" band={high} />
            <Measured name="MEDIUM" band={medium} />
            <p>{raises ? t('backtest:bands.later') : t('backtest:bands.nothing')}</p>
          </>
        )}
      </Content>
    </Confirm>
  );
}
