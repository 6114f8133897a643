import { withoutFormula } from '../export/safe-text.js';
import type { BacktestAnswerDocument, BacktestSource } from '../store/backtest-documents.js';

const HEADER = [
  ...['Questionnaire', 'Customer', 'Topic', 'Question', 'Verdict', 'Reason', 'Would be answered', 'Comment'],
  ...['Confidence', 'Sources', 'Was sent', 'Comment sent', 'Sources sent', 'Settled', 'Note'],
];

export const csvHeader = (): string => line(HEADER);

/** One row a question, with its line end. */
export const csvRow = (answer: BacktestAnswerDocument): string =>
  line([
    ...[answer.questionnaireTitle, answer.customer, answer.topic, answer.question, answer.verdict, answer.reason],
    ...[answer.ours, answer.oursComment, answer.band, sourcesOf(answer.oursSources)],
    ...[answer.sent, answer.sentComment, sourcesOf(answer.sentSources), answer.settled, answer.note],
  ]);

const sourcesOf = (sources: readonly BacktestSource[]): string =>
  sources.map(({ title, locator, quote }) => `${title}${locator === '' ? '' : ` (${locator})`}: ${quote}`).join('\n');

const line = (fields: readonly string[]): string =>
  `${fields.map((field) => `"${withoutFormula(field).replaceAll('"', '""')}"`).join(',')}\r\n`;
