import { LIST_MARK } from './list-marks.js';
import { splitClauses, splitSentences, type Span } from './sentences.js';
import { saysDuty, saysItself } from './statement-words.js';
import { crossMeans, inWords, type CrossMeans } from './table-signs.js';
import type { EvidenceItem } from '../types.js';

/** The smallest piece of evidence that is found, judged and quoted: a sentence, a list item, a row, an answer of a pair. */
export interface Statement {
  /** Where it stands in the item's text: what a citation quotes. */
  span: Span;
  /** As it is read and said: without list marks, cells with their headings. */
  text: string;
  /** What it stands under, outermost first: headings, lead-in of its list, its label. */
  place: string[];
  /** The question that it answers in a document of questions and answers; '' when it stands in none. */
  question: string;
  /** The sentence before it, when this one says "it" or is too short to stand alone; '' when it does. */
  before: string;
  /** A row of a table or sheet. */
  row: boolean;
}

/** A sentence beyond this is read in clauses. Characters. */
const LONGEST_SENTENCE = 260;
/** A row beyond this is read cell by cell. Characters. */
const LONGEST_ROW = 420;
const LONGEST_LEAD_IN = 200;
const LONGEST_LABEL = 60;
/** Fewer words do not stand alone. */
const FEW_WORDS = 5;

const PRONOUN =
  /^(?:it|its|this|that|these|those|they|their|them|such|both|each|he|she|the (?:same|latter|former|above|following))\b/i;
/** Whether a sentence means something that the one before it names. */
export const pointsBack = (text: string): boolean => PRONOUN.test(text);

