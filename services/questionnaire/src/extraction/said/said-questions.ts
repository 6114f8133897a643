import type { CellModel } from '../../documents/model.js';
import { optionsFor } from '../grid/answer-options.js';
import type { GridResult } from '../grid/extract-grid.js';
import type { Grid } from '../grid/grid.js';
import type { GridQuestion } from '../grid/table-questions.js';
import { withoutItemNumber } from '../language/item-number.js';
import { answerTypeOf, boundsOf, isRequiredText } from '../question-form.js';
import type { QuestionPlace } from '../result.js';
import { cellIndex } from './corrections.js';
import type { SaidOfGrid, SaidQuestion } from './said-grid.js';

/** Columns right of a question in which a free cell is looked for. */
const FREE_COLUMNS = 4;

/** Takes away and adds the questions that people say; what cannot be is told in `said.refused`. */
export function withSaidQuestions(grid: Grid, result: GridResult, said: SaidOfGrid): GridResult {
  const { ledger } = result;
  let questions = result.questions;
  const identifier = result.tables[0]?.table.identifier;
  for (const { row, column } of said.remove) {
    if (!questions.some(standsAt(row, column))) continue;
    questions = questions.filter((asked) => !standsAt(row, column)(asked));
    ledger.book(grid.indexAt(grid.rowAt(row), column), 'skipped', 'said_no_question');
  }
  for (const one of said.add) {
    const { row, column } = one;
    const at = grid.rowAt(row);
    const cell = at < 0 ? undefined : grid.cellAt(at, column);
    const refused = cell === undefined ? { path: one.path, message: NO_TEXT } : refusalOf(grid, one, questions);
    if (cell === undefined || refused !== undefined) {
      if (refused !== undefined) said.refused.push(refused);
      continue;
    }
    const known = questions.find(standsAt(row, column));
    if (known !== undefined) moveAnswer(grid, known, at, one);
    else {
      const place = questions.findIndex(
        (asked) => asked.cell.row > row || (asked.cell.row === row && asked.cell.column > column),
      );
      const before = questions.at((place < 0 ? questions.length : place) - 1);
      const asked = newQuestion(grid, cell, at, one, place === 0 ? undefined : before, identifier);
      questions = place < 0 ? [...questions, asked] : [...questions.slice(0, place), asked, ...questions.slice(place)];
    }
    ledger.book(grid.indexAt(at, column), 'question', 'said_question');
    if (one.answer !== undefined) {
      const answerRow = grid.rowAt(one.answer.row);
      if (answerRow >= 0) ledger.book(grid.indexAt(answerRow, one.answer.column), 'answer', 'said_answer_place');
    }
  }
  return { ...result, questions };
}

const NO_TEXT = 'No text stands there that could be a question. Choose a cell with a text.';

const standsAt =
  (row: number, column: number) =>
  ({ cell }: GridQuestion): boolean =>
    cell.row === row && cell.column === column;

function refusalOf(
  grid: Grid,
  { path, row, column, answer }: SaidQuestion,
  questions: readonly GridQuestion[],
): SaidOfGrid['refused'][number] | undefined {
  const there = questions.filter(standsAt(row, column)).length;
  if (answer === undefined) return undefined;
  const field = `${path}.answer_location`;
  const anchor = grid.anchorOf(answer.row, answer.column);
  if (grid.isFormula(anchor.row, anchor.column))
    return { path: field, message: 'A formula fills this cell. Choose a cell that is free to write in.' };
  if (!grid.isWritable(anchor.row, anchor.column))
    return { path: field, message: 'The document has no such cell. Choose one that exists.' };
  if (there > 1)
    return { path: field, message: 'Several questions stand in this cell. Say the answer columns instead.' };
  return undefined;
}

function moveAnswer(grid: Grid, asked: GridQuestion, row: number, { answer }: SaidQuestion): void {
  const { question } = asked;
  question.said = true;
  if (answer === undefined) return;
  Object.assign(question, { optionLocations: [], ...answerAt(grid, asked.cell, row, answer) });
}

