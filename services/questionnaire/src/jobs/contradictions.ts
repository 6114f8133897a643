import type { Answering } from '../knowledge/answering.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { QuestionStore } from '../store/questions.js';
import type { LogStore } from '../store/records.js';

/** More answers than this are not compared with each other. */
const MOST_COMPARED = 3_000;

interface Parts {
  questions: QuestionStore;
  answering: Answering;
  logs: LogStore;
}

/** A customer who reads both answers will ask; so the log names the two questions by their place in the list. */
export async function tellContradictions(
  { questions, answering, logs }: Parts,
  { organizationId, _id }: QuestionnaireDocument,
): Promise<void> {
  const answered = await questions.answered(organizationId, _id, MOST_COMPARED);
  const places = new Map(answered.map((question) => [question._id, question.position + 1]));
  const found = await answering.contradictions(
    organizationId,
    answered.map(({ _id: questionId, text, answer }) => ({ questionId, text, answer })),
    'run',
  );
  const entries = found.map(({ questionIds: [first, second], kind }) => ({
    stage: 'answering' as const,
    level: 'WARNING' as const,
    code: 'answers_contradict',
    message: `Questions ${places.get(first)} and ${places.get(second)} ask the same and are answered differently (${kind === 'polarity' ? 'yes and no' : 'two different times'}). Decide which is right before the file is sent.`,
    identity: `${first} ${second}`,
  }));
  if (entries.length > 0) await logs.add(organizationId, _id, entries);
}
