import { failpoint, notFound, type Bus, type Clock } from '@candor/runtime';
import { JOBS } from '../jobs/catalogue.js';
import { invalidTransition } from '../review/lifecycle.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { FileStore } from '../store/files.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import { canReplaceFile, type ReplacedFileStore } from '../store/replaced-files.js';
import type { UploadActor } from './upload.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  replacedFiles: ReplacedFileStore;
  files: FileStore;
  bus: Bus;
  clock: Clock;
  maxUploadBytes: number;
}

export interface ReplacingFile {
  name: string;
  mimeType: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Known only when the stream has ended. */
  target: () => { id: string; creationId: string };
}

/** Puts another file in the place of one that could not be read. */
export class Replacing {
  constructor(private readonly deps: Dependencies) {}

  /**
   * The questionnaire keeps its id, title, company, deadline, assignees and tags, and is processed from the start. Only
   * where the file was at fault: `invalid_transition` in every other state.
   */
  async file(by: UploadActor, upload: ReplacingFile): Promise<void> {
    const { files, maxUploadBytes } = this.deps;
    const stored = await files.write(by.organizationId, upload.name, upload.bytes, maxUploadBytes);
    let taken = false;
    try {
      const { id, creationId } = upload.target();
      const file = { name: upload.name, size: stored.size, mimeType: upload.mimeType, sha256: stored.sha256 };
      taken = await this.take(by, id, { file, fileId: stored.fileId, creationId });
    } finally {
      if (!taken) await files.remove(by.organizationId, stored.fileId);
    }
  }

  /** False when a first try of the same call has done it. */
  private async take(
    by: UploadActor,
    id: string,
    replacing: { file: NonNullable<QuestionnaireDocument['file']>; fileId: string; creationId: string },
  ): Promise<boolean> {
    const { questionnaires, replacedFiles, files, bus } = this.deps;
    const { organizationId, requestId } = by;
    const before = await questionnaires.get(organizationId, id);
    if (!before) throw notFound('questionnaire');
    const { creationId } = replacing;
    if (creationId !== '' && before.replacedBy === creationId) return false;
    if (!canReplaceFile(before)) throw invalidTransition(before.status, 'given another file');
    await files.assign(organizationId, replacing.fileId, id);
    const replaced = await replacedFiles.replace(organizationId, before, { ...replacing, actor: by.actor });
    if (!replaced) throw invalidTransition(before.status, 'given another file');
    await failpoint('replace.file_moved');
    await files.own(organizationId, replacing.fileId);
    await bus.publish(JOBS.validate, { id }, { organizationId, requestId });
    return true;
  }
}