function newQuestion(
  grid: Grid,
  cell: CellModel,
  row: number,
  { answer }: SaidQuestion,
  before: GridQuestion | undefined,
  identifier: number | undefined,
): GridQuestion {
  const beside = identifier === undefined ? undefined : grid.cellAt(row, identifier)?.text.trim();
  const { number, text } = withoutItemNumber(cell.text, beside ?? grid.numberOf(cell));
  const place = answer ?? freeBeside(grid, cell, row, before);
  return {
    cell,
    answerable: true,
    computed: false,
    question: {
      key: grid.key(cell.row, cell.column),
      ordinal: 0,
      section: before?.question.section ?? '',
      number,
      text,
      stem: '',
      location: grid.place(cell.row, cell.column),
      commentLocation: null,
      optionLocations: [],
      isRequired: isRequiredText(text),
      hidden: grid.isHiddenRow(cell.row) || grid.isHiddenColumn(cell.column),
      said: true,
      ...answerAt(grid, cell, row, place),
    },
  };
}

/** All of a question that follows from where it is answered. */
function answerAt(
  grid: Grid,
  cell: CellModel,
  row: number,
  place: { row: number; column: number } | undefined,
): Pick<GridQuestion['question'], 'answerLocation' | 'answerType' | 'options' | 'existingAnswer' | 'answerBounds'> {
  const inside = grid.optionsIn(cell);
  if (place === undefined) {
    const options = inside?.options ?? [];
    const answerLocation = inside === undefined ? null : grid.writingPlace(cell.row, cell.column);
    const existingAnswer = inside?.checked.join(', ') ?? '';
    return { answerLocation, answerType: answerTypeOf(cell.text, options), options, existingAnswer };
  }
  const anchor = grid.anchorOf(place.row, place.column);
  const at = grid.rowAt(anchor.row);
  const columns = { answer: anchor.column, comment: undefined, peers: [], choices: [], options: undefined };
  const options = optionsFor(
    grid,
    { ...columns, required: undefined, computed: false, strength: 3 },
    at < 0 ? row : at,
    [],
  );
  const validation = grid.validationAt(anchor.row, anchor.column);
  const there = at < 0 ? undefined : grid.cellAt(at, anchor.column);
  const ticked = there === undefined ? undefined : grid.optionsIn(there);
  return {
    answerLocation: grid.writingPlace(anchor.row, anchor.column),
    answerType: answerTypeOf(cell.text, options, validation?.type),
    options,
    existingAnswer: there === cell ? '' : (ticked?.checked.join(', ') ?? there?.text.trim() ?? ''),
    ...boundsOf(validation),
  };
}

/** The column in which the question before is answered, or the first free cell to the right. */
function freeBeside(
  grid: Grid,
  cell: CellModel,
  row: number,
  before: GridQuestion | undefined,
): { row: number; column: number } | undefined {
  if (grid.optionsIn(cell) !== undefined) return undefined;
  const usual = columnOf(before?.question.answerLocation ?? null);
  const right = grid.mergeOf(cell.row, cell.column)?.right ?? cell.column;
  const next = Array.from({ length: FREE_COLUMNS }, (_, i) => right + 1 + i);
  for (const column of usual === undefined ? next : [usual, ...next]) {
    const anchor = grid.anchorOf(cell.row, column);
    const free =
      grid.isWritable(anchor.row, anchor.column) && (anchor.row !== cell.row || anchor.column !== cell.column);
    if (free && (column === usual || grid.indexAt(row, column) < 0)) return anchor;
  }
  return undefined;
}

function columnOf(place: QuestionPlace | null): number | undefined {
  if (place === null) return undefined;
  if ('cell' in place) return cellIndex(place.cell)?.column;
  return 'table' in place ? place.column - 1 : undefined;
}
