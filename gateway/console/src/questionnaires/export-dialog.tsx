import { useId, useState } from 'preact/hooks';
import { receive, save } from '../api/transfer.js';
import type { Overview } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { count } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { countForExport, type ExportCounts } from './export-counts.js';
import { parseReceipt, type Receipt } from './receipt.js';
import { ReceiptView } from './receipt-view.js';

type Answers = 'all' | 'approved';
type Format = 'original' | 'xlsx' | 'csv' | 'json';

const FORMATS: readonly (readonly [Format, string, string])[] = [
  ['original', 'The customer’s file', 'with the answers written into it and nothing else changed'],
  ['xlsx', 'Excel workbook', 'every question with answer, comment, confidence and sources'],
  ['csv', 'CSV', 'the same as a table of text'],
  ['json', 'JSON', 'for programs'],
];

interface Props {
  overview: Overview;
  onClose(): void;
}

/** Gives the questionnaire back as a file, and shows the receipt of what was written where. */
export function ExportDialog({ overview, onClose }: Props) {
  const { api } = useApp();
  const name = useId();
  const [format, setFormat] = useState<Format>('original');
  const [answers, setAnswers] = useState<Answers>('all');
  const counts = useLoad((signal) => countForExport(api, overview.id, signal), [overview.id]);
  const [busy, setBusy] = useState<'file' | 'receipt'>();
  const [failure, setFailure] = useState<unknown>();
  const [receipt, setReceipt] = useState<{ shown: Receipt; file: Blob }>();
  const asked = new URLSearchParams({ format, answers }).toString();
  const base = `/v1/questionnaire/${overview.id}/export`;

  const run = async (what: 'file' | 'receipt', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(undefined);
    }
  };
  const download = (): Promise<void> => run('file', async () => save(await receive(api, `${base}?${asked}`)));
  const showReceipt = (): Promise<void> =>
    run('receipt', async () => {
      const { content } = await receive(api, `${base}/receipt?${asked}`);
      setReceipt({ shown: parseReceipt(await content.text()), file: content });
    });
  const saveReceipt = (file: Blob): void => save({ name: `${overview.title} receipt.json`, content: file });

  return (
    <Dialog
      title="Export"
      wide={receipt !== undefined}
      onClose={onClose}
      actions={
        <>
          {receipt ? (
            <Button onClick={() => saveReceipt(receipt.file)}>Save the receipt</Button>
          ) : (
            <Button busy={busy === 'receipt'} onClick={() => void showReceipt()}>
              Show the receipt
            </Button>
          )}
          <Button kind="primary" busy={busy === 'file'} onClick={() => void download()}>
            <Icon name="download" />
            Download
          </Button>
        </>
      }
    >
      {overview.status === 'ANSWERING_FAILED' && (
        <Notice kind="warning">Answering failed: the export holds what was answered until then.</Notice>
      )}
      <fieldset class="options">
        <legend class="hidden">Format</legend>
        {FORMATS.map(([value, title, words]) => (
          <label key={value} class={`option${value === format ? ' chosen' : ''}`}>
            <input
              type="radio"
              name={name}
              checked={value === format}
              onChange={() => {
                setFormat(value);
                setReceipt(undefined);
              }}
            />
            <span>
              <strong>{title}</strong> <span class="muted">{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <AnswersChoice
        counts={counts.data}
        chosen={answers}
        onChoose={(value) => {
          setAnswers(value);
          setReceipt(undefined);
        }}
      />
      {counts.error !== undefined && <Notice kind="error">{counts.error}</Notice>}
      {failure !== undefined && <Notice kind="error">{wordsOf(failure)}</Notice>}
      {receipt && <ReceiptView receipt={receipt.shown} />}
    </Dialog>
  );
}

interface AnswersChoiceProps {
  /** Undefined while they are counted. */
  counts: ExportCounts | undefined;
  chosen: Answers;
  onChoose(answers: Answers): void;
}

/** Which answers are written, beside how many of each kind there are. */
function AnswersChoice({ counts, chosen, onChoose }: AnswersChoiceProps) {
  const name = useId();
  const { approved = 0, unapproved = 0, open = 0 } = counts ?? {};
  const options: readonly (readonly [Answers, string, string])[] = [
    ['all', 'Everything', counts ? `${count(approved + unapproved, 'answer')}, approved or not` : 'approved or not'],
    [
      'approved',
      'Approved only',
      counts ? `${count(approved, 'answer')}; the places of the others stay as they were` : 'counting …',
    ],
  ];
  return (
    <>
      <fieldset class="options">
        <legend>Answers to write</legend>
        {options.map(([value, title, words]) => (
          <label key={value} class={`option${value === chosen ? ' chosen' : ''}`}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>
              <strong>{title}</strong> <span class="muted">{words}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {unapproved + open > 0 && (
        <Notice kind="warning">
          {unapproved > 0 && (
            <p>
              {count(unapproved, 'answer')} {unapproved === 1 ? 'is' : 'are'} not approved
              {chosen === 'all' ? ' and will be written all the same.' : ' and will be left out.'}
            </p>
          )}
          {open > 0 && <p>{count(open, 'question')} without an answer.</p>}
        </Notice>
      )}
    </>
  );
}
