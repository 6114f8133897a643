import type { Area, AreaCorrection, Corrections, Place } from '../api/types.js';
import { keyOf } from '../review/layout.js';
import { t } from '../words/words.js';

/** What a column is for; '' for nothing. */
export type Role = '' | 'question' | 'number' | 'section' | 'answer' | 'choice' | 'comment';

type Columns = NonNullable<AreaCorrection['columns']>;
type AreaName = Pick<Area, 'sheet' | 'table'>;

export const NOTHING_SAID: Corrections = { areas: [], add: [], remove: [] };

export const isNothing = ({ areas, add, remove }: Corrections): boolean =>
  areas.length + add.length + remove.length === 0;

/** As a person says them: without what says nothing. */
export function plain({ areas, add, remove }: Corrections): Corrections {
  return {
    areas: areas.map((area) => {
      const columns = area.columns && columnsOf(rolesOfColumns(area.columns));
      return {
        sheet: area.sheet,
        ...(typeof area.table === 'number' && { table: area.table }),
        ...(area.asks === false && { asks: false }),
        ...(columns && { columns }),
        ...rowsOf(area),
      };
    }),
    add: add.map(({ location, answer_location: answer }) =>
      answer ? { location, answer_location: answer } : { location },
    ),
    remove: remove.map(({ location }) => ({ location })),
  };
}

export const isSameArea = (a: AreaNameSaid, b: AreaNameSaid): boolean =>
  a.sheet === b.sheet && (a.table ?? null) === (b.table ?? null);

interface AreaNameSaid {
  sheet: string;
  table?: number | null | undefined;
}

const isAt = (place: Place) => {
  const key = keyOf(place);
  return ({ location }: { location: Place }): boolean => keyOf(location) === key;
};

export const saidOf = (said: Corrections, area: AreaName): AreaCorrection | undefined =>
  said.areas.find((one) => isSameArea(one, area));

/** With this said of the area in place of what was; undefined takes it back. */
export function withArea(said: Corrections, area: AreaName, correction: Omit<AreaCorrection, 'sheet' | 'table'>) {
  const others = said.areas.filter((one) => !isSameArea(one, area));
  const { asks, columns, first_row: first, last_row: last } = correction;
  const isEmpty = asks === undefined && columns === undefined && first === undefined && last === undefined;
  if (isEmpty) return { ...said, areas: others };
  const table = area.table === null ? {} : { table: area.table };
  return { ...said, areas: [...others, { sheet: area.sheet, ...table, ...correction }] };
}

/** What the columns are for, as a person said it, else as it was found. */
export function rolesOf(area: Area, said: AreaCorrection | undefined): ReadonlyMap<string, Role> {
  const columns: Partial<Columns> | null = said?.columns ?? area.columns;
  return columns ? rolesOfColumns(columns) : new Map();
}

function rolesOfColumns(columns: Partial<Columns>): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>();
  for (const role of ['comment', 'section', 'number', 'question'] as const) {
    const column = columns[role];
    if (column) roles.set(column, role);
  }
  for (const column of columns.answers ?? []) roles.set(column, 'answer');
  for (const column of columns.choices ?? []) roles.set(column, 'choice');
  return roles;
}

const SINGLE: readonly Role[] = ['question', 'number', 'section', 'comment'];

/** "A" before "B" before "AA". */
const byLetters = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : Number(a > b));

function columnsOf(roles: ReadonlyMap<string, Role>): Columns | undefined {
  const withRole = (role: Role): string[] =>
    [...roles]
      .filter(([, one]) => one === role)
      .map(([column]) => column)
      .sort(byLetters);
  const columns: Columns = {};
  for (const role of ['question', 'number', 'section', 'comment'] as const) {
    const [column] = withRole(role);
    if (column !== undefined) columns[role] = column;
  }
  const [answers, choices] = [withRole('answer'), withRole('choice')];
  if (answers.length > 0) columns.answers = answers;
  if (choices.length > 0) columns.choices = choices;
  return Object.keys(columns).length > 0 ? columns : undefined;
}

