import { describe, expect, it } from '@jest/globals';
import { dependencesOf } from '../extraction/dependence/dependence.js';
import { seeded } from '../seeded.fixture.js';
import type { ReviewedQuestionDocument } from '../store/review-documents.js';
import { cascaded, NOTES } from './cascade.js';

type Band = 'HIGH' | 'MEDIUM' | 'LOW';
const asked = (_id: string, text: string, more: Partial<ReviewedQuestionDocument> = {}): ReviewedQuestionDocument => ({
  ...({
    _id,
    text,
    number: '',
    stem: '',
    sheetId: 's',
    answerStatus: 'NEEDS_INFO',
    answer: '',
  } as ReviewedQuestionDocument),
  section: '',
  comment: '',
  approved: false,
  confidence: null,
  ...more,
});
const answered = (
  _id: string,
  answer: string,
  more: Partial<ReviewedQuestionDocument> = {},
): ReviewedQuestionDocument =>
  asked(_id, 'Is the lift tested?', { answer, answerStatus: 'AI_ANSWERED', confidence: sure('HIGH'), ...more });
const sure = (band: Band): { score: number; band: Band } => ({ score: 0.9, band });

/** The questions with what each hangs on, and what the cascade makes of them: once, and again until nothing changes. */
function settled(...questions: ReviewedQuestionDocument[]): ReviewedQuestionDocument[] {
  const dependences = dependencesOf(questions);
  let now = questions.map((question) => ({ ...question, dependsOn: dependences.get(question._id) ?? null }));
  const once = (): void => {
    const changes = new Map(cascaded(now).map(({ question, set }) => [question._id, set]));
    now = now.map((question) => ({ ...question, ...changes.get(question._id) }));
  };
  once();
  const first = now;
  // A root's mark goes when those that hang on it have heard.
  now = now.map((question) => ({ ...question, rootChange: null }));
  expect(cascaded(now)).toEqual([]);
  return first;
}
const statuses = (...questions: ReviewedQuestionDocument[]): string[] =>
  settled(...questions).map(({ answerStatus }) => answerStatus);
const bands = (...questions: ReviewedQuestionDocument[]): (string | undefined)[] =>
  settled(...questions).map(({ confidence }) => confidence?.band);

describe('a follow-up', () => {
  it.each([
    'If no, please explain why.',
    '1b. If not, when will it be?',
    'Falls nein, bitte begründen.',
    'Si non, pourquoi ?',
  ])('%j does not apply behind a yes, and applies behind a no', (text) => {
    expect(statuses(answered('1', 'Yes — every year.'), asked('2', text))[1]).toBe('NOT_APPLICABLE');
    expect(statuses(answered('1', 'No. It is new.'), asked('2', text))[1]).toBe('NEEDS_INFO');
    expect(statuses(answered('1', 'Every year.'), asked('2', text))[1]).toBe('NEEDS_INFO');
  });

  it('does not apply behind a no where it supposes a yes, nor does what follows on it', () => {
    const questions = [
      answered('1', 'No', { number: '1' }),
      answered('2', 'By a firm.', { text: 'If so, by whom?', number: '1.1' }),
      asked('3', 'If yes, where?', { number: '1.1.1' }),
    ];
    const [, second, third] = settled(...questions);
    expect(second).toMatchObject({ answerStatus: 'NOT_APPLICABLE', answer: '', reviewNote: NOTES.no });
    expect(third).toMatchObject({ answerStatus: 'NOT_APPLICABLE', reviewNote: NOTES.not_applicable });
  });

  it('belongs to the question of its number, else to the one before it on its sheet', () => {
    const first = answered('1', 'Yes.', { number: '4' });
    const open = asked('2', 'How often is it tested?', { number: '4a' });
    expect(statuses(first, open, asked('3', 'If no, why?', { number: '4b' }))[2]).toBe('NOT_APPLICABLE');
    expect(statuses(first, asked('3', 'If no, why?', { sheetId: 't' }))[1]).toBe('NEEDS_INFO');
  });

  it('stays where it is a person’s', () => {
    const own = { answerStatus: 'MANUALLY_ANSWERED', answer: 'It is new.' } as const;
    expect(statuses(answered('1', 'Yes.'), asked('2', 'If no, why?', own))[1]).toBe('MANUALLY_ANSWERED');
  });

  it('is open again, with a word why, when the question before it is answered otherwise by now', () => {
    const [first, second] = settled(answered('1', 'Yes.'), asked('2', 'If no, why?'));
    if (!first || !second) throw new Error('two questions');
    expect(settled({ ...first, answer: 'No.' }, second)[1]).toMatchObject({
      answerStatus: 'NEEDS_INFO',
      reviewNote: NOTES.applies,
    });
  });
});

