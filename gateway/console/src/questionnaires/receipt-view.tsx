import { number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Notice } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { placeWords, type Receipt } from './receipt.js';

/** Lines shown; the saved receipt has all. */
const MOST_LINES = 200;

type Written = Receipt['written'][number];

const COLUMNS: readonly Column<Written>[] = [
  { title: 'Place', heading: true, cell: ({ location }) => <span class="mono nowrap">{placeWords(location)}</span> },
  { title: 'Before', cell: ({ before }) => <Shown text={before ?? ''} /> },
  { title: 'Now', cell: ({ after }) => <Shown text={after} /> },
  {
    title: 'Read again',
    cell: ({ matches, note }) => (
      <span class={`nowrap ${matches ? 'good-words' : 'late'}`}>
        {matches ? 'as written' : 'differs'}
        {note && <span class="muted small"> {note.message}</span>}
      </span>
    ),
  },
];

const Shown = ({ text }: { text: string }) =>
  text === '' ? <span class="muted nowrap">empty</span> : <span class="clip text">{text}</span>;

/** What was written where, what could not be, and whether the rest is as it was. */
export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { summary, written, skipped, notes, generated } = receipt;
  const unchanged = !generated && summary.parts > 0;
  return (
    <section class="receipt" aria-label="Receipt">
      <ul class="facts-list">
        <li>
          <Icon name="check" />
          {number(summary.written)} places written, {number(summary.matching)} read again as written
        </li>
        {unchanged && (
          <li>
            <Icon name="check" />
            {number(summary.identical_parts)} of {number(summary.parts)} parts of the file are unchanged byte for byte;
            changed: {summary.changed_parts.join(', ') || 'none'}
          </li>
        )}
        {receipt.generated_because !== null && (
          <li>
            <Icon name="warning" />A new file was made: {receipt.generated_because}
          </li>
        )}
      </ul>
      {notes.map((note) => (
        <Notice key={note.code} kind="info">
          {note.message}
        </Notice>
      ))}
      {skipped.length > 0 && (
        <Notice kind="warning">
          <p>{number(skipped.length)} could not be written:</p>
          <ul>
            {skipped.slice(0, MOST_LINES).map((line) => (
              <li key={`${line.question_id ?? ''} ${line.kind}`}>
                <span class="mono">{placeWords(line.location)}</span> {line.message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {written.length > 0 && (
        <Table
          caption="Places that were written"
          columns={COLUMNS}
          rows={written.slice(0, MOST_LINES)}
          keyOf={(line) => `${placeWords(line.location)} ${line.kind} ${line.question_id ?? ''}`}
        />
      )}
      {written.length > MOST_LINES && (
        <p class="muted">
          The first {MOST_LINES} of {number(written.length)}; the saved receipt has all.
        </p>
      )}
    </section>
  );
}
