import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { Area, Corrections } from '../api/types.js';
import { useApp } from '../core/context.js';
import { Pager } from '../ui/pager.js';
import { Empty, Failure, Loading } from '../ui/states.js';
import { AreaTools, RoleChoice } from './area-tools.js';
import { CellTools } from './cell-tools.js';
import { cellsOf, type Found, type Row } from './cells.js';
import { entriesOf } from './corrections-api.js';
import type { GridSpot } from './grid-moves.js';
import { keyOf } from '../review/layout.js';
import { rolesOf, saidOf, withRole, withRow } from './said.js';
import { SheetGrid } from './sheet-grid.js';
import { drawn, endsOf } from './taken.js';
import { t } from '../words/words.js';

/** Rows at once. */
const PAGE = 100;

interface Props {
  questionnaireId: string;
  area: Area;
  /** "Sheet Controls", for those who listen. */
  name: string;
  found: Found;
  said: Corrections;
  /** Nothing can be said of it. */
  readOnly: boolean;
  /** The cell, by its key, to begin at. */
  startAt: string | undefined;
  /** Where another one is chosen. */
  chooser: ComponentChildren;
  onSay(said: Corrections): void;
}

/** One sheet, table or text, to say what asks in it and where the answers go. */
export function AreaEditor({ questionnaireId, area, name, found, said, readOnly, startAt, chooser, onSay }: Props) {
  const { api } = useApp();
  const entries = useLoad((signal) => entriesOf(api, questionnaireId, area.sheet_id, signal), [area.sheet_id]);
  const cells = useMemo(() => entries.data && cellsOf(area, entries.data), [entries.data, area]);
  const start = useMemo(() => cells && spotOfKey(cells.rows, startAt), [cells]);
  const [moved, move] = useState<{ page: number; spot?: GridSpot }>();
  const [wanted, want] = useState(0);
  const grid = useRef<HTMLDivElement>(null);

  if (!cells || cells.rows.length === 0) {
    return (
      <>
        <div class="toolbar">{chooser}</div>
        {cells && (
          <Empty title={t('corrections:area.empty')}>
            <p>{t('corrections:area.emptyHelp')}</p>
          </Empty>
        )}
        {!cells && entries.error !== undefined && <Failure message={entries.error} retry={entries.reload} />}
        {!cells && entries.error === undefined && <Loading what={t('corrections:area.loading')} />}
      </>
    );
  }

  const { page, spot } = moved ?? start ?? { page: 0 };
  const rows = cells.rows.slice(page * PAGE, (page + 1) * PAGE);
  const correction = saidOf(said, area);
  const isOurs = correction?.asks !== false;
  const roles = rolesOf(area, correction);
  const row = spot && rows[spot.row];
  const cell = spot && row?.cells[spot.column];
  const isGrid = cells.columns[0] !== '';
  const leave = (): void => grid.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();

  return (
    <>
      <div class="toolbar">
        {chooser}
        {!readOnly && <AreaTools area={area} said={said} isGrid={isGrid} onSay={onSay} />}
      </div>
      {!readOnly && isOurs && (
        <>
          {row && cell ? (
            <CellTools
              key={keyOf(cell.place)}
              cell={cell}
              row={row}
              found={found}
              said={said}
              wanted={wanted}
              onSay={onSay}
              onRow={(end, number) => onSay(withRow(said, area, end, number))}
              onLeave={leave}
            />
          ) : (
            <p class="cell-hint muted small">
              {isGrid ? t('corrections:area.gridHint') : t('corrections:area.lineHint')}
            </p>
          )}
        </>
      )}
      <div ref={grid} class={isOurs ? '' : 'not-ours'}>
        <SheetGrid
          label={name}
          columns={cells.columns}
          widths={cells.widths}
          {...(isGrid && {
            head: (column: number) => (
              <RoleChoice
                column={cells.columns[column] ?? ''}
                role={roles.get(cells.columns[column] ?? '') ?? ''}
                disabled={readOnly || !isOurs}
                onChange={(role) => onSay(withRole(said, area, cells.columns[column] ?? '', role))}
              />
            ),
          })}
          rows={rows.map((one) => drawn(one, found, said, endsOf(area, said)))}
          chosen={spot}
          onChoose={(to) => {
            move({ page, spot: to });
            want(0);
          }}
          onOpen={(to) => {
            move({ page, spot: to });
            want(wanted + 1);
          }}
        />
      </div>
      <Pager
        page={page}
        size={PAGE}
        total={cells.rows.length}
        words={[t('corrections:area.before'), t('corrections:area.after')]}
        onPage={(to) => move({ page: to })}
      />
    </>
  );
}

/** The cell that the page begins at. */
function spotOfKey(rows: readonly Row[], key: string | undefined): { page: number; spot: GridSpot } | undefined {
  if (key === undefined) return undefined;
  for (const [index, { cells }] of rows.entries()) {
    const column = cells.findIndex(({ place }) => keyOf(place) === key);
    if (column >= 0) return { page: Math.floor(index / PAGE), spot: { row: index % PAGE, column } };
  }
  return undefined;
}
