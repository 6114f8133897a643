import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Overview, Question } from '../api/types.js';
import { useCommands } from '../core/commands.js';
import { useApp } from '../core/context.js';
import { useStore } from '../state/store.js';
import { hrefOf } from '../core/router.js';
import { canCorrect, correctionsPath } from '../questionnaire-frame/correctable.js';
import { keyOf } from './layout.js';
import { AnswerAgainDialog, canAnswerAgain } from '../questionnaire-frame/answer-again.js';
import { Button } from '../ui/button.js';
import { number } from '../ui/format.js';
import { Empty } from '../ui/states.js';
import { t } from '../words/words.js';
import { BulkApprove } from './bulk-approve.js';
import { ChosenBar } from './chosen-bar.js';
import type { Drafts } from './drafts.js';
import { FilterBar } from './filter-bar.js';
import { isUndone, NO_FILTER, stateOf, type Filter } from './filters.js';
import { LayoutView } from './layout-view.js';
import { lookAlikesOf } from './look-alikes.js';
import { useMarks } from './marks.js';
import { QuestionList } from './question-list.js';
import { QuestionPanel } from './question-panel.js';
import type { QuestionsStore } from './questions-store.js';
import { ReviewBar } from './review-bar.js';
import { SameAnswer } from './same-answer.js';
import { ShortcutHelp } from './shortcut-help.js';
import { useShortcuts } from './shortcuts.js';
import { Sources } from './sources.js';
import { useChosen } from './use-chosen.js';
import { useReview } from './use-review.js';

interface Props {
  overview: Overview;
  store: QuestionsStore;
  drafts: Drafts;
  unsaved: ReadonlySet<string>;
  filter: Filter;
  /** Those that the filter lets through. */
  questions: readonly Question[];
  selectedId: string | undefined;
  /** While they are still being loaded. */
  loaded: { done: number; total: number } | undefined;
  onFilter(filter: Filter): void;
  onSelect(id: string | undefined): void;
  /** Something was done to many questions at once. */
  onChangedMany(): void;
}

/** There the list comes before the question. */
export const isPhone = (): boolean => matchMedia('(width < 900px)').matches;

