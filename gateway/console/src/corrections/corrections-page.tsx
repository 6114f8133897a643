import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useInterval, useLoad } from '../api/use-load.js';
import type { Area, Corrections, CorrectionsInForce, Overview } from '../api/types.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { guardLeaving, navigate } from '../core/router.js';
import { useQuery } from '../core/use-query.js';
import { QuestionnaireFrame } from '../questionnaire-frame/questionnaire-frame.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Failure, Loading, Notice } from '../ui/states.js';
import { AreaEditor } from './area-editor.js';
import { foundOf, type Found } from './cells.js';
import { questionsOf } from './corrections-api.js';
import { DifferenceDialog } from './difference-dialog.js';
import { RememberedNotice } from './remembered-notice.js';
import { areaWords, isNothing, NOTHING_SAID, plain, problemOf, saidOf } from './said.js';
import { sayingsOf } from './words.js';
import { t } from '../words/words.js';

const POLL_MS = 2000;

/** Where a person says what in the file asks and where the answers go, whatever was read. */
export default function CorrectionsPage({ params: { id = '' } }: PageProps) {
  const { api } = useApp();
  const path = { questionnaire_id: id };
  const overview = useLoad((signal) => api.call.getQuestionnaireOverview({ path, signal }), [id]);
  useInterval(overview.reload, POLL_MS, overview.data?.should_poll ?? false);
  const status = overview.data?.status;
  const loaded = useLoad(
    async (signal) => {
      if (status === undefined) return undefined;
      const [layout, state, questions] = await Promise.all([
        api.call.getExtractionLayout({ path, signal }),
        api.call.getCorrections({ path, signal }),
        questionsOf(api, id, signal),
      ]);
      return { areas: layout.areas, state, found: foundOf(questions) };
    },
    [id, status],
  );
  const error = overview.error ?? loaded.error;
  if (!overview.data || (!loaded.data && error !== undefined)) {
    if (error !== undefined) return <Failure message={error} retry={overview.data ? loaded.reload : overview.reload} />;
    return <Loading what={t('questionnaires:theQuestionnaire')} />;
  }
  return (
    <QuestionnaireFrame overview={overview.data} current="extraction" onChange={overview.set}>
      {loaded.data ? (
        <Corrector
          // What is in force has changed: what was begun on it is over.
          key={JSON.stringify(loaded.data.state.corrections)}
          overview={overview.data}
          areas={loaded.data.areas}
          state={loaded.data.state}
          found={loaded.data.found}
          reload={loaded.reload}
        />
      ) : (
        <Loading what={t('corrections:page.loading')} />
      )}
    </QuestionnaireFrame>
  );
}

interface Props {
  overview: Overview;
  areas: readonly Area[];
  state: CorrectionsInForce;
  found: Found;
  reload(): void;
}

const areaKey = ({ sheet_id: id, table }: Area): string => (table === null ? id : `${id}.${table}`);

