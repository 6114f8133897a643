import { columnName } from '../../documents/model.js';
import { answerTypeOf, boundsOf } from '../question-form.js';
import { optionsFor } from './answer-options.js';
import type { AnswerPlaces } from './answer-places.js';
import type { Grid } from './grid.js';
import type { QuestionTable } from './table.js';
import type { GridQuestion } from './table-questions.js';

/** What is known of the table that several columns take answers to. */
interface PeerTable {
  grid: Grid;
  table: QuestionTable;
  places: AnswerPlaces;
  offered: string[];
}

/** The question as one of several columns asks it: the heading of the column ends its section. */
export function inColumn({ table }: Pick<PeerTable, 'table'>, asked: GridQuestion, column: number): GridQuestion {
  const heading = table.scope.labels.get(column)?.text ?? '';
  const section = [asked.question.section, heading].filter((part) => part !== '').join(' > ');
  return { ...asked, question: { ...asked.question, section } };
}

/** The same question, asked once more by another column. */
export function askedAgain(peers: PeerTable, asked: GridQuestion, row: number, column: number): GridQuestion {
  const { grid, table, places, offered } = peers;
  const question = { ...inColumn(peers, asked, column).question };
  delete question.answerBounds;
  const rowNumber = grid.rowNumber(row);
  const validation = grid.validationAt(rowNumber, column);
  const options = optionsFor(grid, { ...table.answers, answer: column }, row, offered);
  return {
    ...asked,
    question: {
      ...question,
      key: `${question.key}>${columnName(column)}`,
      answerLocation: places.at(rowNumber, column),
      existingAnswer: places.existingAnswer(row, column),
      options,
      answerType: answerTypeOf(question.text, options, validation?.type),
      ...boundsOf(validation),
    },
  };
}
