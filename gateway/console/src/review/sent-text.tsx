import type { ComponentChildren } from 'preact';
import type { Question } from '../api/types.js';
import { BandBadge } from '../ui/badges.js';
import { Check } from '../ui/choices.js';
import { t } from '../words/words.js';
import { answerWords } from './question-list.js';

interface Props {
  question: Question;
  chosen: boolean;
  onChange(): void;
  /** Beside the question. */
  note?: ComponentChildren;
}

/** A question to tick, with all that goes to the customer for it. */
export function SentText({ question, chosen, onChange, note }: Props) {
  const { number, text, answer, comment, confidence } = question;
  return (
    <div class={`sent-text${chosen ? ' chosen' : ''}`}>
      <Check checked={chosen} onChange={onChange}>
        <span class="text">
          {number !== null && <span class="question-number">{number}</span>}
          {text}
        </span>
      </Check>
      <p class={`text sent-answer${answer === null ? ' no-answer muted' : ''}`}>{answerWords(question)}</p>
      {comment !== null && comment !== '' && (
        <p class="text sent-answer small">
          <span class="muted">{t('review:comment_for_customer')}: </span>
          {comment}
        </p>
      )}
      {(confidence !== null || note !== undefined) && (
        <p class="sent-facts small muted">
          {confidence && <BandBadge band={confidence.band} />}
          {note}
        </p>
      )}
    </div>
  );
}
