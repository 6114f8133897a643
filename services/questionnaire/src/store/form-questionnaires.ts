import { micros, newId, type Clock, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { QuestionnaireDocument } from './documents.js';
import type { FormPageDocument, FormQuestion, StoredForm } from './form-documents.js';
import { unlockedAt } from './review-lifecycle.js';

export const FORM_PAGE_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, questionnaireId: 1 } }];

/** A page that is stored, and what it adds to its form. */
export interface KeptPage {
  id: string;
  count: number;
  characters: number;
}

type Owned = Pick<QuestionnaireDocument, '_id' | 'organizationId'>;

/**
 * Questionnaires that are web forms, while their pages come. A page is stored first and counts from when its form names it;
 * one that no form names shows nowhere, and goes with its questionnaire.
 */
export class FormQuestionnaireStore {
  private readonly collection: Collection<QuestionnaireDocument>;
  private readonly pages: Collection<FormPageDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.collection = db.collection<QuestionnaireDocument>('questionnaires');
    this.pages = db.collection<FormPageDocument>('form_pages');
  }

  async keepPage({ _id, organizationId }: Owned, questions: FormQuestion[]): Promise<KeptPage> {
    const id = newId();
    await this.pages.insertOne({ _id: id, organizationId, questionnaireId: _id, questions });
    return { id, count: questions.length, characters: charactersOf(questions) };
  }

  async dropPage(organizationId: string, id: string): Promise<void> {
    await this.pages.deleteOne({ _id: id, organizationId });
  }

  /** All questions of the form as it is known here, in their order. */
  async questions({ _id, organizationId, form }: Owned & { form?: StoredForm }): Promise<FormQuestion[]> {
    const ids = form?.pages ?? [];
    const found = await this.pages.find({ organizationId, questionnaireId: _id, _id: { $in: ids } }).toArray();
    const byId = new Map(found.map((page) => [page._id, page.questions]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** The keys of its questions. */
  async keys({ _id, organizationId, form }: Owned & { form?: StoredForm }): Promise<Set<string>> {
    const found = await this.pages
      .find({ organizationId, questionnaireId: _id, _id: { $in: form?.pages ?? [] } })
      .project<{ questions: { key: string }[] }>({ 'questions.key': 1 })
      .toArray();
    return new Set(found.flatMap(({ questions }) => questions.map(({ key }) => key)));
  }

  /**
   * Adds a page to the form that `seen` has; null when another page came first, it is gone, completed, or somebody is
   * completing it right now.
   */
  grow({ _id, organizationId, form }: QuestionnaireDocument, page: KeptPage): Promise<QuestionnaireDocument | null> {
    const revision = form?.revision ?? 0;
    const at = micros(this.clock);
    return this.collection.findOneAndUpdate(
      {
        _id,
        organizationId,
        deleted: false,
        status: { $ne: 'COMPLETED' },
        'form.revision': revision,
        ...unlockedAt(this.clock.now()),
      },
      {
        $push: { 'form.pages': page.id },
        $inc: { 'form.count': page.count, 'form.characters': page.characters },
        $set: { 'form.revision': revision + 1, 'form.at': at, updatedAt: at },
      },
      { returnDocument: 'after' },
    );
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.pages.deleteMany({ organizationId, questionnaireId });
  }
}

/** Characters of all texts of these questions. */
export const charactersOf = (questions: readonly FormQuestion[]): number =>
  questions.reduce(
    (sum, { key, text, help, section, options }) =>
      sum + [key, text, help, section, ...options].reduce((all, one) => all + one.length, 0),
    0,
  );