/** A blank that was never filled in, or a note to whoever writes the document: "[DEPARTMENT: role]", "<%= name %>", "{{owner}}". */
const PLACEHOLDER =
  /\{\{(?!\{)(?:[^{}]|\{(?!\{))*\}\}|\{%[^%]*%\}|<%[^%]*%>|<[A-Z][A-Z _-]{2,}>|\[[A-Z]{2,}(?:[ _/-][A-Z]{2,})+\]|_{4,}|(?<!\.)\.{6,}\s*\d*$|\bTODO\b|lorem ipsum/i;
/** Where a note in brackets opens; whatever stands in it, the next "]" closes it. */
const NOTE_OPENS = /\[(?:[A-Z][A-Z _/-]{2,}:|company|organi[sz]ation|insert|your|name|date|tbd|tbc|xx)/i;
/** A box that nobody has ticked: still to be done. */
const UNTICKED = /^(?:\[\s?\]|[☐□])\s(?!.*(?:\[[xX✓✔]\]|[☑☒]))/u;
/** Only an address, or a path. */
const isAddressOnly = (text: string): boolean => !/\s/.test(text) && /\/|www\./i.test(text);
/** Column headings of what is asked and of what is answered. */
const ASKED_HEADING =
  /^(?:question|query|requirement|control (?:question|description)|what (?:was|is) asked|item|ask)\b/i;

/** Takes an item of evidence apart into statements, each with the place that gives it its meaning. */
export function statementsOf(item: EvidenceItem): Statement[] {
  if (item.kind === 'library')
    return proseStatements(item.answer, item.tags.length > 0 ? [item.tags.join(', ')] : [], item.question);
  const { path, question } = placeOf(item.title, item.locator);
  const lines = item.text.split('\n');
  const found = /(?:^|, )row \d+$/.test(item.locator)
    ? sheetRow(item.text, lines, path)
    : isTable(lines)
      ? tableRows(item.text, lines, path, question)
      : proseStatements(item.text, path, question);
  return found.filter((s) => holdsEvidence(s));
}

/** Headings of a passage; a heading that asks is the question of what stands under it. */
function placeOf(title: string, locator: string): { path: string[]; question: string } {
  const headings = locator
    .replace(/(?:^|, )(?:page|row) \d+$/, '')
    .split(' > ')
    .map((h) => h.trim())
    .filter((h) => h !== '' && h !== title);
  const name = title
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  const question = headings.at(-1)?.endsWith('?') === true ? headings.pop()! : '';
  return { path: [name, ...headings], question };
}

function hasPlaceholder(text: string): boolean {
  const note = NOTE_OPENS.exec(text);
  return PLACEHOLDER.test(text) || (note !== null && text.includes(']', note.index + note[0].length));
}

function holdsEvidence({ text }: Statement): boolean {
  return /\p{L}{2}/u.test(text) && !hasPlaceholder(text) && !isAddressOnly(text.trim());
}

interface Reading {
  /** The line that introduces the list, when one does. */
  leadIn: string;
  /** A short line that names what the next ones say. */
  label: string;
  /** Where the label stands, until something is said under it. */
  labelAt?: Span | undefined;
  question: string;
  last: string;
}

function proseStatements(text: string, path: readonly string[], asked: string): Statement[] {
  const statements: Statement[] = [];
  const now: Reading = { leadIn: '', label: '', question: asked, last: '' };
  let from = 0;
  let lastWasItem = false;
  for (const line of text.split('\n')) {
    const start = from;
    from += line.length + 1;
    const body = line.trim();
    if (body === '') continue;
    const isItem = LIST_MARK.test(line);
    if (!isItem && lastWasItem) now.leadIn = '';
    if (!isItem) now.label = now.label !== '' && now.last === now.label ? now.label : '';
    lastWasItem = isItem;
    const mark = LIST_MARK.exec(line)?.[0].length ?? 0;
    const sentences = splitSentences(line.slice(mark)).map((s) => ({
      start: s.start + start + mark,
      end: s.end + start + mark,
    }));
    const label = labelOf(line);
    const isToDo = UNTICKED.test(line.slice(mark));
    sentences.forEach((sentence, i) => {
      const words = text.slice(sentence.start, sentence.end);
      const clean = withoutMarks(words);
      if (clean === '') return;
      if (clean.endsWith('?')) {
        // What heads a question says nothing.
        now.labelAt = undefined;
        now.question = clean.replace(/^Q(?:uestion)?\s*(?:\d+\s*)?[:.)]\s*/i, '');
        now.last = '';
        return;
      }
      if (clean.endsWith(':') && clean.length <= LONGEST_LEAD_IN) {
        const isLast = i === sentences.length - 1;
        if (isLast) now.leadIn = clean;
        const said = clean.slice(0, -1).trimEnd();
        if (isLast && !isToDo && !pointsBack(said) && saysItself(said)) {
          const end = sentence.start + words.lastIndexOf(':');
          const place = [...path, now.label].filter(Boolean);
          statements.push({
            span: { start: sentence.start, end },
            text: said,
            place,
            question: now.question,
            before: '',
            row: false,
          });
        }
        now.last = clean;
        return;
      }
      if (isLabel(clean) && sentences.length === 1 && !isItem && (now.question === '' || now.last !== '')) {
        standAlone(now, statements, path);
        now.label = clean;
        now.labelAt = sentence;
        now.last = clean;
        return;
      }
      for (const span of clausesOf(text, sentence)) {
        const said = withoutMarks(text.slice(span.start, span.end));
        if (said === '' || (isToDo && !saysDuty(said))) continue;
        const place = [...path, isItem ? now.leadIn : '', now.label, i > 0 ? label : ''].filter(Boolean);
        const needsBefore = pointsBack(said) || said.split(/\s+/).length < FEW_WORDS || span.start > sentence.start;
        const before = needsBefore && now.last !== now.label && now.last !== now.leadIn ? now.last : '';
        statements.push({ span, text: said, place, question: now.question, before, row: false });
        now.labelAt = undefined;
        now.last = said;
      }
    });
  }
  standAlone(now, statements, path);
  return statements;
}

/** A short line that names nothing below it says something itself: "Annual reviews" in a list without marks. */
function standAlone(now: Reading, statements: Statement[], path: readonly string[]): void {
  if (now.labelAt !== undefined && /\s/.test(now.label))
    statements.push({
      span: now.labelAt,
      text: now.label,
      place: [...path],
      question: now.question,
      before: '',
      row: false,
    });
  now.labelAt = undefined;
}

/** "Backups: …" names what the whole line speaks of. */
function labelOf(line: string): string {
  return /^[^.:?!]{2,60}(?=:\s)/.exec(withoutMarks(line))?.[0] ?? '';
}

/** "Retention: 30 days", "Availability 97 %": a label with its value says something. */
const STATES_VALUE = /\p{L}:\s+\S|\d\s?[%‰](?!\p{L})/u;

function isLabel(text: string): boolean {
  return (
    text.length <= LONGEST_LABEL &&
    !/[.!;,]$/.test(text) &&
    !STATES_VALUE.test(text) &&
    text.split(/\s+/).length <= 7 &&
    /^[\p{Lu}\d]/u.test(text)
  );
}

function clausesOf(text: string, sentence: Span): Span[] {
  return sentence.end - sentence.start <= LONGEST_SENTENCE ? [sentence] : splitClauses(text, sentence);
}

function withoutMarks(text: string): string {
  return text
    .replace(LIST_MARK, '')
    .replace(/^[\s>|*_#]+|(?<![\s|*_])[\s|*_]+$/g, '')
    .replace(/^(?:\[[xX✓✔\s]?\]|[☐□☑☒✓✔✅]|A(?:nswer)?\s?[:.)])\s+/u, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function isTable(lines: readonly string[]): boolean {
  return lines.length >= 1 && lines.every((l) => l.includes(' | '));
}

function cellsOf(line: string): string[] {
  return line.split(' | ').map((c) => c.trim());
}

function tableRows(text: string, lines: readonly string[], path: readonly string[], asked: string): Statement[] {
  const head = cellsOf(lines[0]!);
  const hasHead = lines.length > 1 && head.every((c) => c.length <= 60 && !/[.!?]$/.test(c));
  const rows = lines.slice(hasHead ? 1 : 0).map(cellsOf);
  const cross = hasHead ? crossMeans(rows, head.length) : undefined;
  const statements: Statement[] = [];
  let from = 0;
  lines.forEach((line, i) => {
    const start = from;
    from += line.length + 1;
    if (i === 0 && hasHead) return;
    const pairs = cellsOf(line).map((cell, column) => ({ head: hasHead ? (head[column] ?? '') : '', cell }));
    statements.push(...rowStatements(text, { start, end: start + line.length }, pairs, path, asked, cross));
  });
  return statements;
}

/** A row of a sheet: each line is "heading: value". */
function sheetRow(text: string, lines: readonly string[], path: readonly string[]): Statement[] {
  const pairs = lines.map((line) => {
    const head = /^([^:]{1,60}): (?=\S)/.exec(line);
    return head ? { head: head[1]!, cell: line.slice(head[0].length) } : { head: '', cell: line };
  });
  return rowStatements(text, { start: 0, end: text.length }, pairs, path, '');
}

interface Cell {
  head: string;
  cell: string;
}

/** A row says one thing; of a long one each long cell says its own, named by the short ones. */
function rowStatements(
  text: string,
  span: Span,
  pairs: readonly Cell[],
  path: readonly string[],
  asked: string,
  cross?: CrossMeans,
): Statement[] {
  const read = pairs.map(({ head, cell }) => ({ head, cell: inWords(cell, cross) }));
  const filled = read.filter(({ cell }) => /[\p{L}\p{N}]/u.test(cell));
  const query = filled.find(({ head, cell }) => cell.endsWith('?') || ASKED_HEADING.test(head));
  const question = query && filled.length > 1 ? query.cell : asked;
  const told = filled.filter((p) => p !== query || filled.length === 1);
  const whole = told.map(said).join('; ');
  if (whole === '') return [];
  if (whole.length <= LONGEST_ROW) return [{ span, text: whole, place: [...path], question, before: '', row: true }];
  const names = told.filter(({ cell }) => cell.length <= LONGEST_LABEL).map(said);
  return told
    .filter(({ cell }) => cell.length > LONGEST_LABEL)
    .flatMap(({ head, cell }) => {
      const at = text.indexOf(cell, span.start);
      return splitSentences(cell).map((s) => ({
        span: at < 0 ? span : { start: at + s.start, end: at + s.end },
        text: cell.slice(s.start, s.end),
        place: [...path, ...names, ...(head === '' ? [] : [head])],
        question,
        before: '',
        row: true,
      }));
    });
}

const said = ({ head, cell }: Cell): string => (head === '' ? cell : `${head}: ${cell}`);
