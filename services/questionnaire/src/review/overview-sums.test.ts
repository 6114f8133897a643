import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Corrections, Overview } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { armFailpoint, newId } from '@candor/runtime';
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

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Every point of the sources of this service at which a test can stop. */
async function pointsOfService(): Promise<string[]> {
  const source = fileURLToPath(new URL('..', import.meta.url));
  const files = (await readdir(source, { recursive: true })).filter((name) => /(?<!test)\.ts$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(source, name), 'utf8')));
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/failpoint\('([a-z_.]+)'\)/g)].map(([, name = '']) => name))),
  ];
}

/** What does not agree in an overview; '' when all does. */
function disagreement({ questionnaire, statistics, sheets }: Overview): string {
  const sum = (of: (sheet: Overview['sheets'][number]) => number): number =>
    sheets.reduce((all, sheet) => all + of(sheet), 0);
  const pairs = {
    total: [statistics?.totalQuestions, sum((sheet) => sheet.totalQuestions), questionnaire?.totalQuestions],
    answered: [
      statistics?.answeredQuestions,
      sum((sheet) => sheet.answeredQuestions),
      questionnaire?.answeredQuestions,
    ],
    kinds: [
      statistics?.answeredQuestions,
      (statistics?.aiAnsweredQuestions ?? 0) + (statistics?.manualAnsweredQuestions ?? 0),
    ],
    open: [statistics?.notAnsweredQuestions, (statistics?.totalQuestions ?? 0) - (statistics?.answeredQuestions ?? 0)],
  };
  const wrong = Object.entries(pairs).filter(([, figures]) => new Set(figures).size > 1);
  if (sheets.some(({ name }) => name === '')) wrong.push(['a sheet has no name', []]);
  return wrong.map(([name, figures]) => `${name}: ${figures.join(' and ')}`).join('; ');
}

/** Looks at the overview whenever a point of the service is passed, while `work` runs; gives what did not agree. */
async function watched(organization: string, id: () => string, work: () => Promise<unknown>): Promise<string[]> {
  const found = new Set<string>();
  const passed = new Set<string>();
  const disarm = (await pointsOfService()).map((name) => {
    let off: () => void = () => undefined;
    const arm = (): void => {
      off = armFailpoint(name, async () => {
        const overview = id() === '' ? undefined : await candor.overview(organization, id()).catch(() => undefined);
        const wrong = overview ? disagreement(overview) : '';
        if (wrong !== '') found.add(`at ${name}: ${wrong}`);
        passed.add(name);
        arm();
      });
    };
    arm();
    return () => off();
  });
  try {
    await work();
  } finally {
    for (const off of disarm) off();
  }
  expect(passed.size).toBeGreaterThan(0);
  return [...found];
}

