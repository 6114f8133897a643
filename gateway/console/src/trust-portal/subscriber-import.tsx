import { useState } from 'preact/hooks';
import { upload } from '../api/transfer.js';
import type { SubscriberImport } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Progress } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { declared, FileChoice } from '../ui/file-choice.js';
import { number } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { ConsentChoice, type Beginning } from './consent-choice.js';

const MOST_NAMED = 50;
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
export function ImportSubscribers({ onClose, onImported }: Props) {
  const { api } = useApp();
  const [file, setFile] = useState<File>();
  const [beginning, setBeginning] = useState<Beginning>('pending');
  const [share, setShare] = useState(0);
  const [report, setReport] = useState<SubscriberImport>();
  const [control] = useState(() => new AbortController());
  const task = useTask();
  const send = async (): Promise<void> => {
    if (!file) return;
    await task.run(async () => {
      const form = new FormData();
      form.append('file', declared(file, { csv: 'text/csv' }));
      const path = `/v1/trustportal/updates/subscribers/import?status=${beginning}`;
      const options = { onProgress: setShare, signal: control.signal };
      setReport((await upload(api, path, form, options)) as SubscriberImport);
      onImported();
    });
  };
  const close = (): void => {
    control.abort();
    onClose();
  };
  if (report) return <Report report={report} onClose={close} />;
  const wrong = fieldWords(task.failure, 'file');
  return (
    <Dialog
      title="Import subscribers"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" disabled={!file} busy={task.busy} onClick={() => void send()}>
            Import
          </Button>
        </>
      }
    >
      <p>
        A CSV file with a column <strong>email</strong>; a column <strong>categories</strong> names them, separated by
        “;”, and blank means all. Who is listed already, or has unsubscribed, stays as they are.
      </p>
      <FileChoice label="CSV file" accept={['.csv']} file={file} error={wrong} onChoose={setFile} />
      <ConsentChoice value={beginning} onChange={setBeginning} />
      {task.busy && (
        <p class="upload-progress" role="status">
          <Progress label="Upload" done={Math.round(share * 100)} total={100} />
          <span class="small muted">{share < 1 ? 'Uploading …' : 'Adding the addresses …'}</span>
        </p>
      )}
      {task.failure !== undefined && wrong === undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}

function Report({ report, onClose }: { report: SubscriberImport; onClose(): void }) {
  const { imported, duplicates, rejected, rejected_total: refused } = report;
  const figures = [
    ['Added', imported],
    ['Listed already', duplicates],
    ['Not added', refused],
  ] as const;
  return (
    <Dialog
      title="What was imported"
      plain
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <dl class="figures">
        {figures.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
      {rejected.length > 0 && (
        <section class="section">
          <h3>Rows that were not added</h3>
          <ul class="rejected small">
            {rejected.slice(0, MOST_NAMED).map(({ row, code }) => (
              <li key={row}>
                <strong>Row {number(row)}</strong> {REJECTIONS[code] ?? code}
              </li>
            ))}
            {refused > MOST_NAMED && <li class="muted">and {number(refused - MOST_NAMED)} more</li>}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
