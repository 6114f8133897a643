import { number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Notice } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { placeWords, type Receipt } from './receipt.js';
import { t } from '../words/words.js';

/** Lines shown; the saved receipt has all. */
const MOST_LINES = 200;

type Written = Receipt['written'][number];

const columns = (): readonly Column<Written>[] => [
  {
    title: t('questionnaires:receipt.place'),
    heading: true,
    cell: ({ location }) => <span class="mono nowrap">{placeWords(location)}</span>,
  },
  { title: t('questionnaires:receipt.before'), cell: ({ before }) => <Shown text={before ?? ''} /> },
  { title: t('questionnaires:receipt.now'), cell: ({ after }) => <Shown text={after} /> },
  {
    title: t('questionnaires:receipt.again'),
    cell: ({ matches, note }) => (
      <span class={`nowrap ${matches ? 'good-words' : 'late'}`}>
        {matches ? t('questionnaires:receipt.asWritten') : t('questionnaires:receipt.differs')}
        {note && <span class="muted small"> {note.message}</span>}
      </span>
    ),
  },
];

const Shown = ({ text }: { text: string }) =>
  text === '' ? (
    <span class="muted nowrap">{t('questionnaires:receipt.empty')}</span>
  ) : (
    <span class="clip text">{text}</span>
  );

/** What was written where, what could not be, and whether the rest is as it was. */
export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { summary, written, skipped, notes, generated } = receipt;
  const unchanged = !generated && summary.parts > 0;
  return (
    <section class="receipt" aria-label={t('questionnaires:receipt.name')}>
      <ul class="facts-list">
        <li>
          <Icon name="check" />
          {t('questionnaires:receipt.written', { count: summary.written, matching: number(summary.matching) })}
        </li>
        {unchanged && (
          <li>
            <Icon name="check" />
            {t('questionnaires:receipt.unchanged', {
              identical: number(summary.identical_parts),
              parts: number(summary.parts),
              changed: summary.changed_parts.join(', ') || t('questionnaires:receipt.none'),
            })}
          </li>
        )}
        {receipt.generated_because !== null && (
          <li>
            <Icon name="warning" />
            {t('questionnaires:receipt.generated', { why: receipt.generated_because })}
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
          <p>{t('questionnaires:receipt.skipped', { count: skipped.length })}</p>
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
          caption={t('questionnaires:receipt.caption')}
          columns={columns()}
          rows={written.slice(0, MOST_LINES)}
          keyOf={(line) => `${placeWords(line.location)} ${line.kind} ${line.question_id ?? ''}`}
        />
      )}
      {written.length > MOST_LINES && (
        <p class="muted">
          {t('questionnaires:receipt.more', { first: number(MOST_LINES), all: number(written.length) })}
        </p>
      )}
    </section>
  );
}
