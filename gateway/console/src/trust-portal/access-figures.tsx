import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { duration, number } from '../ui/format.js';
import { t } from '../words/words.js';

/** How many asked, how long a decision took, and what was wanted most. */
export function AccessFigures() {
  const { api } = useApp();
  const { data } = useLoad((signal) => api.call.summarizeAccessRequests({ signal }), []);
  if (!data || data.open + data.approved + data.declined + data.top_documents.length === 0) return null;
  const { median_decision_seconds: median, top_documents: top } = data;
  return (
    <section class="section" aria-label={t('portal:access.figures')}>
      <dl class="figures">
        <div>
          <dt>{t('portal:access.state.open')}</dt>
          <dd>{number(data.open)}</dd>
        </div>
        <div>
          <dt>{t('portal:access.state.approved')}</dt>
          <dd>{number(data.approved)}</dd>
        </div>
        <div>
          <dt>{t('portal:access.state.declined')}</dt>
          <dd>{number(data.declined)}</dd>
        </div>
        {median !== null && (
          <div>
            <dt>{t('portal:access.median')}</dt>
            <dd>{duration(median * 1000)}</dd>
          </div>
        )}
      </dl>
      {top.length > 0 && (
        <p class="small muted">
          {t('portal:access.wantedMost')}{' '}
          {top
            .slice(0, 3)
            .map(({ title, requests, downloads }) => t('portal:access.wanted', { title, requests, downloads }))
            .join(' · ')}
        </p>
      )}
    </section>
  );
}
