import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { declared, upload } from '../api/transfer.js';
import { useTask } from './use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { FileChoice, UploadProgress } from './file-choice.js';
import { number } from './format.js';
import { Notice } from './states.js';
import { t } from '../words/words.js';

interface Props<Report> {
  title: string;
  /** What the file is to hold. */
  help: ComponentChildren;
  /** Of the file: "CSV file". */
  label: string;
  /** Media types by the extensions that are taken. */
  types: Readonly<Record<string, string>>;
  /** Where it is sent to, as the part `file` of a form. */
  path: string;
  /** What happens after it has arrived: "Reading the table …". */
  working: string;
  /** Further choices. */
  children?: ComponentChildren;
  onClose(): void;
  onImported(): void;
  /** The dialog that says what became of it; `close` ends it. */
  report(report: Report, close: () => void): ComponentChildren;
}

/** Sends a file with many rows, and says what became of them. `Report` is what the API answers. */
export function ImportDialog<Report>(props: Props<Report>) {
  const { title, help, label, types, path, working, children, onClose, onImported } = props;
  const { api } = useApp();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState(0);
  const [report, setReport] = useState<{ of: Report }>();
  const [control] = useState(() => new AbortController());
  useEffect(() => () => control.abort(), []);
  const task = useTask();
  const send = async (): Promise<void> => {
    if (!file) return;
    await task.run(async () => {
      const form = new FormData();
      form.append('file', declared(file, types));
      setReport({ of: (await upload(api, path, form, { onProgress: setShare, signal: control.signal })) as Report });
      onImported();
    });
  };
  if (report) return <>{props.report(report.of, onClose)}</>;
  const wrong = fieldWords(task.failure, 'file');
  const accept = Object.keys(types).map((extension) => `.${extension}`);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button kind="primary" disabled={!file} busy={task.busy} onClick={() => void send()}>
            {t('ui:import')}
          </Button>
        </>
      }
    >
      <p>{help}</p>
      <FileChoice label={label} accept={accept} file={file} error={wrong} onChoose={setFile} />
      {children}
      {task.busy && <UploadProgress share={share} sending={t('ui:uploading')} working={working} />}
      {task.failure !== undefined && wrong === undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}

/** Rows that are named; thousands that are all wrong in the same way need not be. */
const MOST_NAMED = 50;

interface ReportProps {
  figures: readonly (readonly [title: string, value: number])[];
  /** Above the rows that were refused: "Rows that were left out". */
  rejectedTitle: string;
  rejected: readonly { row: number; code: string }[];
  /** How many there are, when not all are listed. */
  rejectedTotal?: number;
  /** Why, for people, by their codes. */
  reasons: Readonly<Record<string, string>>;
  onClose(): void;
  /** Between the figures and the rows. */
  children?: ComponentChildren;
}

/** What became of the rows of an import. */
export function ImportReport(props: ReportProps) {
  const { figures, rejectedTitle, rejected, rejectedTotal = rejected.length, reasons, onClose, children } = props;
  return (
    <Dialog
      title={t('ui:imported')}
      plain
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('ui:done')}
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
      {children}
      {rejected.length > 0 && (
        <section class="section">
          <h3>{rejectedTitle}</h3>
          <ul class="rejected small">
            {rejected.slice(0, MOST_NAMED).map(({ row, code }) => (
              <li key={`${row} ${code}`}>
                <strong>{t('ui:row', { row: number(row) })}</strong> {reasons[code] ?? code}
              </li>
            ))}
            {rejectedTotal > MOST_NAMED && (
              <li class="muted">{t('ui:andMore', { more: number(rejectedTotal - MOST_NAMED) })}</li>
            )}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
