import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KnowledgeServiceService } from '@candor/proto/candor/questionnaire/v1/knowledge';
import { newId } from '@candor/runtime';
import ExcelJS from 'exceljs';
import { startTestService, until, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from './review.fixture.js';

let candor: TestService;
let review: TestReview;
beforeAll(async () => {
  candor = await startTestService();
  review = await startTestReview(candor);
});
afterAll(async () => {
  await review.close();
  await candor.close();
});

/** What no cell, answer or conversation may show. */
const MARKS = /\*\*|__[A-Z]|\]\(|【|\[\^|\[\d|<\/?b>|`|~~/;
const DOUBLED = /^(yes|no)\W+\1\b/i;

const TOPICS = [
  [
    'Is customer data encrypted at rest?',
    '**Yes**, all customer data is encrypted with [AES-256](https://example.com/aes) [1].',
  ],
  ['Are backups tested?', 'Yes we test __every backup__ each quarter【4:0†policy.pdf】.'],
  ['Do you run a bug bounty programme?', '**No**. No bug bounty programme is run; see <b>security.txt</b>.'],
  [
    'Which files does your secret scanner read?',
    'The secret scanner reads `src/**/*.ts`, snake__case names and __init__.py [2].',
  ],
] as const;

async function readFile(organization: string, name: string, mimeType: string, text: string): Promise<void> {
  const { stream, reply } = candor.knowledge.clientStream(
    KnowledgeServiceService.uploadDocument,
    candor.in(organization),
  );
  stream.write({ part: { $case: 'file', value: { fileName: name, mimeType } } });
  stream.write({ part: { $case: 'chunk', value: Buffer.from(text) } });
  stream.write({ part: { $case: 'done', value: { creationId: '' } } });
  stream.end();
  const { id } = await reply;
  const get = () => candor.knowledge.unary(candor.knowledge.stub.getDocument, { id }, candor.in(organization));
  expect(await until(get, ({ shouldPoll }) => !shouldPoll)).toMatchObject({ status: 'READY' });
}

/** Where the evidence comes from. */
const SOURCES: Record<string, (organization: string) => Promise<unknown>> = {
  'approved answers': async (organization) => {
    for (const [question, answer] of TOPICS) await candor.learn(organization, question, answer);
  },
  Markdown: (organization) =>
    readFile(organization, 'policy.md', 'text/markdown', TOPICS.map(([q, a]) => `## ${q}\n\n${a}`).join('\n\n')),
  'plain text': (organization) =>
    readFile(organization, 'policy.txt', 'text/plain', TOPICS.map(([q, a]) => `${q}\n\n${a}`).join('\n\n')),
  'a table': (organization) =>
    readFile(
      organization,
      'policy.csv',
      'text/csv',
      ['Control;State', ...TOPICS.map(([q, a]) => `${q};${a}`)].join('\n'),
    ),
};

describe.each(Object.keys(SOURCES))('evidence with markup, from %s', (source) => {
  it('leaves clean by answers, asking, exports and the library', async () => {
    const organization = newId();
    await SOURCES[source]?.(organization);
    const id = await candor.uploadCsv(organization, [
      'No.,Question,Answer',
      ...TOPICS.map(([q], at) => `${at + 1},${q},`),
    ]);
    await candor.untilProcessed(organization, id);
    const left: string[] = [];
    const quoted: string[] = [];
    const questions = await candor.questionsOf(organization, id);
    const answered = questions.filter(({ answerStatus }) => answerStatus === 'AI_ANSWERED');
    expect(answered.length).toBeGreaterThan(0);
    for (const { answer, comment, citations } of questions) {
      left.push(answer, comment);
      quoted.push(...citations.map(({ quote }) => quote));
    }
    for (const [question] of TOPICS) {
      const reply = await candor.knowledge.unary(candor.knowledge.stub.ask, { question }, candor.in(organization));
      left.push(reply.answer);
    }
    for (const format of ['original', 'csv', 'json'])
      left.push((await review.export(organization, id, format)).bytes.toString('utf8'));
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await review.export(organization, id, 'xlsx')).bytes as unknown as ArrayBuffer);
    book.eachSheet((sheet) => sheet.eachRow((row) => row.eachCell((cell) => left.push(cell.text))));
    for (const text of [...left, ...quoted]) expect(text.replaceAll('src/**/*.ts', '')).not.toMatch(MARKS);
    for (const text of left) expect(text).not.toMatch(DOUBLED);
    const scanner = questions[3]!.answer;
    if (scanner !== '' && source !== 'Markdown') expect(scanner).toContain('snake__case');
  });
});

describe('what people write', () => {
  it('is clean in the cell, in the export, and in the library that learns from it', async () => {
    const organization = newId();
    const id = await candor.uploadCsv(organization, [
      'No.,Question,Answer',
      '1,Which regions hold the customer data?,',
      '2,Who owns it?,**Ann** [1]',
    ]);
    await candor.untilProcessed(organization, id);
    const [first, second] = await candor.questionsOf(organization, id);
    const written = {
      answer: '**EU** only ([map](https://example.com)), *not* `src/**/*.ts` or 2 ** 3 [1]',
      comment: '__Reviewed__',
    };
    const edited = await review.edit(organization, { id, questionId: first?.id ?? '', ...written });
    expect(edited).toMatchObject({ answer: 'EU only (map), not src/**/*.ts or 2 ** 3', comment: 'Reviewed' });
    // Of a release that stored what was typed.
    await candor.db.collection<{ _id: string }>('questions').updateOne({ _id: first?.id ?? '' }, { $set: written });
    await review.approve(organization, id, first?.id ?? '');
    const { bytes } = await review.export(organization, id);
    expect(bytes.toString('utf8')).toContain('EU only (map), not src/**/*.ts or 2 ** 3');
    // The customer's own cell is not ours to change.
    expect(second?.answer).toBe('**Ann** [1]');
    expect(bytes.toString('utf8')).toContain('**Ann** [1]');
    await review.complete(organization, id, { force: true });
    const list = { query: 'regions', status: '', tag: '', expiresBefore: '', limit: 10, offset: 0 };
    const { answers } = await candor.knowledge.unary(candor.knowledge.stub.listAnswers, list, candor.in(organization));
    expect(answers.map(({ answer }) => answer)).toEqual(['EU only (map), not src/**/*.ts or 2 ** 3. Reviewed']);
  });
});
