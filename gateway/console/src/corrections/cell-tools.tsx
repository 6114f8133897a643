import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Corrections, Place } from '../api/types.js';
import { placeWords } from '../questionnaire-frame/receipt.js';
import { Button } from '../ui/button.js';
import type { Cell, Found, Row } from './cells.js';
import { keyOf } from '../review/layout.js';
import { isAdded, isRemoved, takenBack, withoutQuestion, withQuestion } from './said.js';
import { shortWords } from './words.js';
import { t } from '../words/words.js';

interface Props {
  cell: Cell;
  row: Row;
  found: Found;
  said: Corrections;
  /** Rises from 0 when the person wants to do something with the cell: the focus comes here. */
  wanted: number;
  onSay(said: Corrections): void;
  onRow(end: 'first_row' | 'last_row', row: number): void;
  /** Back to the cell. */
  onLeave(): void;
}

/** What can be said of the cell that is pointed at. */
export function CellTools({ cell, row, found, said, wanted, onSay, onRow, onLeave }: Props) {
  const element = useRef<HTMLDivElement>(null);
  // At once: the next key belongs to these buttons, not to the cell.
  useLayoutEffect(() => {
    if (wanted > 0) element.current?.querySelector<HTMLElement>('button')?.focus();
  }, [wanted]);
  const { place } = cell;
  const isGone = isRemoved(said, place);
  const isNew = isAdded(said, place) && !found.questions.has(keyOf(place));
  const isQuestion = (found.questions.has(keyOf(place)) || isAdded(said, place)) && !isGone;
  const asked = isQuestion ? undefined : questionFor(row, cell, found, said);
  const say = (next: Corrections): void => {
    onSay(next);
    onLeave();
  };
  const end = (which: 'first_row' | 'last_row', number: number): void => {
    onRow(which, number);
    onLeave();
  };
  return (
    <div
      ref={element}
      class="cell-tools"
      role="group"
      aria-label={t('corrections:cell.name', { place: placeWords(place) })}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onLeave();
      }}
    >
      <p>
        <strong class="mono">{placeWords(place)}</strong>{' '}
        <span class="muted">{cell.text === '' ? t('corrections:cell.blank') : cell.text}</span>
      </p>
      <div class="tools">
        {cell.text !== '' && !isQuestion && (
          <Button onClick={() => say(withQuestion(said, place))}>
            {isGone ? t('corrections:cell.afterAll') : t('corrections:cell.isQuestion')}
          </Button>
        )}
        {isQuestion && (
          <Button onClick={() => say(isNew ? takenBack(said, place) : withoutQuestion(said, place))}>
            {t('corrections:cell.noQuestion')}
          </Button>
        )}
        {asked && (
          <Button onClick={() => say(withQuestion(said, asked, place))}>
            {t('corrections:cell.answerHere', { question: shortWords(asked) })}
          </Button>
        )}
        {row.number !== undefined && (
          <>
            <Button kind="quiet" onClick={() => end('first_row', row.number ?? 1)}>
              {t('corrections:cell.begin', { row: row.label })}
            </Button>
            <Button kind="quiet" onClick={() => end('last_row', row.number ?? 1)}>
              {t('corrections:cell.end', { row: row.label })}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Whose answer may go into the cell: the question beside it, the nearest at its left first, else the one that was added last. */
function questionFor(row: Row, cell: Cell, { questions }: Found, said: Corrections): Place | undefined {
  if (row.number === undefined) return undefined;
  const asks = ({ place }: Cell): boolean =>
    !isRemoved(said, place) && (questions.has(keyOf(place)) || isAdded(said, place));
  const at = row.cells.indexOf(cell);
  const beside = row.cells.slice(0, at).findLast(asks) ?? row.cells.slice(at + 1).find(asks);
  if (beside) return beside.place;
  const last = said.add.at(-1)?.location;
  return last && last.sheet === cell.place.sheet && last.table === cell.place.table ? last : undefined;
}
