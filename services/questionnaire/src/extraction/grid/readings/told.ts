import { describesFile } from '../../language/field-words.js';
import { isForOthers } from '../../language/other-hands.js';
import { isToJudge } from '../answer-judgements.js';
import { share } from '../columns.js';
import type { ColumnProfile } from '../columns.js';
import type { Grid } from '../grid.js';
import type { ColumnLabel } from '../headers.js';
import { isReference } from '../reference-tables.js';
import type { TableScope } from '../table-scope.js';

/** Share of lines that tell how to fill a file in, from which on a list is an introduction. */
const INTRODUCTION = 0.2;
/** Headings of a register ("Owner", "Due date") from which on a table is one. */
const REGISTER = 2;
/** Labels looked at to see whether they describe the file itself. */
const LABELS = 40;

/** What columns hold that nobody is asked to fill, where a heading says so. */
const OTHER_USE = new Set(['type', 'register', 'section', 'id', 'guidance', 'options', 'required']);

/** Whether the words that we know say that a table tells something, whatever room it leaves. */
export function isTold(
  grid: Grid,
  scope: TableScope,
  profile: ColumnProfile,
  profiles: ReadonlyMap<number, ColumnProfile>,
): boolean {
  const { column } = profile;
  const labels = [...scope.labels.values()];
  if (share(profile.instructions, profile) >= INTRODUCTION) return true;
  if (isReference(grid, scope, { column, score: 0, profile, label: scope.labels.get(column) }, profiles)) return true;
  const texts = scope.rows.slice(0, LABELS).flatMap((row) => grid.cellAt(row, column)?.text ?? []);
  return describesFile(texts) || describesFile(labels.map(({ text }) => text));
}

/** An amount of money: "$ 180.00", "1.000 €", "EUR 20". */
const AMOUNT = /(?:\p{Sc}|(?<![\p{L}])[A-Z]{3}\s)\s*\d|\d\s*(?:\p{Sc}|(?:EUR|USD|GBP|CHF|PLN|CZK|BRL|MXN)(?![\p{L}]))/u;
/** Share of the rows with an amount, from which on a table tells prices. */
const PRICED = 0.5;

/** Whether a column other than these two says what most rows cost: a list of prices asks nothing beside them. */
export function tellsPrices(
  grid: Grid,
  rows: readonly number[],
  profiles: ReadonlyMap<number, ColumnProfile>,
  apart: readonly (number | undefined)[],
): boolean {
  return [...profiles.keys()].some((column) => {
    if (apart.includes(column)) return false;
    const priced = rows.filter((row) => AMOUNT.test(grid.cellAt(row, column)?.text ?? ''));
    return priced.length >= PRICED * rows.length;
  });
}

/** Whether headings say by words that we know that a table is a register of what somebody owns or has to do. */
export const headsRegister = (labels: readonly ColumnLabel[]): boolean =>
  labels.filter(({ role }) => role === 'register').length >= REGISTER;

/** Whether a heading says by words that we know that its column takes no answers. */
export function isOtherUse(label: ColumnLabel): boolean {
  if (isForOthers(label.text)) return true;
  return label.role === 'score' ? !isToJudge(label) : OTHER_USE.has(label.role ?? '');
}
