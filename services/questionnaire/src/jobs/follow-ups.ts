import { isEngines } from '../domain/answer-again.js';
import { conditionOf, polarityOf } from '../extraction/language/conditions.js';
import { withoutItemNumber } from '../extraction/language/item-number.js';
import { parentNumber, plainNumber } from '../extraction/language/numbering.js';
import type { QuestionDocument } from '../store/documents.js';

/** Told to the reviewer of a follow-up that does not apply; by it such a question is known again. */
const NOTES = {
  yes: 'Not applicable: the question that it follows on is answered with yes.',
  no: 'Not applicable: the question that it follows on is answered with no.',
};

/** What becomes of a follow-up. */
export interface SettledFollowUp {
  question: QuestionDocument;
  /** '' when it applies after all and is open again. */
  note: string;
}

/**
 * Follow-ups of questions in order that do not apply ("If no, …" behind a yes), and those found so before that do by now. Only
 * what is the engine's changes.
 */
export function settledFollowUps(questions: readonly QuestionDocument[]): SettledFollowUp[] {
  const settled: SettledFollowUp[] = [];
  const byNumber = new Map<string, QuestionDocument>();
  let last: QuestionDocument | undefined;
  for (const question of questions) {
    if (question.sheetId !== last?.sheetId) {
      byNumber.clear();
      last = undefined;
    }
    const condition = conditionOf(withoutItemNumber(question.text, question.number).text);
    if (condition === undefined) {
      last = question;
      if (question.number !== '') byNumber.set(plainNumber(question.number), question);
      continue;
    }
    const asked = byNumber.get(plainNumber(parentNumber(question.number))) ?? last;
    const given = asked === undefined ? undefined : givenAnswer(asked);
    const note = given !== undefined && given !== condition ? NOTES[given] : '';
    if (note !== '' ? isEngines(question) : isSettled(question)) settled.push({ question, note });
  }
  return settled;
}

function givenAnswer({ answer, answerStatus }: QuestionDocument): 'yes' | 'no' | undefined {
  return answerStatus === 'AI_ANSWERED' || answerStatus === 'MANUALLY_ANSWERED' ? polarityOf(answer) : undefined;
}

function isSettled({ answerStatus, approved, reviewNote }: QuestionDocument): boolean {
  return answerStatus === 'NOT_APPLICABLE' && !approved && Object.values(NOTES).includes(reviewNote ?? '');
}
