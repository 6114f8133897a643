import { micros, type Clock } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { QuestionnaireDocument } from './documents.js';
import type { FormQuestion } from './form-documents.js';

/** Questionnaires that are web forms, while their pages come. */
export class FormQuestionnaireStore {
  private readonly collection: Collection<QuestionnaireDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.collection = db.collection<QuestionnaireDocument>('questionnaires');
  }

  /** Puts `questions` in the place of those that `seen` has; null when another page came first, or it is gone. */
  grow(
    organizationId: string,
    { _id, form }: Pick<QuestionnaireDocument, '_id' | 'form'>,
    questions: FormQuestion[],
  ): Promise<QuestionnaireDocument | null> {
    const revision = form?.revision ?? 0;
    const at = micros(this.clock);
    return this.collection.findOneAndUpdate(
      { _id, organizationId, deleted: false, 'form.revision': revision },
      { $set: { 'form.questions': questions, 'form.revision': revision + 1, 'form.at': at, updatedAt: at } },
      { returnDocument: 'after' },
    );
  }
}
