import { useState } from 'preact/hooks';
import type { SubscriberImport } from '../api/types.js';
import { ImportDialog, ImportReport } from '../ui/import-dialog.js';
import { ConsentChoice, type Beginning } from './consent-choice.js';

const REJECTIONS: Readonly<Record<string, string>> = {
  invalid_email: 'This is not an address.',
  unsubscribed: 'This address has unsubscribed. Only the person can subscribe again.',
  unknown_category: 'It names a category that does not exist.',
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
          A CSV file with a column <strong>email</strong>; a column <strong>categories</strong> names them, separated by
          “;”, and blank means all. Who is listed already, or has unsubscribed, stays as they are.
        </>
      }
      label="CSV file"
      types={{ csv: 'text/csv' }}
      path={`/v1/trustportal/updates/subscribers/import?status=${beginning}`}
      working="Adding the addresses …"
      report={({ imported, duplicates, rejected, rejected_total: refused }, close) => (
        <ImportReport
          figures={[
            ['Added', imported],
            ['Listed already', duplicates],
            ['Not added', refused],
          ]}
          rejectedTitle="Rows that were not added"
          rejected={rejected}
          rejectedTotal={refused}
          reasons={REJECTIONS}
          onClose={close}
        />
      )}
    >
      <ConsentChoice value={beginning} onChange={setBeginning} />
    </ImportDialog>
  );
}
