import type { Question } from '../api/types.js';
import { BandBadge } from '../ui/badges.js';
import { Icon } from '../ui/icon.js';
import { VirtualList } from '../ui/virtual-list.js';
import { t } from '../words/words.js';
import { stateOf, stateWords, type QuestionState } from './filters.js';
import type { Marks } from './marks.js';

/** Pixels: two lines of the question, one of its answer. */
const ROW_HEIGHT = 82;

interface Props {
  questions: readonly Question[];
  selectedId: string | undefined;
  /** Questions with an edit that is not saved. */
  drafts: ReadonlySet<string>;
  /** Absent where nothing can be done to several. */
  marks: Marks | undefined;
  onSelect(question: Question): void;
}

export function QuestionList({ questions, selectedId, drafts, marks, onSelect }: Props) {
  return (
    <VirtualList
      label={t('review:questions_label')}
      items={questions}
      keyOf={({ id }) => id}
      rowHeight={ROW_HEIGHT}
      selectedKey={selectedId}
      onSelect={(question, event) => {
        if (marks && event.shiftKey) marks.upTo(question.id);
        else if (marks && event.target instanceof Element && event.target.closest('.mark-box'))
          marks.toggle(question.id);
        else onSelect(question);
      }}
      row={(question) => (
        <Row question={question} isDraft={drafts.has(question.id)} marked={marks?.ids.has(question.id)} />
      )}
    />
  );
}

export function StateSign({ state }: { state: QuestionState }) {
  return (
    <span class={`state-sign ${state}`} title={stateWords(state)}>
      {state === 'approved' && <Icon name="check" />}
      {state === 'not-applicable' && <span aria-hidden="true">–</span>}
      <span class="hidden">{stateWords(state)}: </span>
    </span>
  );
}

interface RowProps {
  question: Question;
  isDraft: boolean;
  /** Undefined: nothing can be chosen. */
  marked: boolean | undefined;
}

function Row({ question, isDraft, marked }: RowProps) {
  const state = stateOf(question);
  return (
    <div class={`question-row${marked ? ' marked' : ''}`}>
      <span class="row-signs">
        <StateSign state={state} />
        {marked !== undefined && (
          <span class="mark-box" title={t('review:choose_hint')}>
            <i>{marked && <Icon name="check" />}</i>
            {marked && <span class="hidden">{t('review:is_chosen')} </span>}
          </span>
        )}
      </span>
      <p class="question-words">
        {question.number !== null && <span class="question-number">{question.number}</span>}
        {question.text}
      </p>
      <p class="answer-words">
        <span class={question.answer === null ? 'no-answer' : ''}>{answerWords(question)}</span>
        {isDraft && <span class="draft-mark">{t('review:not_saved')}</span>}
        {question.confidence && <BandBadge band={question.confidence.band} />}
      </p>
    </div>
  );
}

/** The answer, or why there is none. */
export function answerWords({ answer, answer_status: status }: Question): string {
  if (answer !== null && answer !== '') return answer;
  if (status === 'NOT_APPLICABLE') return t('review:state.not_applicable');
  if (status === 'FAILED') return t('review:no_answer.failed');
  return status === 'NEEDS_INFO' ? t('review:no_answer.no_evidence') : t('review:no_answer.not_answered');
}
