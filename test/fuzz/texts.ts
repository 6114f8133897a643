/**
 * `npm run fuzz:growth [-- PART-OF-NAME]`: the public functions that read texts of clients are given hostile units again and
 * again. Fails where four times the text takes far more than four times the processor's time. The second half of it looks at
 * single expressions (patterns.ts).
 */
import { emailAddress, domainName } from '../../services/runtime/src/addresses.js';
import { decimalOf } from '../../services/runtime/src/decimals.js';
import { plainText, withoutDoubledOpening, withoutMarkup } from '../../services/runtime/src/plain-text.js';
import { cleanName, cleanText, fold, foldWithOffsets, nameKey } from '../../services/runtime/src/text.js';
import { importConversations } from '../../services/insights/src/conversation-import.js';
import { findOverlaps, importLibrary } from '../../services/questionnaire/src/answering/library-import.js';
import { claimFault } from '../../services/questionnaire/src/answering/checking/claims.js';
import { supportOf } from '../../services/questionnaire/src/answering/checking/support.js';
import { startTagger } from '../../services/questionnaire/src/answering/checking/tagging.js';
import {
  libraryAnswer,
  passage,
  request,
  HARBOUR,
} from '../../services/questionnaire/src/answering/evidence.fixture.js';
import { rangeOf } from '../../services/questionnaire/src/answering/deciding/durations.js';
import { splitPassages } from '../../services/questionnaire/src/answering/finding/passages.js';
import { splitSentences } from '../../services/questionnaire/src/answering/finding/sentences.js';
import { statementsOf } from '../../services/questionnaire/src/answering/finding/statements.js';
import { normalizedKey, tokenize } from '../../services/questionnaire/src/answering/finding/tokens.js';
import { analyzeEvidence } from '../../services/questionnaire/src/answering/rules/evidence.js';
import { KnowledgeIndex } from '../../services/questionnaire/src/answering/rules/knowledge-index.js';
import { propose } from '../../services/questionnaire/src/answering/rules/propose.js';
import { asPractice, asSentence } from '../../services/questionnaire/src/answering/writing/voice.js';
import { ReadBudget } from '../../services/questionnaire/src/documents/budget.js';
import { readCsv } from '../../services/questionnaire/src/documents/csv/read-csv.js';
import { DocumentError } from '../../services/questionnaire/src/documents/errors.js';
import type { DocumentModel } from '../../services/questionnaire/src/documents/model.js';
import { DEFAULT_READ_LIMITS } from '../../services/questionnaire/src/documents/source.js';
import { readHtml } from '../../services/questionnaire/src/documents/text/read-html.js';
import { readMarkdown } from '../../services/questionnaire/src/documents/text/read-markdown.js';
import { readPastedText, readPlainText } from '../../services/questionnaire/src/documents/text/read-plain.js';
import { normalText } from '../../services/questionnaire/src/export/answer-text.js';
import { csvRecords, fieldText } from '../../services/questionnaire/src/export/csv/csv-records.js';
import { withoutFormula } from '../../services/questionnaire/src/export/safe-text.js';
import { extractQuestions } from '../../services/questionnaire/src/extraction/extract.js';
import { isCalendarDate } from '../../services/questionnaire/src/intake/fields.js';
import { blockWords } from '../../services/questionnaire/src/search/block-words.js';
import { parseQuery } from '../../services/questionnaire/src/search/query.js';
import { markdownSummary, markdownToHtml, markdownToText } from '../../services/trust-portal/src/delivery/markdown.js';
import { importSubscribers, type ImportParts } from '../../services/trust-portal/src/subscriber-import.js';
import { ENDS, repeated, UNITS } from './api-grown.js';
import { growth, type Work } from './growth.js';
import { ANSWERING } from './texts-answering.js';

const budget = (): ReadBudget => new ReadBudget(DEFAULT_READ_LIMITS);
const harbour = new KnowledgeIndex();
harbour.add(HARBOUR);
const clock = { now: () => Date.UTC(2026, 0, 1) };

/** A reader, and what becomes of what it read. */
const reading = (name: string, read: (text: string) => DocumentModel): [string, Work][] => [
  [`${name}: read`, read],
  [`${name}: questions`, (text) => extractQuestions(read(text))],
  [`${name}: passages`, (text) => splitPassages(read(text), 'Policy')],
];

