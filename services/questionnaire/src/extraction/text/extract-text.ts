import type { BlockModel, ParagraphBlock, TableBlock, TextModel } from '../../documents/model.js';
import { filledForm } from '../grid/filled-forms.js';
import { gridOfTable } from '../grid/grid.js';
import type { Header } from '../grid/headers.js';
import { numberedForm } from '../grid/numbered-forms.js';
import { chooseTableByShape } from '../grid/readings/by-shape.js';
import { isFieldLabel } from '../language/field-words.js';
import { ShapeCache } from '../language/text-shape.js';
import { isPaperTitle } from '../language/title-signs.js';
import type { Corrections, RefusedCorrection } from '../said/corrections.js';
import { questionsOverBoxes } from './boxed-tables.js';
import { extractWithSaid } from '../said/extract-said.js';
import { layoutOf, type AreaLayout } from '../said/layout.js';
import { saidOfGrid, type SaidArea, type SaidOfGrid } from '../said/said-grid.js';
import type { ExtractedQuestion, ExtractionResult } from '../result.js';
import { withFilledLabels } from './filled-labels.js';
import { habitsOf, type TextHabits } from './habits.js';
import { blockBelow, isNotice, noticesOf } from './places.js';
import { askedByShape, type AskedByShape, type Known } from './readings/asked-by-shape.js';
import { SaidText } from './said-text.js';
import { TextQuestions } from './text-questions.js';
import { textUnits } from './units.js';
import type { TextUnit } from './units.js';

type Extracted = Pick<ExtractionResult, 'sheets' | 'areas' | 'warnings'>;

/**
 * Finds the questions of a text document, its tables and its form fields, in the order of the document. Then it is looked at as a whole:
 * where its lines have a form of their own that asks, it is read once more with that; one in which nothing is found, its tables by
 * their shape too.
 */
export function extractText(model: TextModel, corrections: Corrections, refused: RefusedCorrection[]): Extracted {
  const document = prepared(model);
  const known = readText(document, corrections, refused, { silent: false });
  const silent = known.count === 0 && areTablesMost(document);
  const byShape = askedByShape(document, known);
  if (!silent && byShape.size === 0) return known;
  return readText(document, corrections, [], { silent, byShape });
}

/** Share of the words of a document that stand in its tables, from which on these may be what it asks. */
const IN_TABLES = 0.4;

/** Among much prose a table tells something, whatever room its columns leave. */
function areTablesMost({ model, units, shapes }: Prepared): boolean {
  const told = units.reduce((sum, { text }) => sum + shapes.of(text).words, 0);
  const cells = model.blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flat() : []));
  const listed = cells.reduce((sum, { text }) => sum + shapes.once(text).words, 0);
  return listed >= IN_TABLES * (told + listed);
}

interface Prepared {
  model: TextModel;
  shapes: ShapeCache;
  units: readonly TextUnit[];
  habits: TextHabits;
  byBlock: ReadonlyMap<number, TextUnit[]>;
  notices: ReadonlySet<string>;
  /** Its first lines name it a form or a questionnaire. */
  titled: boolean;
}

/** Lines among which the title of a paper stands, and its words at most. */
const TITLE_LINES = 3;
const TITLE_WORDS = 8;

function prepared(model: TextModel): Prepared {
  const shapes = new ShapeCache();
  const paragraphs = model.blocks.filter(
    (block): block is ParagraphBlock => block.kind === 'paragraph' && !isContents(block),
  );
  const units = withFilledLabels(textUnits(paragraphs, model.format, followers(model.blocks)), shapes);
  const byBlock = new Map<number, TextUnit[]>();
  for (const unit of units) {
    const first = unit.blocks[0]!.index;
    const list = byBlock.get(first);
    if (list === undefined) byBlock.set(first, [unit]);
    else list.push(unit);
  }
  return {
    model,
    shapes,
    units,
    habits: habitsOf(units, shapes, model.format),
    byBlock,
    notices: noticesOf(model.blocks),
    titled: isTitled(units, shapes) || opensAsForm(model.blocks, shapes),
  };
}

const isTitled = (units: readonly TextUnit[], shapes: ShapeCache): boolean =>
  units.slice(0, TITLE_LINES).some(({ text }) => shapes.of(text).words <= TITLE_WORDS && isPaperTitle(text));

/** Words of the longest line above the table that a form opens with, and labels of people in it that we know. */
const LINE_WORDS = 30;
const KNOWN_LABELS = 3;

/** The first table is a filled form about whoever fills it in, and nothing but short lines stand above it. */
function opensAsForm(blocks: readonly BlockModel[], shapes: ShapeCache): boolean {
  const first = blocks.findIndex(({ kind }) => kind === 'table');
  const table = blocks[first];
  if (table?.kind !== 'table') return false;
  const above = blocks.slice(0, first);
  const isShort = (block: BlockModel): boolean =>
    block.kind === 'paragraph' && shapes.of(block.text).words <= LINE_WORDS && block.code !== true;
  const known = table.rows.filter(([label]) => label !== undefined && isFieldLabel(label.text)).length;
  return above.every(isShort) && known >= KNOWN_LABELS && filledForm(gridOfTable(table, 1)) !== undefined;
}