function Corrector({ overview, areas, state, found, reload }: Props) {
  const [query, change] = useQuery();
  const refusal = useRefusal('MEMBER', 'Questionnaires: write');
  const inForce = useMemo(() => plain(state.corrections), [state]);
  const [said, say] = useState(inForce);
  const [isShown, show] = useState(false);
  const isChanged = useMemo(() => JSON.stringify(said) !== JSON.stringify(inForce), [said, inForce]);
  const release = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    if (!isChanged) return undefined;
    release.current = guardLeaving(() => confirm(t('corrections:page.leave')));
    return release.current;
  }, [isChanged]);

  const wanted = query.get('area');
  const area = areas.find((one) => areaKey(one) === wanted) ?? areas.find(({ asks }) => asks) ?? areas[0];
  const kind = areas.some(({ sheet }) => sheet !== '') ? t('questionnaires:sheet') : t('corrections:page.part');
  const readOnly = refusal !== undefined || !state.can_correct;
  const problem = problemOf(said);
  const done = (): void => {
    // Nothing is left that could be lost.
    release.current?.();
    navigate(`/questionnaires/${overview.id}`);
  };
  return (
    <>
      <p class="muted">{t('corrections:page.about')}</p>
      {refusal !== undefined && <Notice kind="info">{t('corrections:page.readOnly', { why: refusal })}</Notice>}
      {refusal === undefined && !state.can_correct && (
        <Notice kind="info">{state.why_not ?? t('corrections:page.cannot')}</Notice>
      )}
      {refusal === undefined && (
        <RememberedNotice questionnaireId={overview.id} state={state} onForgotten={reload} onApplied={done} />
      )}
      {!area && state.can_correct && <Notice kind="warning">{t('corrections:page.nothing')}</Notice>}
      {area && (
        <div class="correct">
          <section class="section" aria-label={t('questionnaires:tab.extraction')}>
            <AreaEditor
              key={areaKey(area)}
              questionnaireId={overview.id}
              area={area}
              name={t('corrections:page.contentOf', { area: areaWords(area) })}
              found={found}
              said={said}
              readOnly={readOnly}
              startAt={query.get('at') ?? undefined}
              chooser={
                areas.length > 1 && (
                  <label class="row-field">
                    {kind}
                    <select
                      // Without the names of all that can be chosen.
                      aria-label={kind}
                      value={areaKey(area)}
                      onChange={({ currentTarget }) => change({ area: currentTarget.value, at: undefined })}
                    >
                      {areas.map((one) => (
                        <option key={areaKey(one)} value={areaKey(one)}>
                          {areaWords(one)} · {stateWords(one, said)}
                        </option>
                      ))}
                    </select>
                  </label>
                )
              }
              onSay={say}
            />
          </section>
          <aside class="correct-side" aria-label={t('corrections:page.corrections')}>
            <Sayings said={said} readOnly={readOnly} onSay={say} />
            {!readOnly && (
              <>
                {problem !== undefined && <Notice kind="warning">{problem}</Notice>}
                <Button kind="primary" disabled={!isChanged || problem !== undefined} onClick={() => show(true)}>
                  {t('corrections:page.show')}
                </Button>
                {isChanged && <Button onClick={() => say(inForce)}>{t('corrections:page.again')}</Button>}
              </>
            )}
          </aside>
        </div>
      )}
      {isShown && (
        <DifferenceDialog
          questionnaireId={overview.id}
          corrections={said}
          named={said}
          onClose={() => show(false)}
          onApplied={done}
        />
      )}
    </>
  );
}

function stateWords(area: Area, said: Corrections): string {
  if (saidOf(said, area)?.asks === false) return t('corrections:words.notForUs');
  const asked =
    area.questions === 0
      ? t('corrections:page.noQuestions')
      : t('corrections:page.questions', { count: area.questions });
  return area.hidden ? t('corrections:page.hidden', { asked }) : asked;
}

interface SayingsProps {
  said: Corrections;
  readOnly: boolean;
  onSay(said: Corrections): void;
}

/** What was said so far; each can be taken back. */
function Sayings({ said, readOnly, onSay }: SayingsProps) {
  return (
    <section class="card">
      <div class="card-head">
        <h2>{t('corrections:page.corrections')}</h2>
        {!readOnly && !isNothing(said) && (
          <Button kind="quiet" onClick={() => onSay(NOTHING_SAID)}>
            {t('corrections:page.undoAll')}
          </Button>
        )}
      </div>
      {isNothing(said) && <p class="muted">{t('corrections:page.none')}</p>}
      <ul class="sayings">
        {sayingsOf(said).map(({ key, words, without }) => (
          <li key={key}>
            <span>{words}</span>
            {!readOnly && (
              <Button kind="quiet" label={t('corrections:page.undo', { words })} onClick={() => onSay(without(said))}>
                <Icon name="close" />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
