import { micros, type Clock } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { Status } from '../domain/status.js';
import { JOBS } from '../jobs/catalogue.js';
import type { QuestionnaireDocument } from './documents.js';
import { emptyCoverage } from './records.js';
import { nextWork } from './work.js';

/** The failures that another file can mend. A failed answering has questions, which people may have worked on. */
const REPLACEABLE: ReadonlySet<Status> = new Set<Status>(['ANALYSIS_FAILED', 'QUESTION_EXTRACTION_FAILED']);

/** Whether another file can take the place of the questionnaire's own. Pasted text has no file. */
export const canReplaceFile = ({ status, file }: Pick<QuestionnaireDocument, 'status' | 'file'>): boolean =>
  file !== null && REPLACEABLE.has(status);

/** Questionnaires that get another file. */
export class ReplacedFileStore {
  private readonly collection: Collection<QuestionnaireDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.collection = db.collection<QuestionnaireDocument>('questionnaires');
  }

  /**
   * Puts the file in the place of the one before, with validation as the next work, which also removes the old one. False
   * when the questionnaire has moved meanwhile.
   */
  async replace(
    organizationId: string,
    before: QuestionnaireDocument,
    by: { file: NonNullable<QuestionnaireDocument['file']>; fileId: string; creationId: string; actor: string },
  ): Promise<boolean> {
    const at = micros(this.clock);
    const to: Status = 'QUEUED_PENDING_REVIEW';
    const moved = await this.collection.updateOne(
      { _id: before._id, organizationId, deleted: false, status: before.status, fileId: before.fileId },
      {
        $set: {
          file: by.file,
          fileId: by.fileId,
          fileDigest: by.file.sha256,
          replacedFileId: before.fileId,
          replacedBy: by.creationId,
          replacedAt: at,
          status: to,
          processing: true,
          updatedAt: at,
          unannounced: true,
          stages: {},
          coverage: emptyCoverage(),
          openBatches: [],
          ...nextWork(JOBS.validate, this.clock),
        },
        // What people said of the file before says nothing of this one.
        $unset: { correction: '', again: '' },
        $push: { statusLog: { at, from: before.status, to, actor: by.actor, reason: 'file_replaced' } },
      },
    );
    return moved.modifiedCount === 1;
  }

  /** The file before is gone. */
  async forget(organizationId: string, id: string): Promise<void> {
    await this.collection.updateOne({ _id: id, organizationId }, { $set: { replacedFileId: '' } });
  }
}
