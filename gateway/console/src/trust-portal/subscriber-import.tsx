import { useState } from 'preact/hooks';
import type { SubscriberImport } from '../api/types.js';
import { ImportDialog, ImportReport } from '../ui/import-dialog.js';
import { ConsentChoice, type Beginning } from './consent-choice.js';

const REJECTIONS: Readonly<Record<string, string>> = {
  invalid_email: 'This is not an address.',
  unsubscribed: 'This address has unsubscribed. Only the person can subscribe again.',
  unknown_category: 'It names a category that does not exist.',
  unknown_status: 'Its status is none that is known. Write subscribed, pending, unsubscribed or bounced.',
  malformed_row: 'This row cannot be read.',
};

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
      title="Import subscribers"
      help={
        <>
          A CSV file with a column of addresses; a column <strong>categories</strong> names them, separated by “;”, and
          blank means all. Columns of status and opt-out are read: who left or bounced is kept as such and gets no mail.
          Nobody who has unsubscribed is added again.
        </>
      }
      label="CSV file"
      types={{ csv: 'text/csv' }}
      path={`/v1/trustportal/updates/subscribers/import?status=${beginning}`}
      working="Adding the addresses …"
      report={({ rejected, rejected_total: refused, ...report }, close) => (
        <ImportReport
          figures={[
            ['Added', report.imported],
            ['Unsubscribed', report.unsubscribed],
            ['Bounced', report.bounced],
            ['Listed already', report.duplicates],
            ['Not added', refused],
          ]}
          rejectedTitle="Rows that were not added"
          rejected={rejected}
          rejectedTotal={refused}
          reasons={REJECTIONS}
          onClose={close}
        >
          {report.email_column !== '' && (
            <p>
              The addresses were read from <strong>{report.email_column}</strong>
              {report.other_email_columns.length > 0 && `, not from ${report.other_email_columns.join(', ')}`}.
            </p>
          )}
        </ImportReport>
      )}
    >
      <ConsentChoice value={beginning} onChange={setBeginning} />
    </ImportDialog>
  );
}
