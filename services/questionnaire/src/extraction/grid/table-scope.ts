import type { CellModel } from '../../documents/model.js';
import { headerRole } from '../language/header-words.js';
import { headingName } from '../language/heading-name.js';
import { hasBox, isBoxOrTick } from '../language/choices.js';
import { profileColumns, share } from './columns.js';
import type { ColumnProfile } from './columns.js';
import type { Grid } from './grid.js';
import type { ColumnLabel, Header } from './headers.js';
import type { ShapeCache } from '../language/text-shape.js';

/** Rows and columns that may be one table: headings of one layout and all that stands below them. */
export interface TableScope {
  headers: Header[];
  /** Indexes of the rows below the headings, top down. */
  rows: number[];
  left: number;
  right: number;
  labels: Map<number, ColumnLabel>;
}

/** An address names no column. */
const WEB_ADDRESS = /^\s*(?:https?:\/\/|www\.)\S+\s*$/i;
const LAST_COLUMN = 16_383;
/** Tables with which a later one is compared. */
const REMEMBERED = 24;

/** Cuts the grid at its headings and joins the parts whose headings have the same layout. The first scope may have no heading. */
export function tableScopes(grid: Grid, headers: readonly Header[]): TableScope[] {
  const scopes: TableScope[] = [];
  const first = headers[0]?.first ?? grid.rowCount;
  if (first > 0) scopes.push({ headers: [], rows: range(0, first), left: 0, right: LAST_COLUMN, labels: new Map() });
  headers.forEach((header, i) => {
    const rows = range(header.last + 1, headers[i + 1]?.first ?? grid.rowCount);
    for (const part of splitSideBySide(header)) {
      const same = scopes.slice(-REMEMBERED).find((scope) => scope.headers.length > 0 && sameLayout(scope, part));
      if (same !== undefined) {
        same.headers.push({ ...header, labels: part.labels });
        same.rows.push(...rows);
        voidChanging(same, part);
      } else {
        scopes.push({
          headers: [{ ...header, labels: part.labels }],
          rows: [...rows],
          left: part.left,
          right: part.right,
          labels: new Map(part.labels.map((label) => [label.column, label])),
        });
      }
    }
  });
  return scopes;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

interface HeaderPart {
  labels: ColumnLabel[];
  left: number;
  right: number;
}

function takesAnswers(label: ColumnLabel): boolean {
  return label.role === 'answer' || label.role === 'status' || label.role === 'choice' || label.role === 'comment';
}

/** "Question | Answer | | Question | Answer" is two tables; "Question (EN) | Question (DE) | Answer" is one. */
function splitSideBySide(header: Header): HeaderPart[] {
  const asks = (label: ColumnLabel): boolean =>
    (label.role === 'question' || label.role === 'requirement') && label.strength >= 2;
  const parts: ColumnLabel[][] = [];
  let current: ColumnLabel[] = [];
  header.labels.forEach((label, i) => {
    const startsNext =
      current.some(asks) &&
      current.some(takesAnswers) &&
      (asks(label) || (label.role === 'id' && header.labels.slice(i + 1, i + 3).some(asks)));
    if (startsNext) {
      parts.push(current);
      current = [];
    }
    current.push(label);
  });
  parts.push(current);
  // Each part must be a table of its own, and they must ask in the same words; else their columns belong together.
  const heads = parts.map((labels) => labels.find(asks));
  const alike = parts.every((labels, i) => {
    const head = heads[i];
    const answered = labels.some(
      (label) =>
        head !== undefined &&
        label.column > head.column &&
        (label.role === 'answer' || label.role === 'status' || label.role === 'choice'),
    );
    return (
      head !== undefined &&
      answered &&
      (head.text === heads[0]?.text || (head.role === 'question' && heads[0]?.role === 'question'))
    );
  });
  if (!alike) return [{ labels: header.labels, left: 0, right: LAST_COLUMN }];
  if (parts.length === 1) return [{ labels: header.labels, left: 0, right: LAST_COLUMN }];
  return parts.map((labels, i) => ({
    labels,
    left: i === 0 ? 0 : labels[0]!.column,
    right: i + 1 < parts.length ? parts[i + 1]![0]!.column - 1 : LAST_COLUMN,
  }));
}

/** Headings have the same layout when their answer columns are the same ones, or when two of them say the same in the same place. */
function sameLayout(scope: TableScope, part: HeaderPart): boolean {
  if (scope.left !== part.left || scope.right !== part.right) return false;
  const equal = part.labels.filter((label) => scope.labels.get(label.column)?.text === label.text);
  if (equal.length >= 2 && equal.some(takesAnswers)) return true;
  const key = (labels: Iterable<ColumnLabel>): string =>
    [...labels]
      .filter((label) => takesAnswers(label) || label.role === 'question')
      .map((label) => `${label.column}:${label.role ?? ''}`)
      .sort()
      .join(' ');
  const mine = key(scope.labels.values());
  return mine !== '' && mine === key(part.labels);
}

/** A heading that changes from part to part names the part; the words in it say nothing about the column. */
function voidChanging(scope: TableScope, part: HeaderPart): void {
  for (const label of part.labels) {
    const own = scope.labels.get(label.column);
    if (own === undefined) scope.labels.set(label.column, label);
    else if (own.text !== label.text && own.role !== label.role)
      scope.labels.set(label.column, { ...own, role: undefined, strength: 0 });
  }
}

/**
 * A heading that no word gives away: the first row of the rows, of short different texts, bold or filled where the rows
 * below are not, or with columns that are empty below it (there the answers go).
 */
export function structuralHeader(grid: Grid, shapes: ShapeCache, rows: readonly number[]): Header | undefined {
  for (let i = 0; i < Math.min(rows.length - 1, 60); i++) {
    const row = rows[i]!;
    const cells = grid.rowCells(row);
    if (cells.length < 2) continue;
    const below = rows.slice(i + 1, i + 41);
    if (below.length < 2) return undefined;
    const short = cells.every(({ text, type }) => {
      const name = headingName(text);
      return name.length <= 80 && type === 'text' && shapes.of(name).words <= 10 && !WEB_ADDRESS.test(name);
    });
    const marked = cells.filter((cell) => shapes.of(cell.text).hasMark);
    const distinct = new Set(cells.map((cell) => cell.text)).size === cells.length;
    if (!short || !distinct) continue;
    const styled = cells.filter((cell) => cell.bold === true || cell.filled === true).length / cells.length;
    const belowCells = below.flatMap((index) => grid.rowCells(index));
    const belowStyled =
      belowCells.filter((cell) => cell.bold === true || cell.filled === true).length / Math.max(1, belowCells.length);
    const used = new Set(belowCells.map((cell) => cell.column));
    const empty = cells.filter((cell) => !used.has(cell.column)).length;
    // "Control | In place? | How?": question marks over empty columns head a table; questions in a row have their answers below.
    // Boxes to tick below one are its answers.
    const boxed = (column: number): boolean =>
      belowCells.filter((cell) => cell.column === column).every((cell) => hasBox(cell.text));
    if (marked.some((cell) => used.has(cell.column) && !boxed(cell.column)) || marked.includes(cells[0]!)) continue;
    const longer = cells.some((cell) => {
      const under = belowCells.filter((other) => other.column === cell.column);
      return (
        under.length >= 2 &&
        under.reduce((sum, other) => sum + other.text.length, 0) / under.length > 2.5 * cell.text.length
      );
    });
    const asksBelow = (column: number): boolean => {
      const under = belowCells.filter((other) => other.column === column);
      return under.filter(({ text }) => shapes.of(text).manner === 'question').length * 2 > under.length;
    };
    const covers =
      [...used].filter((column) => cells.some((cell) => cell.column === column)).length / Math.max(1, used.size);
    // Words over two or more columns of nothing but boxes name what is ticked there.
    const ticked = cells.filter((cell) => {
      const under = belowCells.filter((other) => other.column === cell.column);
      return (
        !isBoxOrTick(cell.text) &&
        under.length >= 2 &&
        under.every((other) => hasBox(other.text) && isBoxOrTick(other.text))
      );
    });
    if (
      ticked.length >= 2 ||
      (covers >= 0.6 && ((styled > 0.8 && belowStyled < 0.4) || (longer && (empty > 0 || styled > 0.8))))
    ) {
      return {
        first: row,
        last: row,
        labels: cells.map((cell) => ({
          column: cell.column,
          right: grid.mergeOf(cell.row, cell.column)?.right ?? cell.column,
          text: cell.text.trim(),
          ...(asksBelow(cell.column) ? UNKNOWN : roleByForm(cell, marked.includes(cell))),
        })),
        score: 1,
        structural: true,
      };
    }
  }
  return undefined;
}

const UNKNOWN: Pick<ColumnLabel, 'role' | 'strength'> = { role: undefined, strength: 0 };

/** What a heading says besides what is asked counts, however the row was found. */
const SAID_BY_FORM = new Set(['register', 'answer', 'comment']);

/** A mark over empty cells asks; words for answers, remarks or a register say what they are. */
function roleByForm(cell: CellModel, marked: boolean): Pick<ColumnLabel, 'role' | 'strength'> {
  if (marked) return { role: 'status', strength: 2 };
  const said = headerRole(cell.text);
  return said !== undefined && SAID_BY_FORM.has(said.role) ? said : UNKNOWN;
}

/** The heading above a column, also when it is merged over it. */
export function labelAbove(labels: ReadonlyMap<number, ColumnLabel>, column: number): ColumnLabel | undefined {
  const own = labels.get(column);
  if (own !== undefined) return own;
  for (const label of labels.values()) if (label.column < column && column <= label.right) return label;
  return undefined;
}

/** The column of identifiers: by its heading, else by its content; the one next to the questions wins. */
export function identifierColumn(
  scope: TableScope,
  profiles: ReadonlyMap<number, ColumnProfile>,
  question: number,
): number | undefined {
  const close = (a: number, b: number): number => Math.abs(a - question) - Math.abs(b - question) || a - b;
  const rows = Math.max(1, profiles.get(question)?.filled ?? 1);
  // Of several numbers ("Question number", "Spec reference"), the one that every question has, and has alone.
  const worth = (label: ColumnLabel): number => {
    const profile = profiles.get(label.column);
    if (profile === undefined) return 0;
    return label.strength + 2 * Math.min(1, profile.filled / rows) * (profile.distinct / Math.max(1, profile.sampled));
  };
  const labelled = [...scope.labels.values()].filter(
    (label) => label.role === 'id' && label.column !== question && profiles.has(label.column),
  );
  const best = labelled.sort((a, b) => worth(b) - worth(a) || close(a.column, b.column))[0];
  const looks = [...profiles.values()]
    .filter((profile) => profile.column !== question && profile.sampled >= 2 && profile.column < question)
    .filter((profile) => {
      const role = labelAbove(scope.labels, profile.column)?.role;
      return role === undefined || role === 'description' || role === 'requirement' || role === 'question';
    })
    .filter(
      (profile) =>
        share(profile.identifiers, profile) >= 0.6 &&
        profile.distinct >= 0.5 * profile.sampled &&
        share(profile.formulas, profile) < 0.9,
    )
    .sort((a, b) => close(a.column, b.column))[0];
  if (best !== undefined && (best.column < question || looks === undefined)) return best.column;
  return looks?.column ?? best?.column;
}

export function profileScope(grid: Grid, shapes: ShapeCache, scope: TableScope): Map<number, ColumnProfile> {
  return profileColumns(grid, shapes, scope.rows, scope.left, scope.right);
}
