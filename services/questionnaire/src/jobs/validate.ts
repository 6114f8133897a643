import { readFile } from 'node:fs/promises';
import { failpoint, lengthOf, type Bus, type Delivery } from '@candor/runtime';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { FileStore } from '../store/files.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { ReplacedFileStore } from '../store/replaced-files.js';
import type { LogStore } from '../store/records.js';
import { endOfWork, nextWork } from '../store/work.js';
import type { Clock } from '@candor/runtime';
import { JOBS, type Target } from './catalogue.js';
import { tellHeld } from './held.js';
import { declaredType, type DocumentReading } from './reading.js';
import type { Stage } from './stage.js';
import { bytes, counted, stageDone } from './stage-log.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  files: FileStore;
  replacedFiles: ReplacedFileStore;
  logs: LogStore;
  reading: DocumentReading;
  bus: Bus;
  clock: Clock;
}

const PIPELINE = 'pipeline';

/** UPLOADED → QUEUED_PENDING_REVIEW → QUEUED_FOR_EXTRACTION, or ANALYSIS_FAILED when the file cannot be used. */
export function validateStage({
  questionnaires,
  files,
  replacedFiles,
  logs,
  reading,
  bus,
  clock,
}: Dependencies): Stage<QuestionnaireDocument> {
  return {
    job: JOBS.validate,
    store: questionnaires.work,
    async work(claim, { requestId }: Delivery<Target>) {
      await questionnaires.stageStarted(claim, 'validation');
      if (claim.replacedFileId) {
        await files.own(claim.organizationId, claim.fileId);
        await files.remove(claim.organizationId, claim.replacedFileId);
        await replacedFiles.forget(claim.organizationId, claim._id);
      }
      if (
        claim.status === 'UPLOADED' &&
        !(await questionnaires.move(claim, { to: 'QUEUED_PENDING_REVIEW', actor: PIPELINE }))
      )
        return;
      const checked = await files.withLocalCopy(claim.organizationId, claim.fileId, async (path) => {
        if (claim.form) return `Took the form of ${claim.form.host}: ${counted(claim.form.count, 'question')}.`;
        if (!claim.file)
          return `Took the pasted text: ${counted(lengthOf(await readFile(path, 'utf8')), 'character')}.`;
        await reading.check(path, declaredType(claim), claim.organizationId);
        return `Checked the file "${claim.file.name}": ${bytes(claim.file.size)}.`;
      });
      await logs.add(claim.organizationId, claim._id, [stageDone(claim, 'validation', checked, clock)]);
      const set = { ...questionnaires.stageFinished(claim, 'validation'), ...nextWork(JOBS.extract, clock) };
      if (await questionnaires.move(claim, { to: 'QUEUED_FOR_EXTRACTION', actor: PIPELINE }, { set })) {
        await failpoint('validate.moved');
        await bus.publish(JOBS.extract, { id: claim._id }, { organizationId: claim.organizationId, requestId });
      }
    },
    held: (claim, failure) => tellHeld(logs, claim, 'validation', failure),
    async fail(claim, { code, message }) {
      await logs.add(claim.organizationId, claim._id, [{ stage: 'validation', level: 'ERROR', code, message }]);
      if (claim.status === 'UPLOADED')
        await questionnaires.move(claim, { to: 'QUEUED_PENDING_REVIEW', actor: PIPELINE });
      await questionnaires.move(
        claim,
        { to: 'ANALYSIS_FAILED', actor: PIPELINE, reason: code },
        { set: { ...questionnaires.stageFinished(claim, 'validation'), ...endOfWork() } },
      );
    },
  };
}
