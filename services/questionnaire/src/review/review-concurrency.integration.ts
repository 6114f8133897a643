import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, newId } from '@candor/runtime';
import { countsOf, type CountedGroup } from '../domain/statistics.js';
import { startTestService, type TestService } from '../questionnaire.fixture.js';
import { startTestReview, type TestReview } from './review.fixture.js';

const CLIENTS = 20;
const EDITS_EACH = 50;
const QUESTIONS = 25;

interface Won {
  questionId: string;
  version: number;
  answer: string;
}

describe('twenty people who edit and approve one questionnaire at once', () => {
  let service: TestService;
  let review: TestReview;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });

  it('lose no change without being told, and leave statistics that equal a recount', async () => {
    const organization = newId();
    const rows = Array.from({ length: QUESTIONS }, (_, i) => `${i + 1},Do you review access control number ${i + 1}?,`);
    const id = await service.uploadCsv(organization, ['ID,Question,Answer', ...rows]);
    await service.untilProcessed(organization, id);
    const questions = await service.questionsOf(organization, id);
    expect(questions).toHaveLength(QUESTIONS);
    const won: Won[] = [];
    let stale = 0;

    async function client(number: number): Promise<void> {
      for (let n = 0; n < EDITS_EACH; n++) {
        const questionId = questions[(number * 7 + n * 3) % QUESTIONS]?.id ?? '';
        const request = { id, questionId };
        const seen = await service.questionnaires.unary(
          service.questionnaires.stub.getQuestion,
          request,
          service.in(organization),
        );
        const approves = n % 3 === 2 && seen.answer !== '';
        const answer = `Yes, says client ${number} in round ${n}.`;
        try {
          const changed = approves
            ? await review.approve(organization, id, questionId, seen.version)
            : await review.edit(organization, { ...request, expectedVersion: seen.version, answer });
          if (changed.version > seen.version)
            won.push({ questionId, version: changed.version, answer: approves ? seen.answer : answer });
        } catch (error) {
          if (!(error instanceof AppError) || error.kind !== 'stale') throw error;
          stale++;
        }
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));

    expect(won.length + stale).toBeLessThanOrEqual(CLIENTS * EDITS_EACH);
    expect(won.length).toBeGreaterThan(QUESTIONS);
    for (const before of questions) {
      const own = won.filter((change) => change.questionId === before.id).sort((a, b) => a.version - b.version);
      // Every change that was confirmed made the next version: none was written over another.
      expect(own.map((change) => change.version)).toEqual(own.map((_, i) => before.version + 1 + i));
      const request = { id, questionId: before.id, limit: 1000, offset: 0 };
      const { entries } = await review.client.unary(review.client.stub.listHistory, request, service.in(organization));
      expect(entries.reverse().map((entry) => [entry.version, entry.after?.answer])).toEqual(
        own.map((change) => [change.version, change.answer]),
      );
    }
    const { statistics, sheets } = await service.overview(organization, id);
    const now = await service.questionsOf(organization, id);
    const counts = countsOf(
      now.map((question): CountedGroup => ({
        answerStatus: question.answerStatus as CountedGroup['answerStatus'],
        approved: question.approvedAt !== undefined,
        count: 1,
      })),
    );
    expect(statistics).toMatchObject({
      totalQuestions: counts.total,
      manualAnsweredQuestions: counts.manualAnswered,
      approvedQuestions: counts.approved,
      aiAnsweredQuestions: counts.aiAnswered,
    });
    expect(sheets.map((sheet) => sheet.answeredQuestions)).toEqual([counts.aiAnswered + counts.manualAnswered]);
    const stored = await review.stores.questionnaires.get(organization, id);
    expect(stored?.writesOpen).toBe(0);
    // The search block is what the last answers say.
    const [last] = now;
    const words = /client \d+ in round \d+/.exec(last?.answer ?? '')?.[0] ?? '';
    expect(words).not.toBe('');
    expect((await service.search(organization, words)).items.map((item) => item.questionnaire?.id)).toEqual([id]);
  }, 240_000);
});