describe('an answer', () => {
  const root = (more: Partial<ReviewedQuestionDocument> = {}): ReviewedQuestionDocument =>
    answered('1', 'Yes.', { number: '1', ...more });
  const part = (more: Partial<ReviewedQuestionDocument> = {}): ReviewedQuestionDocument =>
    answered('2', 'Yearly.', { number: '1.1', text: 'How often?', ...more });

  it('is never surer than the one that it hangs on, through several', () => {
    expect(bands(root({ confidence: sure('MEDIUM') }), part())).toEqual(['MEDIUM', 'MEDIUM']);
    expect(bands(root({ confidence: sure('MEDIUM') }), part({ confidence: sure('LOW') }))).toEqual(['MEDIUM', 'LOW']);
    const deeper = answered('3', 'By us.', { number: '1.1.1', text: 'By whom?' });
    expect(bands(root({ confidence: sure('LOW') }), part(), deeper)).toEqual(['LOW', 'LOW', 'LOW']);
    expect(bands(asked('1', 'Is it tested?', { number: '1' }), part())).toEqual([undefined, 'LOW']);
  });

  it('is as sure as its own evidence once its root is a person’s or approved', () => {
    const [, lowered] = settled(root({ confidence: sure('LOW') }), part());
    if (!lowered) throw new Error('two questions');
    expect(lowered).toMatchObject({
      confidence: { band: 'LOW' },
      ownConfidence: sure('HIGH'),
      reviewNote: NOTES.lowered,
    });
    const [, free] = settled(root({ confidence: sure('LOW'), approved: true }), lowered);
    expect(free).toMatchObject({ confidence: sure('HIGH'), ownConfidence: null, reviewNote: '' });
  });

  it('is not held down by a stem that only leads in', () => {
    expect(bands(asked('1', 'For backups, describe:', { number: '1' }), part())).toEqual([undefined, 'HIGH']);
  });

  it('of a person loses its approval when its root says otherwise, and keeps its words', () => {
    const changed = { rootChange: { said: 'no', version: 2 } } as const;
    const own = { approved: true, approvedBy: 'user:u', answerStatus: 'MANUALLY_ANSWERED' } as const;
    expect(settled(root(changed), part(own))[1]).toMatchObject({
      approved: false,
      answer: 'Yearly.',
      answerStatus: 'MANUALLY_ANSWERED',
      reviewNote: NOTES.reopened,
    });
    expect(settled(root({ rootChange: { said: 'yes', version: 2 } }), part(own))[1]).toMatchObject({ approved: true });
  });

  it('of the engine that a person approved does not apply any more when its root rules it out', () => {
    const changed = { rootChange: { said: 'yes', version: 2 }, answer: 'No.' } as const;
    const own = part({ text: 'If yes, how often?', approved: true });
    expect(settled(root(changed), own)[1]).toMatchObject({
      approved: false,
      answerStatus: 'NOT_APPLICABLE',
      answer: '',
    });
  });

  it('is never surer than its root in any of a thousand questionnaires', () => {
    const random = seeded(7);
    const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
    for (let run = 0; run < 1000; run++) {
      const numbers = ['1', '1.1', '1.1.1', '1.2', '2', '2.1', '2.1.a', '3'];
      const questions = numbers.map((number) => {
        const text = oneOf(['If yes, how?', 'If no, why?', 'Is it done?', 'Describe:', 'Are the above tested?']);
        const answer = oneOf(['Yes.', 'No.', 'By us.']);
        const said = oneOf(['yes', 'no'] as const);
        return oneOf([
          answered(number, answer, { text, number, confidence: sure(oneOf(['HIGH', 'MEDIUM', 'LOW'])) }),
          answered(number, answer, { text, number, approved: true, rootChange: { said, version: 1 } }),
          asked(number, text, { number }),
          asked(number, text, { number, answer, answerStatus: 'MANUALLY_ANSWERED', rootChange: { said, version: 1 } }),
        ]);
      });
      const after = new Map(settled(...questions).map((question) => [question._id, question]));
      for (const { dependsOn, approved, answerStatus, confidence } of after.values()) {
        const root = after.get(dependsOn?.questionId ?? '');
        if (!root || approved || answerStatus !== 'AI_ANSWERED' || !confidence) continue;
        const isCertain = root.approved || ['MANUALLY_ANSWERED', 'NOT_APPLICABLE'].includes(root.answerStatus);
        const leadsIn = root.text === 'Describe:' && root.answerStatus === 'NEEDS_INFO' && dependsOn?.kind === 'part';
        const most = isCertain || leadsIn ? 'HIGH' : (root.confidence?.band ?? 'LOW');
        expect(`${confidence.band} below ${most}`).toMatch(/LOW below|MEDIUM below (?:MEDIUM|HIGH)|HIGH below HIGH/);
      }
    }
  });
});
