/** @jest-environment ./test/support/models-environment.mjs */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SIDE_CASES } from './deciding/own-side.fixture.js';
import { passage, request } from './evidence.fixture.js';
import { indexOf } from './evidence-index.fixture.js';
import { answerLocally, type Evidence } from './local-engine.js';
import { openingPolarity } from './reading/opening-words.js';
import { startReader } from './reading/reader.js';
import type { EngineAnswer } from './types.js';

const EVIDENCE = [
  passage('c1', 'Certificates', 'SOC 2 Type II: report for 2025 held.\nISO 27001: not held.\nISO 27701: not held.'),
  passage('c2', 'Signing in', 'Customers can use SAML with any identity provider. OpenID Connect is not supported.'),
];

describe('a yes/no question that names several things', () => {
  let evidence: Evidence;
  beforeAll(async () => {
    evidence = await indexOf(EVIDENCE);
  });
  const ask = async (text: string, more: Parameters<typeof request>[1] = {}): Promise<EngineAnswer> =>
    answerLocally(evidence, await startReader(), request(text, more));

  it('is answered with yes when one of the alternatives is there, and tells the others', async () => {
    const { answer } = await ask('Do you hold SOC 2, ISO 27001, etc.?');
    expect(answer).toMatch(/^Yes — .*SOC 2.*ISO 27001: not held/);
  });

  it('is answered with no only when each of them is denied', async () => {
    expect((await ask('Do you hold ISO 27001 or ISO 27701?')).answer).toMatch(/^No — .*27001.*27701/);
    expect((await ask('Do you hold ISO 27001 or HITRUST?')).answer).not.toMatch(/^No/);
  });

  it('tells of each thing whether it is there when all of them are asked for', async () => {
    const question = 'Do you hold SOC 2 and ISO 27001?';
    expect((await ask(question)).answer).toMatch(/^Yes — .*SOC 2.* No — .*ISO 27001: not held\.$/);
    const cell = await ask(question, { options: ['Yes', 'No', 'Partially'] });
    expect(cell).toMatchObject({ answer: 'Partially', comment: expect.stringContaining('ISO 27001') as unknown });
    expect((await ask(question, { options: ['Yes', 'No'] })).answer).toBe('No');
  });

  it('never says yes to all of them where one is not known', async () => {
    const question = 'Do you hold SOC 2 and FedRAMP?';
    expect(await ask(question)).toMatchObject({
      answer: expect.stringMatching(/^Yes — .*SOC 2/) as unknown,
      reviewNote: 'Open, no evidence found: Do you hold FedRAMP?',
      confidence: { band: 'MEDIUM' },
    });
    expect((await ask(question, { options: ['Yes', 'No'] })).status).toBe('NEEDS_INFO');
  });
});

describe('a yes or no', () => {
  it.each(SIDE_CASES.filter(([, , side]) => side !== undefined))(
    'never stands before a statement that says the opposite: %s — %s',
    async (question, text, side) => {
      const evidence = await indexOf([passage('s', 'Handbook', text)]);
      const { answer } = await answerLocally(evidence, await startReader(), request(question));
      const opening = openingPolarity(answer);
      if (opening !== undefined) expect(opening).toBe(side);
    },
  );
});