/** One thing that all subscribers and conversations are new: imports are about what they read. */
const noSubscribers = {
  clock,
  onPending: () => undefined,
  categories: { list: () => Promise.resolve([]) },
  subscribers: {
    findByEmails: () => Promise.resolve([]),
    insertMany: (_: string, some: readonly unknown[]) => Promise.resolve(some.length),
  },
} as unknown as ImportParts;
const noConversations = {
  add: (_: string, some: readonly unknown[]) => Promise.resolve(some.length),
} as unknown as Parameters<typeof importConversations>[0];
async function* chunk(text: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
const conversation = (text: string): string =>
  `${JSON.stringify({ question: text.slice(0, 20_000), answer: text, source_type: 'web_ui', answered_at: 1_767_225_600_000_000 })}\n`;

function answerFrom(text: string): unknown {
  const index = new KnowledgeIndex();
  index.add([libraryAnswer('a', 'Is data encrypted at rest?', text), passage('p', 'Encryption', text.slice(0, 1_500))]);
  return propose(index, request('How is stored data encrypted?'), false, () => true);
}

const tag = await startTagger();

const FUNCTIONS: readonly [string, Work][] = [
  ...reading('markdown', (text) => readMarkdown(text, budget())),
  ...reading('html', (text) => readHtml(text, budget())),
  ...reading('plain text', (text) => readPlainText(text, 'txt', budget())),
  ...reading('pasted text', readPastedText),
  ...reading('csv', (text) => readCsv(Buffer.from(text), budget())),
  ['answering: question', (text) => propose(harbour, request(text), true, () => true)],
  ['answering: open question', (text) => propose(harbour, request(text), false, () => true)],
  ['answering: evidence', answerFrom],
  ['answering: evidence analyzed', (text) => analyzeEvidence(libraryAnswer('a', text.slice(0, 10_000), text))],
  ['answering: statements', (text) => statementsOf(passage('p', 'Policy', text))],
  ['answering: sentences', splitSentences],
  ['answering: words', (text) => [tokenize(text), normalizedKey(text)]],
  ['answering: durations', rangeOf],
  [
    'answering: draft',
    (text) =>
      // What a draft and a question may be at most; the passage is as long as passages are.
      claimFault(
        text.slice(0, 2_000),
        supportOf(statementsOf(passage('p', 'Policy', text.slice(0, 1_500))), text.slice(0, 4_000), new Set(), tag),
      ),
  ],
  ['answering: sentence written', (text) => [asSentence(text), asPractice(text)]],
  [
    'library: import',
    (text) => importLibrary([['Question', 'Answer'], ...text.split('\n').map((line) => [line, text.slice(0, 100)])]),
  ],
  [
    'library: overlaps',
    (text) =>
      findOverlaps([
        { id: 'a', question: text, answer: 'a' },
        { id: 'b', question: `${text} b`, answer: 'b' },
      ]),
  ],
  ['search: query', parseQuery],
  [
    'search: words',
    (text) =>
      blockWords([
        [1, text],
        [2, text],
      ]),
  ],
  ['names', (text) => [cleanName(text), cleanText(text), fold(text), foldWithOffsets(text), nameKey(text)]],
  ['addresses', (text) => [emailAddress(text), domainName(text)]],
  ['fields', (text) => [decimalOf(text), isCalendarDate(text)]],
  ['portal: page', markdownToHtml],
  ['portal: mail', (text) => [markdownToText(text), markdownSummary(text)]],
  ['portal: import', (text) => importSubscribers(noSubscribers, 'o', 'confirmed', chunk(`email,categories\n${text}`))],
  ['insights: plain text', plainText],
  ['evidence: without markup', withoutMarkup],
  ['evidence: opening', withoutDoubledOpening],
  ['insights: import', (text) => importConversations(noConversations, clock, 'o', chunk(conversation(text) + text))],
  ['export: text', (text) => [withoutFormula(text), normalText(text), fieldText(text, ',', '"', false)]],
  ['export: csv', (text) => [...csvRecords(text, ',', '"')].length],
  ...ANSWERING,
];

/** Characters of the smaller text; the larger has four times as many. */
const SMALL = 4_000;

/** What is refused, is refused quickly as well. */
const refusing =
  (work: Work): Work =>
  async (text) => {
    try {
      await work(text);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
    }
  };

const [part = ''] = process.argv.slice(2);
let tried = 0;
let slow = 0;
for (const [name, work] of FUNCTIONS) {
  if (!name.includes(part)) continue;
  for (const unit of UNITS)
    for (const end of [...new Set(ENDS)].filter((one) => one === '' || one === 'x')) {
      tried++;
      const found = await growth((length) => repeated(unit, length, end), SMALL, refusing(work));
      if (found === undefined) continue;
      slow++;
      process.stdout.write(`${name}: ${JSON.stringify(unit)}… + ${JSON.stringify(end)}: ${found}\n`);
      break;
    }
}
process.stdout.write(`${FUNCTIONS.length} functions, ${tried} texts, ${slow} grow faster than their text\n`);
process.exit(slow === 0 ? 0 : 1);