async function workbook(): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  for (const [name, rows] of [
    ['Access', 42],
    ['Backup', 21],
    ['Crypto', 21],
  ] as const) {
    const sheet = book.addWorksheet(name);
    sheet.addRow(['No.', 'Question', 'Answer', 'Also']);
    for (let n = 1; n <= rows; n++)
      sheet.addRow([
        n,
        `Is ${name.toLowerCase()} control ${n} reviewed every year?`,
        n % 7 ? '' : `Yes, by team ${n}.`,
        `Who owns ${name} ${n}?`,
      ]);
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

const NOTHING: Corrections = { areas: [], add: [], remove: [] };
const otherColumn: Corrections = {
  ...NOTHING,
  areas: ['Access', 'Backup'].map((sheet, at) => ({
    sheet,
    asks: at === 0,
    firstRow: 2,
    ...(at === 0 ? { columns: { question: 'D', number: 'A', answers: ['C'], choices: [] } } : {}),
  })),
};

describe('the sums of an overview', () => {
  it('agree with its sheets while it is processed, edited, approved, corrected, reopened and deleted', async () => {
    const organization = newId();
    await candor.learn(organization, 'Is access control 1 reviewed every year?', 'Yes. It is reviewed every year.');
    const bytes = await workbook();
    let id = '';
    const look = (work: () => Promise<unknown>): Promise<string[]> => watched(organization, () => id, work);
    const processed = (): Promise<Overview> => candor.untilProcessed(organization, id);
    const { client } = review;
    const call = candor.in(organization);

    expect(
      await look(async () => {
        id = await candor.uploadFile(organization, 'controls.xlsx', XLSX, bytes);
        const overview = await processed();
        expect(overview.statistics).toMatchObject({ totalQuestions: 84, manualAnsweredQuestions: 12 });
      }),
    ).toEqual([]);
    const [first, second, third] = await candor.questionsOf(organization, id);
    expect(
      await look(async () => {
        await review.edit(organization, { id, questionId: second?.id ?? '', answer: 'Yes, twice a year.' });
        await review.edit(organization, { id, questionId: third?.id ?? '', answerStatus: 'NOT_APPLICABLE' });
        await review.approve(organization, id, first?.id ?? '');
        await review.edit(organization, { id, questionId: second?.id ?? '', answer: '' });
        await review.approve(organization, id, third?.id ?? '');
      }),
    ).toEqual([]);
    expect(
      await look(async () => {
        const wish = { id, dryRun: false, remember: false, useRemembered: false, corrections: otherColumn };
        await candor.questionnaires.unary(candor.questionnaires.stub.correctExtraction, wish, call);
        const overview = await processed();
        expect(overview.questionnaire?.status).toBe('ANSWERING_COMPLETED');
        expect(overview.statistics?.totalQuestions).toBe(63);
      }),
    ).toEqual([]);
    expect(
      await look(async () => {
        await review.complete(organization, id, { force: true });
        await client.unary(client.stub.reopenQuestionnaire, { id }, call);
      }),
    ).toEqual([]);
    expect(disagreement(await candor.overview(organization, id))).toBe('');
    const gone = id;
    expect(
      await look(async () => {
        await candor.questionnaires.unary(candor.questionnaires.stub.deleteQuestionnaire, { id: gone }, call);
        const rows = candor.db.collection('questions');
        await until(
          () => rows.countDocuments({ questionnaireId: gone }),
          (left) => left === 0,
        );
      }),
    ).toEqual([]);
    await expect(candor.overview(organization, gone)).rejects.toMatchObject({ kind: 'not_found' });
  }, 180_000);

  it('are none after an extraction that broke off for good, whoever looked meanwhile', async () => {
    const organization = newId();
    const bytes = await workbook();
    let id = '';
    // Between the questions and the end of the stage, on each of its attempts.
    const fail = (): void => {
      const off = armFailpoint('extract.stored', async () => {
        await candor.overview(organization, id);
        fail();
        throw new Error('the disk is gone');
      });
      stop = off;
    };
    let stop: () => void = () => undefined;
    fail();
    try {
      id = await candor.uploadFile(organization, 'controls.xlsx', XLSX, bytes);
      const { questionnaire } = await candor.untilProcessed(organization, id);
      expect(questionnaire?.status).toBe('QUESTION_EXTRACTION_FAILED');
    } finally {
      stop();
    }
    const rows = candor.db.collection('questions');
    await until(
      () => rows.countDocuments({ questionnaireId: id }),
      (left) => left === 0,
    );
    const overview = await candor.overview(organization, id);
    expect(disagreement(overview)).toBe('');
    expect(overview.statistics?.totalQuestions).toBe(0);
  });
});

describe('the log of an overview', () => {
  const linesOf = ({ processingLogs }: Overview) =>
    processingLogs.filter(({ level }) => level === 'INFO').map(({ stage, message }) => [stage, message]);

  it('has one line a stage of a file, with how many and how long', async () => {
    const organization = newId();
    const id = await candor.uploadCsv(organization, [
      'ID,Question,Answer',
      '1,Are laptops encrypted?,',
      '2,Who runs the desk?,Ann',
    ]);
    const overview = await candor.untilProcessed(organization, id);
    const took = /^.* It took [\d.]+ (ms|s|min)\.$/;
    expect(linesOf(overview)).toEqual([
      ['validation', expect.stringMatching(/^Checked the file "questions\.csv": \d+ bytes\./)],
      ['extraction', expect.stringMatching(/^Found 2 questions, and accounted for \d+ places/)],
      ['answering', expect.stringMatching(/^Answered 1 of 2 questions, 0 from the evidence; 1 is left to people\./)],
    ]);
    for (const [, message] of linesOf(overview)) expect(message).toMatch(took);
    expect(overview.sheets.map(({ name }) => name)).toEqual(['questions']);
  });

  it('has one line a stage of a text, whose sheet bears its title', async () => {
    const organization = newId();
    const id = await candor.uploadText(
      organization,
      'Vendor review 2026\n1. Are laptops encrypted?\n2. Who runs the service desk?',
    );
    const overview = await candor.untilProcessed(organization, id);
    expect(linesOf(overview).map(([stage]) => stage)).toEqual(['validation', 'extraction', 'answering']);
    expect(linesOf(overview)[0]?.[1]).toMatch(/^Took the pasted text: \d+ characters\./);
    expect(overview.sheets.map(({ name }) => name)).toEqual(['Vendor review 2026']);
  });
});
