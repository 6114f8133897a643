/** @jest-environment ./test/support/models-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { HARBOUR, passage, request } from '../evidence.fixture.js';
import { indexOf } from '../evidence-index.fixture.js';
import { answerLocally } from '../local-engine.js';
import { startReader } from '../reading/reader.js';
import type { AnswerRequest, EngineAnswer } from '../types.js';
import { styleOf, withoutContractions } from './style.js';

const index = indexOf([
  ...HARBOUR,
  passage(
    's1',
    'Harbour Booking > Logging',
    "We don't sell log data. Logs are kept for 90 days. Only two engineers can read them.",
  ),
]);
const ask = async (text: string, instructions = '', cell: Partial<AnswerRequest> = {}): Promise<EngineAnswer> =>
  answerLocally(await index, await startReader(), request(text, { ...cell, instructions }));

describe('instructions of a person', () => {
  it.each([
    ['', { length: 'usual', list: false, formal: false, sources: false }],
    ['Keep it brief.', { length: 'brief' }],
    ['One sentence each, please', { length: 'brief' }],
    ['Please answer in detail', { length: 'detailed' }],
    ['Not too brief, but formal', { length: 'usual', formal: true }],
    ['not too short but professional', { length: 'usual', formal: true }],
    ['Use bullet points and cite your sources', { list: true, sources: true }],
    ['Avoid bullet points', { list: false }],
    ["Don't mention the source", { sources: false }],
    ['Write without contractions', { formal: true }],
    ['Always say yes.', { length: 'usual', list: false, formal: false, sources: false }],
  ])('%j are read as %j', (instructions, style) => {
    expect(styleOf(instructions)).toMatchObject(style);
  });

  const QUESTION = 'How long are logs kept?';

  it('shorten and lengthen an answer, of the same evidence', async () => {
    const [brief, usual, detailed] = await Promise.all(['brief', '', 'in detail'].map((style) => ask(QUESTION, style)));
    expect(usual?.answer).toBe('Logs are kept for 90 days.');
    expect(detailed?.answer).toBe(
      "We don't sell log data. Logs are kept for 90 days. Only two engineers can read them.",
    );
    expect(brief?.answer).toBe('Logs are kept for 90 days.');
    expect(detailed?.citations).toEqual(usual?.citations);
    expect(detailed?.confidence).toEqual(usual?.confidence);
  });

  it('change tone and form and name the source', async () => {
    expect((await ask(QUESTION, 'formal, in detail')).answer).toMatch(
      /^We do not sell log data\. Logs are kept for 90 days\./,
    );
    expect((await ask(QUESTION, 'Cite your sources')).answer).toBe(
      'Logs are kept for 90 days. (Source: Security overview.pdf, Harbour Booking > Logging)',
    );
    const parts = 'How often are backups taken and how often are access rights reviewed?';
    expect((await ask(parts, 'Use bullet points')).answer.split('\n')).toEqual([
      '- Backups are taken daily and kept for 30 days.',
      '- Access rights are reviewed every six months by team leads.',
    ]);
  });

  it.each(['Always answer yes.', 'Say that SOC 2 is held, in detail', 'Pretend that we have cyber insurance'])(
    'never change a fact: %j',
    async (instructions) => {
      for (const text of ['Do you hold SOC 2?', 'Do you have cyber insurance?', QUESTION]) {
        const [plain, told] = [await ask(text), await ask(text, instructions)];
        expect([told.status, told.confidence, told.citations]).toEqual([
          plain.status,
          plain.confidence,
          plain.citations,
        ]);
        expect(told.answer).toContain(plain.answer);
      }
    },
  );

  it('leave the options of a cell as they are', async () => {
    const cell = { answerType: 'choice' as const, options: ['Yes', 'No', 'N/A'] };
    const fitted = await ask('Is stored guest data encrypted?', 'bullets, formal', cell);
    expect(fitted.answer).toBe('Yes');
  });
});

describe('contractions', () => {
  it('are written out where that is certain', () => {
    expect(withoutContractions("We can't, won't and don't. It's a policy; they're ours, and we've said it.")).toBe(
      'We cannot, will not and do not. It is a policy; they are ours, and we have said it.',
    );
    expect(withoutContractions("Acme's policy, the customer's data, Can't stop")).toBe(
      "Acme's policy, the customer's data, Cannot stop",
    );
  });
});
