import { useInterval, useLoad } from '../api/use-load.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { RememberedOffer } from '../corrections/remembered-notice.js';
import { Failure, Loading, Notice } from '../ui/states.js';
import { EvidenceNotice } from '../questionnaire-frame/answer-again.js';
import { BandsNotice } from './bands-notice.js';
import { FailedNotice } from './failed-notice.js';
import { Activity } from './overview-activity.js';
import { Details } from './overview-details.js';
import { Drafting } from './overview-drafting.js';
import { Steps } from './overview-progress.js';
import { Sheets, Totals } from './overview-totals.js';
import { QuestionnaireFrame } from '../questionnaire-frame/questionnaire-frame.js';
import { SameFileNotice } from './same-file.js';
import { isFailure } from '../questionnaire-frame/statuses.js';
import { t } from '../words/words.js';

/** Somebody watches: more often than a program would ask. */
const POLL_MS = 1500;

/** How a questionnaire is doing: its way through the stages, counts, sheets, what is known of it, what happened. */
export default function OverviewPage({ params: { id = '' } }: PageProps) {
  const { api } = useApp();
  const loaded = useLoad(
    (signal) => api.call.getQuestionnaireOverview({ path: { questionnaire_id: id }, signal }),
    [id],
  );
  useInterval(loaded.reload, POLL_MS, loaded.data?.should_poll ?? false);

  const { data: overview, error } = loaded;
  if (!overview) {
    return error === undefined ? (
      <Loading what={t('questionnaires:theQuestionnaire')} />
    ) : (
      <Failure message={error} retry={loaded.reload} />
    );
  }
  return (
    <QuestionnaireFrame overview={overview} current="overview" onChange={loaded.set}>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      <SameFileNotice />
      {isFailure(overview.status) && <FailedNotice overview={overview} onMoved={loaded.set} />}
      <RememberedOffer key={overview.status} overview={overview} onChanged={loaded.reload} />
      <EvidenceNotice overview={overview} onStarted={loaded.reload} />
      <BandsNotice overview={overview} onStarted={loaded.reload} />
      <Steps overview={overview} />
      {overview.total_questions > 0 && <Totals overview={overview} />}
      <Sheets overview={overview} />
      <Drafting overview={overview} />
      <div class="columns">
        <Details overview={overview} onChange={loaded.set} />
        <Activity overview={overview} />
      </div>
    </QuestionnaireFrame>
  );
}
