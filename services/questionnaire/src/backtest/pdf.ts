import type { PDFFont, PDFPage } from 'pdf-lib';
import type { BacktestAnswerDocument } from '../store/backtest-documents.js';
import type { Figures, Result, Share } from './figures.js';

export interface BacktestReport {
  /** Microseconds. */
  createdAt: number;
  result: Result;
  questionnaires: readonly { title: string; customer: string; toldAt: number; questions: number }[];
  /** Contradictions, the first of them. */
  contradictions: readonly BacktestAnswerDocument[];
}

const PAGE: [number, number] = [595.28, 841.89];
const MARGIN = 56;
const SIZE = 10;
const LINE = 14;
const HEAD = 14;

/** What a backtest came to, as a PDF: figures, topics, customers, questionnaires and contradictions. */
export async function backtestPdf(report: BacktestReport): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('pdf-lib');
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.setTitle('Backtest');
  pdf.setCreationDate(new Date(report.createdAt / 1000));
  const [plain, bold] = [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ];
  const place: { page: PDFPage; y: number } = { page: pdf.addPage(PAGE), y: PAGE[1] - MARGIN };
  for (const { text, isHead } of linesOf(report)) {
    const [font, size] = isHead ? [bold, HEAD] : [plain, SIZE];
    for (const part of wrapped(encodable(font, text), font, size)) {
      if (place.y < MARGIN + LINE) {
        place.page = pdf.addPage(PAGE);
        place.y = PAGE[1] - MARGIN;
      }
      place.page.drawText(part, { x: MARGIN, y: place.y, size, font });
      place.y -= isHead ? LINE * 1.6 : LINE;
    }
  }
  return pdf.save();
}

interface Line {
  text: string;
  isHead: boolean;
}

function linesOf({ createdAt, result, questionnaires, contradictions }: BacktestReport): Line[] {
  const head = (text: string): Line => ({ text, isHead: true });
  const say = (text: string): Line => ({ text, isHead: false });
  return [
    head(`Backtest of ${dayOf(createdAt)}`),
    say('Past questionnaires were answered as if they were new, and compared with what was sent.'),
    say(''),
    ...figures(result).map(say),
    say(`Answers that people would only have approved: ${result.actionsSaved}; minutes saved: ${result.minutesSaved}`),
    say(''),
    head('By topic'),
    ...result.byTopic.map((part) => say(summary(part.name || 'No topic', part))),
    say(''),
    head('By customer'),
    ...result.byCustomer.map((part) => say(summary(part.name || 'No customer named', part))),
    say(''),
    head('Questionnaires'),
    ...questionnaires.map(({ title, customer, toldAt, questions }) =>
      say(`${dayOf(toldAt)}  ${title}${customer === '' ? '' : ` (${customer})`}: ${questions} questions`),
    ),
    say(''),
    head(`Contradictions (${contradictions.length} of ${result.contradicted})`),
    ...contradictions.flatMap(({ question, ours, sent, customer, settled }) =>
      [`${question} [${customer}]`, `Would be answered: ${ours}`, `Was sent: ${sent}`, `Settled: ${settled}`, ''].map(
        say,
      ),
    ),
  ];
}

const figures = (result: Figures): string[] => [
  `Questions: ${result.questions}`,
  `Agreed: ${result.agreed}; contradicted: ${result.contradicted}; cannot be compared: ${result.notComparable}`,
  `Answered where it was left open: ${result.answeredWhereOpen}; left open where it was answered: ${result.openWhereAnswered}`,
  `Coverage: ${share(result.coverage)}`,
  `Agreement: ${share(result.agreement)}; after review: ${share(result.agreementAfterReview)}`,
  `HIGH right: ${share(result.high)}`,
];

const share = ({ count, of, percent, low, high }: Share): string =>
  of === 0 ? 'none' : `${percent} % (${count} of ${of}; 95 % interval ${low} to ${high} %)`;

const summary = (name: string, part: Figures): string =>
  `${name}: ${part.questions} questions, coverage ${part.coverage.percent} %, agreement ${share(part.agreement)}`;

const dayOf = (at: number): string => new Date(at / 1000).toISOString().slice(0, 10);

/** What the font cannot show becomes a question mark. */
function encodable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  const shown = (sign: string): string => (known.has(sign.codePointAt(0) ?? 0) ? sign : '?');
  return text.replace(/\s+/gu, ' ').replace(/./gu, shown);
}

/** A line broken where it is wider than the page, between words or within one that has no room. */
function wrapped(text: string, font: PDFFont, size: number): string[] {
  const most = PAGE[0] - 2 * MARGIN;
  const fits = (line: string): boolean => font.widthOfTextAtSize(line, size) <= most;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (!fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}
