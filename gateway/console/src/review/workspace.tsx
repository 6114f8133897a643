import { useEffect, useRef, useState } from 'preact/hooks';
import type { Overview, Question } from '../api/types.js';
import { useCommands } from '../app/commands.js';
import { useApp } from '../app/context.js';
import { useStore } from '../app/store.js';
import { hrefOf } from '../app/router.js';
import { canCorrect, correctionsPath } from '../corrections/correctable.js';
import { keyOf } from '../corrections/said.js';
import { AnswerAgainDialog, canAnswerAgain } from '../questionnaires/answer-again.js';
import { Progress } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { t } from '../words/words.js';
import { BulkApprove } from './bulk-approve.js';
import type { Drafts } from './drafts.js';
import { FilterBar } from './filter-bar.js';
import { NO_FILTER, stateOf, type Filter } from './filters.js';
import { LayoutView } from './layout-view.js';
import { QuestionList } from './question-list.js';
import { QuestionPanel } from './question-panel.js';
import type { QuestionsStore } from './questions-store.js';
import { ShortcutHelp } from './shortcut-help.js';
import { useShortcuts } from './shortcuts.js';
import { Sources } from './sources.js';
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

const EDITABLE = new Set(['ANSWERING_IN_PROGRESS', 'ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'ANSWERING_FAILED']);

/** List, question, and beside them the customer's sheet and the sources. */
export function Workspace(props: Props) {
  const { overview, store, drafts, filter, questions, selectedId, onSelect } = props;
  const { may } = useApp();
  const { all } = useStore(store.state);
  const [wide, setWide] = useState(false);
  const [dialog, setDialog] = useState<'help' | 'bulk' | 'again'>();
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

  const isPhone = (): boolean => matchMedia('(width < 900px)').matches;
  useEffect(() => {
    // On a phone the list comes first.
    if (selected === undefined && questions[0] && !isPhone()) onSelect(questions[0].id);
  }, [selected === undefined, questions[0]?.id]);

  const step = (by: number): void => {
    const from = index >= 0 ? index + by : lastIndex.current + (by > 0 ? by - 1 : by);
    const to = questions[Math.max(0, Math.min(questions.length - 1, from))];
    if (to) onSelect(to.id);
  };
  const nextOpen = (): void => {
    const isLeft = (question: Question): boolean => ['to-review', 'open'].includes(stateOf(question));
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
    ...{ store, drafts, question: selected, editable, mayComment: mayWrite, step },
    ...{ nextOpen: openAfter, mayKeep: may('MEMBER', 'Knowledge: write') },
  });
  const again = editable && canAnswerAgain(overview) ? () => setDialog('again') : undefined;
  const bulk = editable ? () => setDialog('bulk') : undefined;
  useShortcuts({
    j: actions.next,
    k: actions.previous,
    n: nextOpen,
    a: actions.approve,
    u: actions.unapprove,
    e: actions.edit,
    x: actions.notApplicable,
    r: actions.askRegenerate,
    c: actions.comment,
    s: actions.searchLibrary,
    l: () => setWide(!wide),
    '/': () => searchField.current?.focus(),
    '?': () => setDialog('help'),
    ...(bulk ? { b: bulk } : {}),
  });

  useCommands([
    bulk && { name: t('panel:palette.approveMany'), run: bulk },
    again && { name: t('panel:palette.answerAgain'), run: again },
    { name: t('panel:palette.keyboard'), run: () => setDialog('help') },
  ]);

  const { statistics } = overview;
  const close = (): void => setDialog(undefined);
  return (
    <>
      <div class="review-bar">
        <span class="review-progress">
          <Progress
            label="Approved questions"
            done={statistics.approved_questions}
            behind={statistics.answered_questions}
            total={statistics.total_questions}
          />
          <span class="small">
            {number(statistics.approved_questions)} of {number(statistics.total_questions)} approved ·{' '}
            {number(statistics.not_answered_questions)} without an answer
          </span>
        </span>
        {props.loaded && (
          <span class="small muted" role="status">
            Loading {number(props.loaded.done)} of {number(props.loaded.total)} …
          </span>
        )}
        <span class="review-tools">
          <Button kind="quiet" pressed={wide} title="l" class="wide-only" onClick={() => setWide(!wide)}>
            <Icon name="sheet" />
            Customer’s layout
          </Button>
          {again && (
            <Button onClick={again}>
              <Icon name="refresh" />
              Answer again …
            </Button>
          )}
          {bulk && (
            <Button title="b" onClick={bulk}>
              Approve many …
            </Button>
          )}
          <Button kind="quiet" label="Keyboard (?)" class="wide-only" onClick={() => setDialog('help')}>
            <Icon name="keyboard" />
          </Button>
        </span>
        {again && overview.evidence_changed && (
          <p class="review-offer small">
            Evidence has changed since these answers were made.{' '}
            <button type="button" class="link" onClick={again}>
              Answer again?
            </button>
          </p>
        )}
      </div>
      <div class={`review${wide ? ' wide' : ''}${selected ? ' has-question' : ''}`}>
        <div class="list-pane">
          <FilterBar
            filter={filter}
            overview={overview}
            questions={all}
            found={questions.length}
            searchField={searchField}
            onChange={props.onFilter}
          />
          {questions.length > 0 ? (
            <QuestionList
              questions={questions}
              selectedId={selectedId}
              drafts={props.unsaved}
              onSelect={({ id }) => onSelect(id)}
            />
          ) : (
            <Empty title="No question matches" icon="search">
              <Button onClick={() => props.onFilter(NO_FILTER)}>Show all questions</Button>
            </Empty>
          )}
        </div>
        {selected && (
          <>
            <QuestionPanel
              key={selected.id}
              overview={overview}
              question={selected}
              position={`${number(Math.max(index, 0) + 1)} of ${number(questions.length)}`}
              actions={actions}
              editable={editable}
              onBack={() => onSelect(undefined)}
            />
            <section class="side sources-pane" aria-label="Sources">
              <h2>Sources</h2>
              <Sources question={selected} />
            </section>
            <section class="side layout-pane" aria-label="Customer’s layout">
              <div class="card-head side-head">
                <h2>In the customer’s file</h2>
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

/** Where a person says that what was read here is wrong. */
function CorrectLink({ overview, question }: { overview: Overview; question: Question }) {
  const at = question.location ? keyOf(question.location) : undefined;
  return (
    <a class="small" href={hrefOf(correctionsPath(overview.id, question.sheet_id, at))}>
      Correct what was read …
    </a>
  );
}
