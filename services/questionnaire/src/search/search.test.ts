import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import { startTestService, type TestService } from '../questionnaire.fixture.js';

describe('search', () => {
  const organization = newId();
  let service: TestService;
  let first = '';
  let second = '';

  beforeAll(async () => {
    service = await startTestService();
    await service.learn(
      organization,
      'Which cipher protects stored data?',
      'Stored data is protected with AES-256-GCM.',
    );
    first = await service.uploadCsv(
      organization,
      ['ID,Question,Answer', '1,Which cipher protects stored data?,', '2,Où sont hébergées les données clients ?,'],
      { companyName: 'Café Müller' },
    );
    second = await service.uploadCsv(organization, ['ID,Question,Answer', '1,Who owns the incident response plan?,'], {
      companyName: 'Northgate Bank',
      instructions: 'Keep it short',
    });
    await service.untilProcessed(organization, first);
    await service.untilProcessed(organization, second);
    const other = newId();
    await service.untilProcessed(
      other,
      await service.uploadCsv(other, ['ID,Question,Answer', '1,Which cipher protects stored data?,']),
    );
  });
  afterAll(() => service.close());

  const found = async (query: string): Promise<string[]> =>
    (await service.search(organization, query)).items.map((item) => item.questionnaire?.id ?? '').sort();

  it.each([
    ['cipher', ['first']],
    ['hebergees', ['first']],
    ['cafe', ['first']],
    ['AES-256', ['first']],
    ['northgate incident', ['second']],
    ['northgate cipher', []],
    ['short', ['second']],
    ['questions', ['first', 'second']],
    ['cident', ['second']],
    ['ANSWERING_COMPLETED', ['first', 'second']],
    ['@account:muller', ['first']],
    ['@status:"Ready for review" plan', ['second']],
    ['@status:COMPLETED', []],
    ['@title:questions @account:bank', ['second']],
    ['', ['first', 'second']],
    ['a.*b', []],
    ['"protects stored data"', ['first']],
    ['"stored protects data"', []],
    ['stored protects data', ['first']],
    ['"PROTECTS  STORED"+"hebergees les donnees"', ['first']],
    ['"cafe müller"', ['first']],
    ['"keep it short"', ['second']],
    ['"data is protected"', ['first']],
    // Not across a question and its answer, nor across two questions.
    ['"data? stored"', []],
    ['"incident response" @account:bank', ['second']],
    ['"incident response" cipher', []],
    ['"protects stored data" "incident response"', []],
    ['"cident resp"', ['second']],
  ])('"%s" finds %j', async (query, expected) => {
    const names: Record<string, string> = { first, second };
    expect(await found(query)).toEqual(expected.map((name) => names[name]).sort());
  });

  it('shows which questions matched, where, and the letters that did', async () => {
    const { items } = await service.search(organization, 'hebergees');
    const [match] = items[0]?.matchedQuestions ?? [];
    expect(match?.matchedIn).toEqual(['question']);
    const { start = 0, end = 0 } = match?.highlights[0] ?? {};
    expect(match?.text.slice(start, end)).toBe('hébergées');
    const inAnswer = (await service.search(organization, 'GCM')).items[0];
    expect(inAnswer?.matchedQuestions.map((question) => question.matchedIn)).toEqual([['answer']]);
    expect(inAnswer?.matchedQuestionsTotal).toBe(1);
  });

  it('shows the questions that hold a phrase, and the letters of the phrase', async () => {
    const { items } = await service.search(organization, '"protects stored data"');
    expect(items[0]?.matchedQuestionsTotal).toBe(1);
    const [match] = items[0]?.matchedQuestions ?? [];
    expect(match?.matchedIn).toEqual(['question']);
    const { start = 0, end = 0 } = match?.highlights[0] ?? {};
    expect([match?.highlights.length, match?.text.slice(start, end)]).toEqual([1, 'protects stored data']);
  });
});
