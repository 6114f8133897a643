import { useEffect, useMemo } from 'preact/hooks';
import type { Api } from '../api/api.js';
import { useLoad } from '../api/use-load.js';
import type { AccountEntry, Overview, Question } from '../api/types.js';
import { useApp } from '../core/context.js';
import { Failure, Loading } from '../ui/states.js';
import { useWindow } from '../ui/window.js';
import { t } from '../words/words.js';
import {
  answerWritten,
  commentWritten,
  layoutOf,
  spanOf,
  tracksOf,
  type LayoutCell,
  type LayoutRow,
  type Tracks,
} from './layout.js';

/** Pixels. */
const ROW_HEIGHT = 54;
const PAGE_SIZE = 1000;
/** More than the rows that any window shows. */
const SLOTS = 200;

interface Props {
  overview: Overview;
  sheetId: string;
  questions: readonly Question[];
  selectedId: string | undefined;
  byId(id: string): Question | undefined;
  onSelect(id: string): void;
}

async function accountOf(api: Api, questionnaireId: string, sheetId: string, signal: AbortSignal) {
  const entries: AccountEntry[] = [];
  for (;;) {
    const page = await api.call.getExtractionAccount({
      path: { questionnaire_id: questionnaireId },
      query: { sheet_id: sheetId, limit: PAGE_SIZE, offset: entries.length },
      signal,
    });
    entries.push(...page.entries);
    if (entries.length >= page.pagination.total || page.entries.length === 0) return entries;
  }
}

/** The customer's sheet with the answers in their places, scrolled to the question that is open. */
export function LayoutView({ overview, sheetId, questions, selectedId, byId, onSelect }: Props) {
  const { api } = useApp();
  const account = useLoad((signal) => accountOf(api, overview.id, sheetId, signal), [overview.id, sheetId]);
  // Answers are looked up as the rows are drawn: which questions there are does not change.
  const ids = questions.length;
  const layout = useMemo(
    () =>
      account.data
        ? layoutOf(
            account.data,
            questions.filter((one) => one.sheet_id === sheetId),
          )
        : undefined,
    [account.data, sheetId, ids],
  );
  const tracks = useMemo(() => layout && tracksOf(layout), [layout]);
  if (account.error !== undefined) return <Failure message={account.error} retry={account.reload} />;
  if (!layout || !tracks) return <Loading what={t('panel:layout.loading')} />;
  const name = overview.sheets.find(({ id }) => id === sheetId)?.name;
  const index = selectedId === undefined ? undefined : layout.rowOf.get(selectedId);
  return (
    <Grid
      label={t('panel:layout.label', { name: name || t('panel:layout.document') })}
      columns={layout.columns}
      rows={layout.rows}
      tracks={tracks}
      index={index}
      selectedId={selectedId}
      byId={byId}
      onSelect={onSelect}
    />
  );
}

interface GridProps {
  label: string;
  columns: readonly string[];
  rows: readonly LayoutRow[];
  tracks: Tracks;
  index: number | undefined;
  selectedId: string | undefined;
  byId(id: string): Question | undefined;
  onSelect(id: string): void;
}

function Grid({ label, columns, rows, tracks, index, selectedId, byId, onSelect }: GridProps) {
  const { element, first, end, measure } = useWindow(rows.length, ROW_HEIGHT, undefined);
  useEffect(() => {
    const box = element.current;
    if (!box || index === undefined) return;
    const top = index * ROW_HEIGHT;
    const isSeen = top >= box.scrollTop && top + 2 * ROW_HEIGHT <= box.scrollTop + box.clientHeight;
    // With what stands above it, headings not least.
    if (!isSeen) box.scrollTop = Math.max(0, top - 2 * ROW_HEIGHT);
  }, [index, rows]);
  const gridTemplateColumns = tracks.template;
  const minWidth = `${tracks.width}rem`;
  const hasColumns = columns.some((column) => column !== '');
  return (
    <div ref={element} class="layout virtual" role="region" aria-label={label} tabIndex={0} onScroll={measure}>
      {hasColumns && (
        <div class="layout-head" style={{ gridTemplateColumns, minWidth }} aria-hidden="true">
          <span />
          {columns.map((column) => (
            <span key={column}>{column}</span>
          ))}
        </div>
      )}
      <div class="virtual-space" style={{ height: `${rows.length * ROW_HEIGHT}px`, minWidth }}>
        {rows.slice(first, end).map((row, offset) => (
          <Row
            // By place: scrolling fills the same few elements anew.
            key={(first + offset) % SLOTS}
            row={row}
            columns={columns}
            style={{
              gridTemplateColumns,
              height: `${ROW_HEIGHT}px`,
              transform: `translateY(${(first + offset) * ROW_HEIGHT}px)`,
            }}
            isCurrent={first + offset === index}
            selectedId={selectedId}
            byId={byId}
            onSelect={onSelect}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  row: LayoutRow;
  columns: readonly string[];
  style: Record<string, string>;
  isCurrent: boolean;
  selectedId: string | undefined;
  byId(id: string): Question | undefined;
  onSelect(id: string): void;
}

function Row({ row, columns, style, isCurrent, selectedId, byId, onSelect }: RowProps) {
  const { questionId } = row;
  return (
    <div
      class={`layout-row${isCurrent ? ' current' : ''}${questionId === undefined ? '' : ' asks'}`}
      style={style}
      onClick={questionId === undefined ? undefined : () => onSelect(questionId)}
    >
      <span class="layout-number">{row.label}</span>
      {row.cells.map((cell) => (
        <Cell key={cell.column} cell={cell} span={spanOf(row, cell, columns)} selectedId={selectedId} byId={byId} />
      ))}
    </div>
  );
}

interface CellProps extends Pick<RowProps, 'selectedId' | 'byId'> {
  cell: LayoutCell;
  span: string;
}

function Cell({ cell, span, selectedId, byId }: CellProps) {
  const answered = cell.answerOf === undefined ? undefined : byId(cell.answerOf);
  const commented = cell.commentOf === undefined ? undefined : byId(cell.commentOf);
  const isOf = (question: Question | undefined): boolean => question !== undefined && question.id === selectedId;
  const mark = isOf(answered) ? ' mine' : isOf(commented) ? ' beside' : '';
  const text = answered ? answerWritten(answered) : commented ? commentWritten(commented, cell.text) : cell.text;
  return (
    <span class={`layout-cell is-${cell.class}${mark}`} style={{ gridColumn: span }}>
      <span>{text}</span>
    </span>
  );
}
