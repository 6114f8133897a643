import { useId, useState } from 'preact/hooks';
import { receive, save } from '../api/transfer.js';
import type { Overview } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { Notice } from '../ui/states.js';
import { countForExport, type ExportCounts } from './export-counts.js';
import { parseReceipt, type Receipt } from './receipt.js';
import { ReceiptView } from './receipt-view.js';
import { t } from '../words/words.js';

type Answers = 'all' | 'approved';
type Format = 'original' | 'xlsx' | 'csv' | 'json';

const FORMATS: readonly Format[] = ['original', 'xlsx', 'csv', 'json'];

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
  const saveReceipt = (file: Blob): void =>
    save({ name: t('questionnaires:export.receiptName', { title: overview.title }), content: file });

  return (
    <Dialog
      title={t('questionnaires:export.title')}
      wide={receipt !== undefined}
      onClose={onClose}
      actions={
        <>
          {receipt ? (
            <Button onClick={() => saveReceipt(receipt.file)}>{t('questionnaires:export.saveReceipt')}</Button>
          ) : (
            <Button busy={busy === 'receipt'} onClick={() => void showReceipt()}>
              {t('questionnaires:export.showReceipt')}
            </Button>
          )}
          <Button kind="primary" busy={busy === 'file'} onClick={() => void download()}>
            <Icon name="download" />
            {t('questionnaires:export.download')}
          </Button>
        </>
      }
    >
      {overview.status === 'ANSWERING_FAILED' && <Notice kind="warning">{t('questionnaires:export.failed')}</Notice>}
      <fieldset class="options">
        <legend class="hidden">{t('questionnaires:export.format')}</legend>
        {FORMATS.map((value) => (
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
              <strong>{t(`questionnaires:export.${value}`)}</strong>{' '}
              <span class="muted">{t(`questionnaires:export.${value}About`)}</span>
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
    [
      'all',
      t('questionnaires:export.all'),
      counts
        ? t('questionnaires:export.allAbout', { count: approved + unapproved })
        : t('questionnaires:export.allUncounted'),
    ],
    [
      'approved',
      t('questionnaires:export.approved'),
      counts ? t('questionnaires:export.approvedAbout', { count: approved }) : t('questionnaires:export.counting'),
    ],
  ];
  return (
    <>
      <fieldset class="options">
        <legend>{t('questionnaires:export.answers')}</legend>
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
              {chosen === 'all'
                ? t('questionnaires:export.unapprovedWritten', { count: unapproved })
                : t('questionnaires:export.unapprovedLeft', { count: unapproved })}
            </p>
          )}
          {open > 0 && <p>{t('questionnaires:export.open', { count: open })}</p>}
        </Notice>
      )}
    </>
  );
}
