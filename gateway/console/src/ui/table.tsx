import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  title: string;
  /** At the right, figures below each other. */
  numeric?: boolean;
  /** The cell that names the row. */
  heading?: boolean;
  /** Left out on phones. */
  minor?: boolean;
  /** On phones its title stands before what it holds. */
  named?: boolean;
  /** Its title sorts the rows; `direction`: they are sorted by it. */
  sort?: { direction: 'ascending' | 'descending' | undefined; onSort(): void } | undefined;
  cell(row: Row): ComponentChildren;
}

interface Props<Row> {
  /** What the table shows, for those who listen. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Something below a row, in its full width; undefined: nothing. */
  below?(row: Row): ComponentChildren;
}

/** A table of modest length; on phones its rows become cards. */
export function Table<Row>({ caption, columns, rows, keyOf, below }: Props<Row>) {
  return (
    <table class="table">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)} aria-sort={column.sort?.direction}>
              {column.sort ? (
                <button type="button" class="sort" onClick={column.sort.onSort}>
                  {column.title}
                </button>
              ) : (
                column.title
              )}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => {
        const more = below?.(row);
        return (
          <tbody key={keyOf(row)}>
            <tr>
              {columns.map((column) =>
                column.heading ? (
                  <th key={column.title} scope="row" class={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.title} class={classOf(column)} data-title={column.title}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
            {more !== undefined && more !== null && (
              <tr class="below">
                <td colSpan={columns.length}>{more}</td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
}

const classOf = ({ numeric, minor, named }: Column<never>): string =>
  [numeric ? 'numeric' : '', minor ? 'minor' : '', named ? 'named' : ''].filter(Boolean).join(' ');
