import { notFound, type Clock } from '@candor/runtime';
import type { Db } from 'mongodb';
import type { DraftingOptions } from '../answering/engine-config.js';
import { Answering } from '../knowledge/answering.js';
import { openReviewStores } from '../store/review-stores.js';
import { openStores } from '../store/stores.js';
import { startWorkers } from '../workers.js';

export interface PromptWanted {
  organizationId: string;
  questionnaireId: string;
  questionId: string;
}

/**
 * Prints what would be sent to the endpoint for one question, as it is now, without the key. Sends nothing. Throws `not_found`
 * when there is no such question in the organization.
 */
export async function showPrompt(
  db: Db,
  clock: Clock,
  drafting: DraftingOptions,
  { organizationId, questionnaireId, questionId }: PromptWanted,
  print: (line: string) => void,
): Promise<void> {
  const opened = await openStores(db, clock);
  const { reviewQuestions } = await openReviewStores(db, clock, opened);
  const questionnaire = await opened.questionnaires.get(organizationId, questionnaireId);
  if (!questionnaire) throw notFound('questionnaire');
  const question = await reviewQuestions.get(organizationId, questionnaireId, questionId);
  if (!question) throw notFound('question');
  const workers = startWorkers({ threads: 1, drafting });
  try {
    const answering = new Answering(workers.answering, opened.revisions, clock);
    const approved = await reviewQuestions.approved(organizationId, questionnaireId);
    const preview = await answering.preview(organizationId, question, questionnaire.instructions, approved);
    if (preview === undefined) {
      print('Nothing in the evidence is near this question: the endpoint would not be asked.');
      return;
    }
    print(`POST ${preview.address}`);
    print(JSON.stringify(preview.body, null, 2));
  } finally {
    await workers.close();
  }
}