function readText(
  { model, shapes, units, habits, byBlock, notices, titled }: Prepared,
  corrections: Corrections,
  refused: RefusedCorrection[],
  { silent, byShape }: { silent: boolean; byShape?: AskedByShape },
): Extracted & Known {
  const said = new SaidText(corrections);
  const walker = new TextQuestions(shapes, habits, units, said, byShape);
  const areas: AreaLayout[] = [];
  const saidSilent = said.isSilent ? silentTable : undefined;
  let tables = 0;
  let head: TableHead | undefined;
  for (const [i, block] of model.blocks.entries()) {
    if (block.kind === 'table') {
      tables++;
      if (block.ofCell === true) walker.takeBoxes(block, tables);
      else if (isNotice(block, notices) && model.blocks[i + 1]?.kind === 'table')
        walker.takeBoxes(block, tables, { class: 'instruction', reason: 'notice_above_box' });
      else {
        const own = saidOfGrid(corrections, { table: tables }, refused) ?? saidSilent?.(refused);
        const found = takeTable(walker, block, tables, { head, said: own, silent, titled });
        head = found.head;
        areas.push(found.layout);
      }
    } else if (block.kind === 'field') {
      walker.takeField(block);
    } else if (isContents(block)) {
      walker.account.bookContents(block);
    } else {
      for (const unit of byBlock.get(block.index) ?? []) walker.takeUnit(unit, blockBelow(model.blocks, i, notices));
    }
  }
  for (const line of model.runningLines ?? []) walker.account.bookRunningLine(line);
  for (const page of model.unreadPages ?? []) walker.account.bookUnreadPage(page);
  const { questions, account } = walker.finish();
  refused.push(...said.refusals(model));
  const whole = { sheetIndex: 0, table: null, questions: questions.length, headings: [], columns: null };
  return {
    sheets: [{ name: '', index: 0, hidden: false, questions: numbered(questions), account }],
    areas: [{ ...whole, rowCount: model.blocks.length, columnCount: 1, firstRow: null, lastRow: null }, ...areas],
    warnings: [],
    asked: walker.askedUnits,
    other: walker.otherUnits,
    count: questions.length,
    saidSilent: said.isSilent,
  };
}

/** A table of a document of which people say that it asks nothing. */
const silentTable = (refused: RefusedCorrection[]): SaidOfGrid => ({ area: SILENT, add: [], remove: [], refused });
const NO_COLUMNS = { question: undefined, number: undefined, section: undefined, answers: [], choices: [] };
const SILENT: SaidArea = {
  path: 'areas',
  asks: false,
  columns: { ...NO_COLUMNS, comment: undefined },
  firstRow: undefined,
  lastRow: undefined,
};

/** Dots that lead to the number of a page: a line of a table of contents, and no line to write on. */
const LEADS_TO_PAGE = /(?:\.{4}|…{2}|(?:\. ){4})\s*(?:\d{1,4}|[ivxl]{1,6})\s*$/u;

function leadsToPage(text: string): boolean {
  const dots = LEADS_TO_PAGE.exec(text)?.index ?? 0;
  return /\p{L}/u.test(text.slice(text.lastIndexOf('\n', dots) + 1, dots));
}

/** Characters of lines of a table of contents that were read as one paragraph. */
const LONGEST_CONTENTS = 4_000;

function isContents(block: ParagraphBlock): boolean {
  return block.contents === true || (block.text.length <= LONGEST_CONTENTS && leadsToPage(block.text));
}

/** Reads a table; returns its heading and width for the next one, which may be its continuation. */
function takeTable(
  walker: TextQuestions,
  table: TableBlock,
  number: number,
  { head: previous, said, silent, titled }: TableContext,
): { head: TableHead | undefined; layout: AreaLayout } {
  const grid = gridOfTable(table, number);
  const width = Math.max(
    0,
    ...table.rows.map((row) => Math.max(0, ...row.map((cell) => cell.column + cell.columnSpan))),
  );
  if (said === undefined && walker.takesOptions(table, number)) {
    return { head: undefined, layout: layoutOf(grid, [], { sheetIndex: 0, table: number, questions: 0 }) };
  }
  const boxed = said === undefined ? questionsOverBoxes(table, number) : undefined;
  if (boxed !== undefined) {
    walker.takeTable(boxed.questions, boxed.entries, { table: number, row: 1, column: 1 });
    const one = { sheetIndex: 0, table: number, questions: boxed.questions.length };
    return { head: undefined, layout: layoutOf(grid, [], one) };
  }
  const inherited = previous?.width === width ? previous.header : undefined;
  const known = (said === undefined ? numberedForm(grid, titled) : undefined) ?? extractWithSaid(grid, said, inherited);
  const filled = titled && known.questions.length === 0 ? filledForm(grid) : undefined;
  const { questions, ledger, header, tables } =
    said === undefined ? (filled ?? chooseTableByShape(grid, known, silent)) : known;
  walker.takeTable(
    questions.map((found) => found.question),
    ledger.entries(),
    { table: number, row: 1, column: 1 },
  );
  const layout = layoutOf(grid, tables, { sheetIndex: 0, table: number, questions: questions.length });
  return { head: header === undefined ? undefined : { header, width }, layout };
}

interface TableContext {
  head: TableHead | undefined;
  said: SaidOfGrid | undefined;
  silent: boolean;
  titled: boolean;
}

interface TableHead {
  header: Header;
  width: number;
}

/** Index of the block behind each block: a gap in the indexes is an empty paragraph. */
function followers(blocks: readonly BlockModel[]): Map<number, number> {
  return new Map(blocks.map((block, i) => [block.index, blocks[i + 1]?.index ?? block.index + 1]));
}

function numbered(questions: ExtractedQuestion[]): ExtractedQuestion[] {
  return questions.map((question, ordinal) => ({ ...question, ordinal }));
}
