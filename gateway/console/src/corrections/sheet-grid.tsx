import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { movedBy, type GridSpot } from './grid-moves.js';
import { t } from '../words/words.js';

export interface GridCell {
  text: string;
  /** What it is taken as, in a word for those who listen; '' for nothing. */
  taken: string;
  /** Classes of its look. */
  look: string;
}

export interface GridRow {
  /** As the customer's program numbers it. */
  label: string;
  /** Not read: above the first row or below the last. */
  outside: boolean;
  cells: readonly GridCell[];
}

interface Props {
  /** What is shown, for those who listen. */
  label: string;
  /** Names of the columns; a single '' for lines. */
  columns: readonly string[];
  /** The least width of each, in rem. */
  widths: readonly number[];
  /** What stands below the name of a column. */
  head?(column: number): ComponentChildren;
  rows: readonly GridRow[];
  chosen: GridSpot | undefined;
  onChoose(spot: GridSpot): void;
  /** Enter or a click on a cell: what can be done with it is wanted. */
  onOpen(spot: GridSpot): void;
}

/** The cells of a sheet, to point at with the mouse or with the arrow keys: one stop of Tab for all of them. */
export function SheetGrid({ label, columns, widths, head, rows, chosen, onChoose, onOpen }: Props) {
  const element = useRef<HTMLTableElement>(null);
  /** Moved by a key: the focus goes with it. */
  const follows = useRef(false);
  const focusable = chosen && chosen.row < rows.length ? chosen : { row: 0, column: 0 };
  useLayoutEffect(() => {
    const cell = element.current?.querySelector<HTMLElement>('td[tabindex="0"]');
    if (follows.current) cell?.focus();
    follows.current = false;
  }, [focusable.row, focusable.column]);

  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLTableCellElement)) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(focusable);
      return;
    }
    const to = movedBy(event.key, focusable, rows.length, columns.length);
    if (!to) return;
    event.preventDefault();
    follows.current = true;
    onChoose(to);
  };
  const isAt = (row: number, column: number, spot: GridSpot | undefined): boolean =>
    spot?.row === row && spot.column === column;
  return (
    <div class="grid-box">
      <table ref={element} class="grid" role="grid" aria-label={label} onKeyDown={press}>
        <thead>
          <tr>
            <th scope="col" class="grid-number">
              <span class="hidden">{t('corrections:row')}</span>
            </th>
            {columns.map((name, column) => (
              <th key={name} scope="col" style={{ minWidth: `${widths[column] ?? 0}rem` }}>
                <span class="grid-name">{name}</span>
                {head?.(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label: name, outside, cells }, row) => (
            <tr key={name} class={outside ? 'outside' : ''}>
              <th scope="row" class="grid-number">
                {name}
              </th>
              {cells.map(({ text, taken, look }, column) => (
                <td
                  key={column}
                  role="gridcell"
                  class={`grid-cell ${look}`}
                  tabIndex={isAt(row, column, focusable) ? 0 : -1}
                  aria-selected={isAt(row, column, chosen)}
                  onClick={() => onOpen({ row, column })}
                >
                  <span class="grid-text">{text}</span>
                  {taken !== '' && <span class="hidden">, {taken}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
