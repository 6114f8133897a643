import { Readable } from 'node:stream';
import { invalid } from '@candor/runtime';
import type { BacktestAnswerStore } from '../store/backtest-answers.js';
import type { FileStore } from '../store/files.js';
import type { ExportDocument } from '../store/review-documents.js';
import type { ExportStore } from '../store/review-exports.js';
import type { Backtests } from './backtests.js';
import { csvHeader, csvRow } from './csv.js';
import { backtestPdf } from './pdf.js';

interface Dependencies {
  cases: Backtests;
  backtestAnswers: BacktestAnswerStore;
  files: FileStore;
  exports: ExportStore;
}

export const BACKTEST_FORMATS = ['csv', 'pdf'] as const;

const PAGE = 500;
/** Contradictions that a PDF tells; a CSV has all. */
const MOST_IN_PDF = 200;
const MOST_BYTES = 1024 * 1024 * 1024;

/** Backtests as files, which are read in pieces like exports of questionnaires. */
export class BacktestExports {
  constructor(private readonly deps: Dependencies) {}

  /** Throws `backtest_not_found`, `invalid_input`. */
  async prepare(organizationId: string, id: string, format: string): Promise<ExportDocument> {
    const { cases, files, exports, backtestAnswers } = this.deps;
    const known = BACKTEST_FORMATS.find((one) => one === format);
    if (known === undefined)
      throw invalid([{ path: 'format', message: `format must be one of ${BACKTEST_FORMATS.join(', ')}.` }]);
    const { backtest, result, parts } = await cases.get(organizationId, id);
    const fileName = `backtest-${new Date(backtest.createdAt / 1000).toISOString().slice(0, 10)}.${known}`;
    let content: Readable;
    if (known === 'csv') content = Readable.from(this.rows(organizationId, id));
    else {
      const filter = { verdicts: ['CONTRADICTED' as const] };
      const contradictions = await backtestAnswers.list(organizationId, id, filter, MOST_IN_PDF, 0);
      const report = { createdAt: backtest.createdAt, result, questionnaires: parts, contradictions };
      content = Readable.from([Buffer.from(await backtestPdf(report))]);
    }
    const stored = await files.write(organizationId, fileName, content, MOST_BYTES);
    return exports.keep(organizationId, {
      _id: stored.fileId,
      questionnaireId: id,
      kind: 'export',
      format: known,
      fingerprint: '',
      fileName,
      mimeType: known === 'csv' ? 'text/csv' : 'application/pdf',
      generated: true,
      size: stored.size,
      sha256: stored.sha256,
      reportId: '',
    });
  }

  private async *rows(organizationId: string, id: string): AsyncGenerator<Buffer> {
    yield Buffer.from(`\uFEFF${csvHeader()}`);
    for (let offset = 0; ;) {
      const page = await this.deps.backtestAnswers.list(organizationId, id, {}, PAGE, offset);
      if (page.length === 0) return;
      offset += page.length;
      yield Buffer.from(page.map(csvRow).join(''));
    }
  }
}
