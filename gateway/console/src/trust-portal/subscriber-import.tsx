import { useState } from 'preact/hooks';
import type { SubscriberImport } from '../api/types.js';
import { ImportDialog, ImportReport } from '../ui/import-dialog.js';
import { ConsentChoice, type Beginning } from './consent-choice.js';
import { rich, type Parts } from '../words/rich.js';
import { t } from '../words/words.js';

const REJECTIONS = ['invalid_email', 'unsubscribed', 'unknown_category', 'unknown_status', 'malformed_row'] as const;

const STRONG: Parts = { strong: (words) => <strong>{words}</strong> };

interface Props {
  onClose(): void;
  onImported(): void;
}

/** Adds the addresses of a CSV, and says what became of every row. */
export function ImportSubscribers(props: Props) {
  const [beginning, setBeginning] = useState<Beginning>('pending');
  return (
    <ImportDialog<SubscriberImport>
      {...props}
      title={t('portal:import.title')}
      help={rich(t('portal:import.help'), STRONG)}
      label={t('portal:import.file')}
      types={{ csv: 'text/csv' }}
      path={`/v1/trustportal/updates/subscribers/import?status=${beginning}`}
      working={t('portal:import.working')}
      report={({ rejected, rejected_total: refused, ...report }, close) => (
        <ImportReport
          figures={[
            [t('portal:import.added'), report.imported],
            [t('portal:subscriber.status.unsubscribed'), report.unsubscribed],
            [t('portal:subscriber.status.bounced'), report.bounced],
            [t('portal:import.listed'), report.duplicates],
            [t('portal:import.refused'), refused],
          ]}
          rejectedTitle={t('portal:import.refusedRows')}
          rejected={rejected}
          rejectedTotal={refused}
          reasons={Object.fromEntries(REJECTIONS.map((code) => [code, t(`portal:import.rejection.${code}`)]))}
          onClose={close}
        >
          {report.email_column !== '' && (
            <p>{rich(columnOf(report.email_column, report.other_email_columns), STRONG)}</p>
          )}
        </ImportReport>
      )}
    >
      <ConsentChoice value={beginning} onChange={setBeginning} />
    </ImportDialog>
  );
}

/** Which column the addresses were read from, and which not. */
const columnOf = (column: string, others: readonly string[]): string =>
  others.length === 0
    ? t('portal:import.column', { column })
    : t('portal:import.columnNot', { column, others: others.join(', ') });
