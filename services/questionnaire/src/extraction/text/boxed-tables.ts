import type { TableBlock, TableCell } from '../../documents/model.js';
import { asksToChoose } from '../language/words.js';
import { answerTypeOf } from '../question-form.js';
import type { AccountEntry, ExtractedQuestion, QuestionPlace } from '../result.js';
import { boxIn } from './places.js';

/** Boxes below a text from which on they are what it offers. */
const FEWEST_BOXES = 2;

interface BoxedQuestion {
  asked: TableCell;
  boxes: { cell: TableCell; option: string; ticked: boolean }[];
}

const QUESTION_MARK = /[?？؟]\s*$/u;

/**
 * The questions of a table of one column in which each stands above the boxes that it offers; undefined for any other table, and for
 * a list of things to tick below its title. Rows without words part them.
 */
export function questionsOverBoxes(
  table: TableBlock,
  number: number,
): { questions: ExtractedQuestion[]; entries: AccountEntry[] } | undefined {
  const found: BoxedQuestion[] = [];
  for (const row of table.rows) {
    const [cell, ...others] = row.filter(({ text, options }) => text.trim() !== '' || (options?.length ?? 0) > 0);
    if (others.length > 0) return undefined;
    if (cell === undefined) continue;
    const box = boxIn(cell);
    if (box === undefined && !asks(cell.text)) return undefined;
    if (box === undefined) found.push({ asked: cell, boxes: [] });
    else if (found.length === 0) return undefined;
    else found.at(-1)!.boxes.push({ cell, ...box });
  }
  if (found.length === 0 || found.some(({ boxes }) => boxes.length < FEWEST_BOXES)) return undefined;
  return {
    questions: found.map((one, ordinal) => questionOf(one, number, ordinal)),
    entries: found.flatMap(({ asked, boxes }): AccountEntry[] => [
      { class: 'question', reason: 'above_boxes', location: placeOfCell(asked, number), text: cut(asked.text) },
      ...boxes.map(({ cell, option }): AccountEntry => {
        return {
          class: 'options',
          reason: 'boxes_of_question',
          location: placeOfCell(cell, number),
          text: cut(option),
        };
      }),
    ]),
  };
}

const asks = (text: string): boolean => QUESTION_MARK.test(text) || asksToChoose(text);

function questionOf({ asked, boxes }: BoxedQuestion, number: number, ordinal: number): ExtractedQuestion {
  const text = asked.text.trim();
  const options = boxes.map(({ option }) => option);
  const optionLocations = boxes.map(({ option, cell }) => ({ option, location: placeOfCell(cell, number) }));
  return {
    key: `t${number}!r${asked.row + 1}c${asked.column + 1}`,
    ordinal,
    section: '',
    number: asked.number ?? '',
    text,
    stem: '',
    location: placeOfCell(asked, number),
    answerLocation: optionLocations[0]!.location,
    commentLocation: null,
    answerType: answerTypeOf(text, options),
    options,
    optionLocations,
    isRequired: false,
    existingAnswer: boxes
      .filter(({ ticked }) => ticked)
      .map(({ option }) => option)
      .join(', '),
    hidden: false,
  };
}

const placeOfCell = ({ row, column }: TableCell, table: number): QuestionPlace => ({
  table,
  row: row + 1,
  column: column + 1,
});

const cut = (text: string): string => text.slice(0, 200);
