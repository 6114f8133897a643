import type { PartAnswer } from './assessment.js';
import { isPlanned } from './expressions.js';
import type { Finding } from './judgement.js';
import { cutAtSpace } from './sentences.js';
import { styleOf, withoutContractions } from './style.js';
import type { AnswerRequest, Citation } from './types.js';

const LONGEST_ANSWER = 900;
const LONGEST_QUOTE = 300;
const MOST_CITATIONS = 3;
const LONGEST_PARAGRAPH = 500;

export interface Written {
  answer: string;
  /** Names what stays open. */
  comment: string;
  citations: Citation[];
}

/** Forms the answer of the evidence's own sentences, in the style that the request's instructions ask for. */
export function compose(parts: readonly PartAnswer[], open: readonly string[], request: AnswerRequest): Written {
  const style = styleOf(request.instructions);
  const sentences: string[] = [];
  const cited: Finding[] = [];
  for (const part of parts) {
    // Both sides of a disagreement are told, however short the answer is to be.
    const shown = style.length === 'brief' && !part.disagree ? part.evidence.slice(0, 1) : part.evidence;
    const told = shown.map((f) => (style.length === 'detailed' ? paragraphOf(f) : sentenceOf(f)));
    const texts = [...new Set(told)].filter((t) => !sentences.some((s) => s.includes(t)));
    if (texts.length > 0) {
      const opening =
        part.polarity === undefined || (texts.length === 1 && /^(?:yes|no)(?:[,.;:!]|\s[—–-]|$)/i.test(texts[0]!))
          ? ''
          : part.polarity === 'yes'
            ? 'Yes — '
            : 'No — ';
      const between = style.list ? '\n' : ' ';
      sentences.push(opening + (part.disagree ? `sources disagree: ${texts.join(between)}` : texts.join(between)));
    }
    cited.push(...shown);
  }
  const citations = citationsOf(cited);
  const sources = style.sources ? sourcesOf(citations) : '';
  const said = shorten(sentences.map(capitalized).join(style.list ? '\n' : ' '), LONGEST_ANSWER - sources.length);
  const lines = style.list ? listed(said) : said;
  const missing = parts.flatMap((p) => p.missing);
  const comment = [
    ...open.map((text) => `Open, no evidence found: ${text}`),
    ...(missing.length > 0 ? [`Open, not in the evidence: ${missing.join(', ')}.`] : []),
  ].join(' ');
  return { answer: (style.formal ? withoutContractions(lines) : lines) + sources, comment, citations };
}

/** One statement is no list. */
const listed = (said: string): string =>
  said.includes('\n')
    ? said
        .split('\n')
        .map((line) => `- ${line}`)
        .join('\n')
    : said;

function sourcesOf(citations: readonly Citation[]): string {
  const names = new Set(citations.map(({ title, locator }) => (locator === '' ? title : `${title}, ${locator}`)));
  return ` (Source: ${cutAtSpace([...names].join('; '), LONGEST_QUOTE)})`;
}

/** A statement with the rest of its paragraph, where that is not long and no row of a table. */
function paragraphOf(finding: Finding): string {
  const { line, clause } = finding.match.statement;
  const paragraph = finding.evidence.text.slice(line.start, line.end).trim();
  const whole = line.end - line.start > clause.end - clause.start && paragraph.length <= LONGEST_PARAGRAPH;
  // What is planned beside it is not what was asked.
  return whole && !finding.evidence.table && !isPlanned(paragraph)
    ? sentenceOf(finding, paragraph)
    : sentenceOf(finding);
}

/** The clause as an answer gives it: table rows without their id cell, with a full stop. */
export function sentenceOf(finding: Finding, said = finding.match.statement.text): string {
  const { statement } = finding.match;
  let text = said;
  if (finding.evidence.table && text.includes(' | ')) {
    const cells = text
      .split(' | ')
      .filter((c, i) => i > 0 || !/^[\p{L}]{0,6}[-. ]?\d+(?:\.\d+)*$|^[^\p{L}\p{N}]+$/u.test(c));
    text = cells.length > 1 ? `${cells[0]!}: ${cells.slice(1).join('; ')}` : cells.join('');
  }
  if (statement.leadIn !== undefined && !finding.byHeading && !text.includes(statement.leadIn))
    text = `${statement.leadIn} ${text}`;
  if (finding.byHeading && finding.item.kind === 'passage')
    text = `${finding.item.locator.split(' > ').at(-1)!}: ${text}`;
  // Section marks and list signs are of the document, not of the answer.
  text = text
    .replace(/^[*_>•\-–—\s]+|[*_\s]+$/g, '')
    .replace(/^§\s?\d[\d.]*:?\s*|^\d{1,3}(?:\.\d{1,3})+\.?\s+(?=\p{L})/u, '');
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function citationsOf(findings: readonly Finding[]): Citation[] {
  const citations: Citation[] = [];
  for (const f of findings) {
    const { line, sentence, clause } = f.match.statement;
    const span = [line, sentence].find((s) => s.end - s.start <= LONGEST_QUOTE) ?? clause;
    const quote = cutAtSpace(f.evidence.text.slice(span.start, span.end), LONGEST_QUOTE);
    if (citations.some((c) => c.sourceId === f.item.id && c.quote === quote) || citations.length >= MOST_CITATIONS)
      continue;
    citations.push(
      f.item.kind === 'library'
        ? { sourceId: f.item.id, sourceType: 'library', title: f.item.question, locator: '', quote }
        : { sourceId: f.item.id, sourceType: 'document', title: f.item.title, locator: f.item.locator, quote },
    );
  }
  return citations;
}

function capitalized(text: string): string {
  return /^\p{Ll}[\p{Ll}']*\s/u.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '));
  return sentence > length / 2 ? cut.slice(0, sentence + 1) : `${cutAtSpace(cut, length - 1)}…`;
}
