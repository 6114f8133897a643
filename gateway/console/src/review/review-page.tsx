import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useInterval, useLoad } from '../api/use-load.js';
import type { Overview } from '../api/types.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { canCorrect, correctionsPath } from '../questionnaire-frame/correctable.js';
import { guardLeaving, hrefOf, navigate, usePlace } from '../core/router.js';
import { useStore } from '../state/store.js';
import { QuestionnaireFrame } from '../questionnaire-frame/questionnaire-frame.js';
import { Empty, Failure, Loading } from '../ui/states.js';
import { t } from '../words/words.js';
import { Drafts } from './drafts.js';
import { filtered, isUndone, readFilter, writeFilter, type Filter } from './filters.js';
import { QuestionsStore } from './questions-store.js';
import { isPhone, Workspace } from './workspace.js';

/** What others do is seen this often. */
const POLL_MS = 20_000;
const BUSY_POLL_MS = 2500;

/** The questions of a questionnaire, one after the other. */
export default function ReviewPage({ params: { id = '' } }: PageProps) {
  const { api } = useApp();
  const overview = useLoad(
    (signal) => api.call.getQuestionnaireOverview({ path: { questionnaire_id: id }, signal }),
    [id],
  );
  if (overview.data) return <Review overview={overview.data} reload={overview.reload} onChange={overview.set} />;
  if (overview.error !== undefined) return <Failure message={overview.error} retry={overview.reload} />;
  return <Loading what={t('review:the_questionnaire')} />;
}

interface ReviewProps {
  overview: Overview;
  reload(): void;
  onChange(overview: Overview): void;
}

/** What moves when anybody does anything. */
const fingerprint = ({ statistics, status }: Overview): string => JSON.stringify([statistics, status]);

function Review({ overview, reload, onChange }: ReviewProps) {
  const { api } = useApp();
  const { path, query } = usePlace();
  const own = useRef(0);
  const [store] = useState(() => {
    const changed = (): void => {
      own.current++;
      reloadSoon.current();
    };
    return new QuestionsStore(api, overview.id, changed);
  });
  const [drafts] = useState(() => new Drafts());
  const { all, loaded, loading, error, total } = useStore(store.state);
  const reloadSoon = useRef(reload);
  reloadSoon.current = reload;

  useEffect(() => {
    void store.load();
    return () => store.stop();
  }, [store]);
  // Counts that moved without anything of ours: somebody else works here too, or answers come in.
  const seen = useRef({ own: 0, counts: fingerprint(overview) });
  useEffect(() => {
    const counts = fingerprint(overview);
    const isOthers = counts !== seen.current.counts && own.current === seen.current.own;
    seen.current = { own: own.current, counts };
    if (isOthers) void store.load();
  }, [overview]);
  useInterval(reload, overview.should_poll ? BUSY_POLL_MS : POLL_MS, true);

  const filter = useMemo(() => readFilter(query), [query]);
  const questions = useMemo(() => filtered(all, filter), [all, filter]);
  const reviewed = useMemo(() => !loading && all.length > 0 && !all.some(isUndone), [all, loading]);
  const selectedId = query.get('question') ?? undefined;
  const go = (to: Filter, questionId: string | undefined): void =>
    navigate(`${path}${writeFilter(to, questionId)}`, { replace: true });

  const changedDrafts = useStore(drafts.all);
  const unsaved = useMemo(() => drafts.changed(), [changedDrafts]);
  const hasUnsaved = unsaved.size > 0;
  useEffect(() => {
    if (!hasUnsaved) return undefined;
    // The browser's own question: nothing else can hold up a click on a link.
    return guardLeaving(() => confirm(t('review:leave_question')));
  }, [hasUnsaved]);

  return (
    <QuestionnaireFrame overview={overview} current="review" reviewed={reviewed} onChange={onChange} full>
      {error !== undefined && <Failure message={error} retry={() => void store.load()} />}
      {error === undefined && all.length === 0 && loading && <Loading what={t('review:the_questions')} />}
      {error === undefined && all.length === 0 && !loading && <NoQuestions overview={overview} />}
      {all.length > 0 && (
        <Workspace
          overview={overview}
          store={store}
          drafts={drafts}
          unsaved={unsaved}
          filter={filter}
          questions={questions}
          selectedId={selectedId}
          loaded={loading && all.length < total ? { done: loaded, total } : undefined}
          onFilter={(to) => go(to, isPhone() ? undefined : filtered(all, to)[0]?.id)}
          onSelect={(questionId) => go(filter, questionId)}
          onChangedMany={() => {
            own.current++;
            void store.load();
            reload();
          }}
        />
      )}
    </QuestionnaireFrame>
  );
}

function NoQuestions({ overview }: { overview: Overview }) {
  const { may } = useApp();
  const place = hrefOf(`/questionnaires/${overview.id}`);
  return (
    <Empty title={overview.should_poll ? t('review:being_read') : t('review:no_questions')} icon="clock">
      <p>
        {overview.should_poll ? `${t('review:appear_here')} ` : ''}
        <a href={place}>{t('review:see_progress')}</a>
      </p>
      {canCorrect(overview) && may('MEMBER', 'Questionnaires: write') && (
        <a class="button primary" href={hrefOf(correctionsPath(overview.id))}>
          {t('review:show_where')}
        </a>
      )}
    </Empty>
  );
}
