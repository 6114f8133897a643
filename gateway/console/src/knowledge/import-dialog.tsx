import { useRef, useState } from 'preact/hooks';
import { upload } from '../api/transfer.js';
import type { ImportReport } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { hrefOf } from '../app/router.js';
import { Progress } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { declared, FileChoice } from '../ui/file-choice.js';
import { count, number } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { rejectionOf } from './answer-words.js';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
};
const ACCEPT = Object.keys(TYPES).map((extension) => `.${extension}`);
/** Rows that are named; a table of thousands without answers need not be. */
const MOST_NAMED = 50;

interface Props {
  onClose(): void;
  onImported(): void;
}

/** Takes a table of questions and answers into the library, and says what became of every row. */
export function ImportDialog({ onClose, onImported }: Props) {
  const { api } = useApp();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState(0);
  const [report, setReport] = useState<ImportReport>();
  const control = useRef(new AbortController());
  const task = useTask();

  const send = async (): Promise<void> => {
    if (!file) return;
    await task.run(async () => {
      const form = new FormData();
      form.append('file', declared(file, TYPES));
      const options = { onProgress: setShare, signal: control.current.signal };
      setReport((await upload(api, '/v1/knowledge/answers/import', form, options)) as ImportReport);
      onImported();
    });
  };
  const close = (): void => {
    control.current.abort();
    onClose();
  };

  if (report) return <Report report={report} onClose={close} />;
  return (
    <Dialog
      title="Import questions and answers"
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
        A table with a column of questions and one of answers, such as a questionnaire that you have answered before; a
        column “Tags” is read too. Entries that are known already are left out.
      </p>
      <FileChoice
        label="Table"
        accept={ACCEPT}
        file={file}
        error={fieldWords(task.failure, 'file')}
        onChoose={setFile}
      />
      {task.busy && (
        <p class="upload-progress" role="status">
          <Progress label="Upload" done={Math.round(share * 100)} total={100} />
          <span class="small muted">{share < 1 ? 'Uploading …' : 'Reading the table …'}</span>
        </p>
      )}
      {task.failure !== undefined && fieldWords(task.failure, 'file') === undefined && (
        <Notice kind="error">{wordsOf(task.failure)}</Notice>
      )}
    </Dialog>
  );
}

function Report({ report, onClose }: { report: ImportReport; onClose(): void }) {
  const { imported, duplicates, conflicts, rejected } = report;
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
        <Figure title="Added" value={imported} />
        <Figure title="Known already, left out" value={duplicates} />
        <Figure title="Contradict another entry" value={conflicts} />
        <Figure title="Not usable" value={rejected.length} />
      </dl>
      {conflicts > 0 && (
        <Notice kind="warning">
          <p>
            {count(conflicts, 'entry was', 'entries were')} added though the same question has another answer.{' '}
            <a href={hrefOf('/knowledge/conflicts')} onClick={onClose}>
              Decide which one holds
            </a>
          </p>
        </Notice>
      )}
      {rejected.length > 0 && (
        <section class="section">
          <h3>Rows that were left out</h3>
          <ul class="rejected small">
            {rejected.slice(0, MOST_NAMED).map(({ row, code }) => (
              <li key={`${row} ${code}`}>
                <strong>Row {number(row)}</strong> {rejectionOf(code)}
              </li>
            ))}
            {rejected.length > MOST_NAMED && <li class="muted">and {number(rejected.length - MOST_NAMED)} more</li>}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

const Figure = ({ title, value }: { title: string; value: number }) => (
  <div>
    <dt>{title}</dt>
    <dd>{number(value)}</dd>
  </div>
);
