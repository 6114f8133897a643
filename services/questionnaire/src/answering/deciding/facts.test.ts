import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnsweringPool } from '../answering-pool.js';
import { chooseFacts, MOST_IN_FACT, shippedLikelihood, type AskableQuestion } from './facts.js';

const asked = (id: string, text: string, section = '', places = 1): AskableQuestion => ({
  id,
  text,
  section,
  places,
  standard: 0,
});
const share = shippedLikelihood();

const RISKS = [
  asked('cadence', 'How often are risk assessments performed?'),
  asked('done', 'Do you perform periodic risk assessments?'),
];
const ELSEWHERE = asked('door', 'Which colour is the door of the lighthouse?');

describe('the facts that would answer most', () => {
  let pool: AnsweringPool;
  beforeAll(() => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 1_000_000 });
  });
  afterAll(() => pool.close());
  const choose = (questions: AskableQuestion[], most = 25) => pool.chooseFacts('organization', questions, most);

  it('put questions about the same thing together, and tell what is gained', async () => {
    const facts = await choose([ELSEWHERE, ...RISKS]);
    expect(facts.map(({ questions }) => questions.map(({ id, link }) => [id, link]))).toEqual([
      [
        ['cadence', 'asked'],
        ['done', 'near'],
      ],
      [['door', 'asked']],
    ]);
    expect(facts.map(({ gain }) => gain)).toEqual([share.asked + share.near, share.asked]);
  });

  it('come first where they answer most places, and stop at the most that is wanted', async () => {
    const [first, ...more] = await choose([...RISKS, { ...ELSEWHERE, places: 7 }], 1);
    expect(first?.questions).toEqual([{ id: 'door', link: 'asked' }]);
    expect(more).toEqual([]);
  });

  it('ask no more on one page than a person answers at once, and each question once', async () => {
    const many = Array.from({ length: 12 }, (_, n) =>
      asked(`q${n}`, `How often is backup number ${n} tested?`, 'Backups'),
    );
    const facts = await choose(many);
    const ids = facts.flatMap(({ questions }) => questions.map(({ id }) => id));
    expect(Math.max(...facts.map(({ questions }) => questions.length))).toBe(MOST_IN_FACT);
    expect([...ids].sort()).toEqual(many.map(({ id }) => id).sort());
  });

  it('need no model when nothing is open', async () => {
    const never = (): never => {
      throw new Error('no model is needed');
    };
    expect(await chooseFacts([], 25, never)).toEqual([]);
  });
});