/**
 * With this role for the column; the other columns are said to be what they are shown as. There is one column of questions, of
 * numbers, of sections and of comments, and answers go into columns of answers or of choices, not both.
 */
export function withRole(said: Corrections, area: Area, column: string, role: Role): Corrections {
  const before = saidOf(said, area);
  const roles = new Map(rolesOf(area, before));
  for (const [other, its] of roles) {
    const gives = SINGLE.includes(role) ? its === role : role !== '' && its === OTHER_ANSWERS[role];
    if (gives) roles.delete(other);
  }
  roles.delete(column);
  if (role !== '') roles.set(column, role);
  const columns = columnsOf(roles);
  return withArea(said, area, { ...rowsOf(before), ...(columns && { columns }) });
}

interface RowsSaid {
  first_row?: number | null | undefined;
  last_row?: number | null | undefined;
}

const rowsOf = ({ first_row: first, last_row: last }: RowsSaid = {}): Pick<
  AreaCorrection,
  'first_row' | 'last_row'
> => ({ ...(first && { first_row: first }), ...(last && { last_row: last }) });

const OTHER_ANSWERS: Partial<Record<Role, Role>> = { answer: 'choice', choice: 'answer' };

/** "Not for us", or for us again: nothing else is said of a sheet that asks nothing. */
export const withAsks = (said: Corrections, area: AreaName, asks: boolean): Corrections =>
  withArea(said, area, asks ? {} : { asks: false });

/** With this first or last row; undefined leaves it to what is found. */
export function withRow(said: Corrections, area: AreaName, end: 'first_row' | 'last_row', row: number | undefined) {
  const before = saidOf(said, area);
  const ends = end === 'first_row' ? [row, before?.last_row] : [before?.first_row, row];
  const rows = rowsOf({ first_row: ends[0], last_row: ends[1] });
  return withArea(said, area, { ...(before?.columns && { columns: before.columns }), ...rows });
}

/** With a question at the place, whose answer goes to the other place, if one is given. */
export function withQuestion(said: Corrections, location: Place, answer?: Place): Corrections {
  const added = answer ? { location, answer_location: answer } : { location };
  return {
    ...said,
    add: [...said.add.filter((one) => !isAt(location)(one)), added],
    remove: said.remove.filter((one) => !isAt(location)(one)),
  };
}

/** With no question at the place. */
export function withoutQuestion(said: Corrections, location: Place): Corrections {
  const back = takenBack(said, location);
  return { ...back, remove: [...back.remove, { location }] };
}

/** As if nothing had been said of a question at the place. */
export const takenBack = (said: Corrections, location: Place): Corrections => ({
  ...said,
  add: said.add.filter((one) => !isAt(location)(one)),
  remove: said.remove.filter((one) => !isAt(location)(one)),
});

export const isAdded = (said: Corrections, place: Place): boolean => said.add.some(isAt(place));
export const isRemoved = (said: Corrections, place: Place): boolean => said.remove.some(isAt(place));

/** What keeps the corrections from being sent, for people; undefined: nothing. */
export function problemOf(said: Corrections): string | undefined {
  const alone = said.areas.find(({ columns }) => columns?.choices?.length === 1);
  if (alone) return t('corrections:words.oneChoice', { area: areaWords(alone) });
  const upside = said.areas.find(({ first_row: first, last_row: last }) => first && last && first > last);
  if (upside) return t('corrections:words.upside', { area: areaWords(upside) });
  return undefined;
}

/** How people call a sheet, a table or a whole document. */
export function areaWords({ sheet, table }: AreaNameSaid): string {
  if (table !== undefined && table !== null) return t('corrections:words.table', { table });
  return sheet === '' ? t('corrections:words.document') : sheet;
}
