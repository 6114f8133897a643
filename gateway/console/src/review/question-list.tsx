import type { Question } from '../api/types.js';
import { BandBadge } from '../ui/badges.js';
import { Icon } from '../ui/icon.js';
import { VirtualList } from '../ui/virtual-list.js';
import { stateOf, type QuestionState } from './filters.js';

/** Pixels: two lines of the question, one of its answer. */
const ROW_HEIGHT = 82;

export const STATE_WORDS: Record<QuestionState, string> = {
  approved: 'Approved',
  'not-applicable': 'Not applicable',
  'to-review': 'To review',
  open: 'No answer',
};

interface Props {
  questions: readonly Question[];
  selectedId: string | undefined;
  /** Questions with an edit that is not saved. */
  drafts: ReadonlySet<string>;
  onSelect(question: Question): void;
}

export function QuestionList({ questions, selectedId, drafts, onSelect }: Props) {
  return (
    <VirtualList
      label="Questions"
      items={questions}
      keyOf={({ id }) => id}
      rowHeight={ROW_HEIGHT}
      selectedKey={selectedId}
      onSelect={onSelect}
      row={(question) => <Row question={question} isDraft={drafts.has(question.id)} />}
    />
  );
}

export function StateSign({ state }: { state: QuestionState }) {
  return (
    <span class={`state-sign ${state}`} title={STATE_WORDS[state]}>
      {state === 'approved' && <Icon name="check" />}
      {state === 'not-applicable' && <span aria-hidden="true">–</span>}
      <span class="hidden">{STATE_WORDS[state]}: </span>
    </span>
  );
}

function Row({ question, isDraft }: { question: Question; isDraft: boolean }) {
  const state = stateOf(question);
  return (
    <div class="question-row">
      <StateSign state={state} />
      <p class="question-words">
        {question.number !== null && <span class="question-number">{question.number}</span>}
        {question.text}
      </p>
      <p class="answer-words">
        <span class={question.answer === null ? 'no-answer' : ''}>{answerWords(question)}</span>
        {isDraft && <span class="draft-mark">not saved</span>}
        {question.confidence && <BandBadge band={question.confidence.band} />}
      </p>
    </div>
  );
}

export function answerWords({ answer, answer_status: status }: Question): string {
  if (answer !== null && answer !== '') return answer;
  if (status === 'NOT_APPLICABLE') return 'Not applicable';
  if (status === 'FAILED') return 'Answering failed';
  return status === 'NEEDS_INFO' ? 'Nothing known answers this' : 'Not answered';
}
