import { t } from '../words/words.js';
import type { Row } from './form-state.js';
import type { FormWork } from './form-work.js';
import { BandBadge, Button, Sources } from './parts.js';

interface Props {
  row: Row;
  work: FormWork;
  /** Whether new questions of the page wait for the person's word. */
  isHeld: boolean;
}

/** A question of the page with its answer, and what the person may do. */
export function QuestionRow({ row, work, isHeld }: Props) {
  const { found, question, isFilled, isBusy, note, said } = row;
  const { key } = found;
  const isApproved = question !== undefined && question.approved_at !== null;
  const hasAnswer = question !== undefined && question.answer !== null && question.answer !== '';
  const isSettled = question !== undefined && question.answer_status !== 'UNANSWERED';
  const about = found.text.slice(0, 80);
  return (
    <li class="card" data-key={key}>
      <h2>
        {found.number ? `${found.number} ` : ''}
        {found.text}
      </h2>
      {hasAnswer && <p class="answer">{question.answer}</p>}
      {hasAnswer && found.comment && question.comment && <p class="muted">{question.comment}</p>}
      <p class="row">
        {isSettled ? <BandBadge band={hasAnswer ? (question.confidence?.band ?? null) : null} /> : null}
        {isApproved && <span class="approved">{t('approved')}</span>}
      </p>
      <p class="muted" role="status">
        {noteOf(row, hasAnswer, isSettled, isApproved, note, isHeld)}
      </p>
      {question && <Sources citations={question.citations} />}
      <div class="row">
        {hasAnswer && !isFilled && !found.filled && (
          <Button busy={isBusy} label={`${t('fill')}: ${about}`} onClick={() => void work.fill([key])}>
            {t('fill')}
          </Button>
        )}
        {isFilled && (
          <Button busy={isBusy} label={`${t('undo')}: ${about}`} onClick={() => void work.undo([key])}>
            {t('undo')}
          </Button>
        )}
        {isSettled && !isApproved && (
          <Button
            kind={isFilled ? 'primary' : 'plain'}
            busy={isBusy}
            title={t('acceptHelp')}
            label={`${t('accept')}: ${about}`}
            onClick={() => void work.accept([key])}
          >
            {t('accept')}
          </Button>
        )}
        <Button kind="quiet" label={`${t('show')}: ${about}`} onClick={() => void work.show(key)}>
          {t('show')}
        </Button>
      </div>
      {said && !isApproved && (
        <div class="said">
          <p class="muted">{t('fieldSays')}</p>
          <p class="answer">{said.answer}</p>
          {said.comment && <p class="muted">{said.comment}</p>}
          <Button busy={isBusy} label={`${t('acceptSaid')}: ${about}`} onClick={() => void work.acceptSaid(key, said)}>
            {t('acceptSaid')}
          </Button>
        </div>
      )}
    </li>
  );
}

function noteOf(
  row: Row,
  hasAnswer: boolean,
  isSettled: boolean,
  isApproved: boolean,
  note: string,
  isHeld: boolean,
): string {
  if (isApproved) return '';
  if (note !== '') return note;
  if (row.found.filled && !row.isFilled) return t('yours');
  if (!isSettled) return t(isHeld && !row.question ? 'notSent' : 'waiting');
  return hasAnswer ? '' : t('needsInfo');
}