const NONE: ReadonlySet<string> = new Set();
const EDITABLE = new Set(['ANSWERING_IN_PROGRESS', 'ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'ANSWERING_FAILED']);

/** List, question, and beside them the customer's sheet and the sources. */
export function Workspace(props: Props) {
  const { overview, store, drafts, filter, questions, selectedId, onSelect } = props;
  const { may } = useApp();
  const { all } = useStore(store.state);
  const [wide, setWide] = useState(false);
  const [dialog, setDialog] = useState<'help' | 'bulk' | 'again' | 'same'>();
  const searchField = useRef<HTMLInputElement>(null);
  const mayWrite = may('MEMBER', 'Questionnaires: write');
  const editable = mayWrite && EDITABLE.has(overview.status);
  // What is open stays open when the filter does not let it through any more.
  const selected = store.get(selectedId);
  const index = questions.findIndex(({ id }) => id === selectedId);
  /** Where the open question stood when it left the list: its successor takes that place. */
  const lastIndex = useRef(0);
  if (index >= 0) lastIndex.current = index;
  const shownId = useRef(selectedId);
  shownId.current = selectedId;

  useEffect(() => {
    // On a phone the list comes first.
    if (selected === undefined && questions[0] && !isPhone()) onSelect(questions[0].id);
  }, [selected === undefined, questions[0]?.id]);

  const step = (by: number): void => {
    const from = index >= 0 ? index + by : lastIndex.current + (by > 0 ? by - 1 : by);
    const to = questions[Math.max(0, Math.min(questions.length - 1, from))];
    if (to) onSelect(to.id);
  };
  const nextUndone = (except: ReadonlySet<string> = NONE): void => {
    const isLeft = (question: Question): boolean => isUndone(question) && !except.has(question.id);
    const to = questions.slice(index + 1).find(isLeft) ?? questions.find(isLeft);
    if (to) onSelect(to.id);
  };
  /** From one open question to the next, unless the person has gone elsewhere. */
  const openAfter = (id: string): void => {
    if (shownId.current !== id) return;
    const isOpen = (question: Question): boolean => question.id !== id && stateOf(question) === 'open';
    const place = questions.findIndex((question) => question.id === id);
    const to = questions.slice(place + 1).find(isOpen) ?? questions.find(isOpen);
    if (to) onSelect(to.id);
  };
  const actions = useReview({
    store,
    drafts,
    question: selected,
    editable,
    mayComment: mayWrite,
    step,
    nextOpen: openAfter,
    mayKeep: may('MEMBER', 'Knowledge: write'),
  });
  const marks = useMarks(questions, selectedId);
  const chosen = useChosen(overview.id, marks, props.onChangedMany);
  const hasChosen = editable && marks.questions.length > 0;
  const lookAlikes = useMemo(
    () => (selected && editable ? lookAlikesOf(selected, all) : []),
    [selected, editable, all],
  );
  const same = hasChosen
    ? { first: marks.questions[0], others: marks.questions.slice(1), chosenByHand: true }
    : { first: selected, others: lookAlikes, chosenByHand: false };
  const askSame = (): void => {
    if (editable && same.first && !(drafts.all.get().has(same.first.id) && !hasChosen)) setDialog('same');
  };
  const canAgain = editable && canAnswerAgain(overview);
  const again = canAgain ? () => setDialog('again') : undefined;
  const bulk = editable ? () => setDialog('bulk') : undefined;
  useShortcuts({
    j: actions.next,
    k: actions.previous,
    n: () => nextUndone(),
    a: hasChosen ? chosen.approve : actions.approve,
    u: actions.unapprove,
    e: actions.edit,
    d: hasChosen ? chosen.notApplicable : actions.notApplicable,
    r: !hasChosen ? actions.askRegenerate : canAgain ? chosen.regenerate : () => undefined,
    w: () => !hasChosen && actions.openRewrite(),
    s: askSame,
    c: actions.comment,
    f: actions.searchLibrary,
    l: () => setWide(!wide),
    '/': () => searchField.current?.focus(),
    '?': () => setDialog('help'),
    ...(hasChosen ? { Escape: marks.clear } : {}),
    ...(editable ? { x: () => index >= 0 && selectedId !== undefined && marks.toggle(selectedId), X: marks.all } : {}),
    ...(bulk ? { b: bulk } : {}),
  });

  useCommands([
    bulk && { name: t('panel:palette.approveMany'), run: bulk },
    again && { name: t('panel:palette.answerAgain'), run: again },
    { name: t('panel:palette.keyboard'), run: () => setDialog('help') },
  ]);
  const close = (): void => setDialog(undefined);
  return (
    <>
      <ReviewBar
        overview={overview}
        loaded={props.loaded}
        wide={wide}
        onWide={() => setWide(!wide)}
        onAgain={again}
        onApproveMany={bulk}
        onHelp={() => setDialog('help')}
      />
      <div class={`review${wide ? ' wide' : ''}${selected ? ' has-question' : ''}`}>
        <div class="list-pane">
          <FilterBar
            filter={filter}
            overview={overview}
            questions={all}
            found={questions.length}
            searchField={searchField}
            onChange={props.onFilter}
            onChooseAll={editable ? marks.all : undefined}
            allChosen={marks.questions.length === questions.length}
          />
          {hasChosen && (
            <ChosenBar
              {...{ overview, marks, actions: chosen, canRegenerate: canAgain }}
              onSameAnswer={askSame}
              onChanged={props.onChangedMany}
            />
          )}
          {questions.length > 0 ? (
            <QuestionList
              questions={questions}
              selectedId={selectedId}
              drafts={props.unsaved}
              marks={editable ? marks : undefined}
              onSelect={({ id }) => onSelect(id)}
            />
          ) : (
            <Empty title={t('review:none_match')} icon="search">
              <Button onClick={() => props.onFilter(NO_FILTER)}>{t('review:show_all_questions')}</Button>
            </Empty>
          )}
        </div>
        {selected && (
          <>
            <QuestionPanel
              key={selected.id}
              overview={overview}
              question={selected}
              position={
                index < 0
                  ? t('review:not_in_list')
                  : t('review:position', { place: number(index + 1), total: number(questions.length) })
              }
              actions={actions}
              editable={editable}
              offer={
                lookAlikes.length > 0 &&
                !actions.draft && <Offer count={lookAlikes.length} onOpen={() => setDialog('same')} />
              }
              root={store.get(selected.depends_on?.question_id)}
              onRoot={onSelect}
              onBack={() => onSelect(undefined)}
            />
            <section class="side sources-pane" aria-label={t('review:sources')}>
              <h2>{t('review:sources')}</h2>
              <Sources questionnaireId={overview.id} question={selected} />
            </section>
            <section class="side layout-pane" aria-label={t('review:layout')}>
              <div class="card-head side-head">
                <h2>{t('review:in_the_file')}</h2>
                {mayWrite && canCorrect(overview) && <CorrectLink question={selected} overview={overview} />}
              </div>
              <LayoutView
                overview={overview}
                sheetId={selected.sheet_id}
                questions={all}
                selectedId={selected.id}
                byId={(id) => store.get(id)}
                onSelect={onSelect}
              />
            </section>
          </>
        )}
      </div>
      {dialog === 'help' && <ShortcutHelp onClose={close} />}
      {dialog === 'bulk' && (
        <BulkApprove
          overview={overview}
          questions={all}
          sheet={filter.sheet}
          onClose={close}
          onApproved={props.onChangedMany}
        />
      )}
      {dialog === 'same' && same.first && (
        <SameAnswer
          questionnaireId={overview.id}
          {...same}
          first={same.first}
          onClose={close}
          onDone={() => {
            marks.clear();
            nextUndone(new Set([same.first, ...same.others].flatMap((one) => one?.id ?? [])));
            props.onChangedMany();
          }}
        />
      )}
      {dialog === 'again' && (
        <AnswerAgainDialog
          overview={overview}
          first={{ status: filter.shown === 'open' ? 'open' : 'unapproved', sheet: filter.sheet, band: filter.band }}
          onStarted={props.onChangedMany}
          onClose={close}
        />
      )}
    </>
  );
}

/** Offers one answer for the open question and those that look like it. */
function Offer({ count, onOpen }: { count: number; onOpen(): void }) {
  return (
    <p class="look-alikes small">
      {t('review:same_answer.offer', { count })}{' '}
      <button type="button" class="link" title="s" onClick={onOpen}>
        {t('review:same_answer.open')}
      </button>
    </p>
  );
}

/** Where a person says that what was read here is wrong. */
function CorrectLink({ overview, question }: { overview: Overview; question: Question }) {
  const at = question.location ? keyOf(question.location) : undefined;
  return (
    <a class="small" href={hrefOf(correctionsPath(overview.id, question.sheet_id, at))}>
      {t('review:correct')}
    </a>
  );
}
