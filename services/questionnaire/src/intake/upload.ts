import { AppError, cleanName, cleanText, invalid, lengthOf, type Bus, type Clock, failpoint } from '@candor/runtime';
import { JOBS } from '../jobs/catalogue.js';
import type { SearchBlockStore } from '../store/search-blocks.js';
import type { FileStore } from '../store/files.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { LogStore } from '../store/records.js';
import type { TagStore } from '../store/tags.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import { checkFields, checkSourceType, type IntakeFields } from './fields.js';
import { newQuestionnaire, titleOfFile, titleOfText } from './new-questionnaire.js';

export interface UploadActor {
  organizationId: string;
  actor: string;
  requestId: string;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal;
}

export interface UploadedFile {
  name: string;
  mimeType: string;
  bytes: AsyncIterable<Uint8Array>;
  /** Known only when the stream has ended: clients send fields before or after the file. */
  fields: () => IntakeFields;
  /** The id that the questionnaire gets, the same for each repeat of the upload; '' for any. */
  creationId: () => string;
}

interface Dependencies {
  questionnaires: QuestionnaireStore;
  files: FileStore;
  logs: LogStore;
  tags: TagStore;
  searchBlocks: SearchBlockStore;
  bus: Bus;
  clock: Clock;
  maxUploadBytes: number;
  /** Of one organization, under way at once. */
  maxPending: number;
  /** Told about each upload that is refused for it. */
  onRefused?: () => void;
}

/** Seconds after which an organization may try again. */
const FULL_RETRY_S = 30;
export const TEXT_LIMITS = { least: 50, most: 200_000 };

/** Takes questionnaires in: as a file or as pasted text. */
export class Intake {
  constructor(private readonly deps: Dependencies) {}

  async file(by: UploadActor, upload: UploadedFile): Promise<QuestionnaireDocument> {
    const { files, clock, maxUploadBytes } = this.deps;
    await this.refuseWhenFull(by.organizationId);
    const stored = await files.write(by.organizationId, upload.name, upload.bytes, maxUploadBytes);
    const fields = upload.fields();
    try {
      checkFields(fields, { companyRequired: true });
    } catch (error) {
      await files.remove(by.organizationId, stored.fileId);
      throw error;
    }
    const file = { name: upload.name, size: stored.size, mimeType: upload.mimeType, sha256: stored.sha256 };
    const origin = {
      title: titleOfFile(upload.name),
      sourceType: 'FILE',
      file,
      fileId: stored.fileId,
      actor: by.actor,
    };
    const document = newQuestionnaire(by.organizationId, fields, origin, clock, upload.creationId());
    return this.acceptOnce(by, document, fields.tagIds);
  }

  async text(
    by: UploadActor,
    text: string,
    sourceType: string,
    fields: IntakeFields,
    creationId = '',
  ): Promise<QuestionnaireDocument> {
    const { files, clock, maxUploadBytes } = this.deps;
    const length = lengthOf(text);
    if (length < TEXT_LIMITS.least || length > TEXT_LIMITS.most) {
      const message = `text_content must have 50 to 200,000 characters; it has ${length.toLocaleString('en')}.`;
      throw invalid([{ path: 'text_content', message }]);
    }
    checkFields(fields, { companyRequired: false });
    checkSourceType(sourceType);
    await this.refuseWhenFull(by.organizationId);
    const stored = await files.write(
      by.organizationId,
      'pasted.txt',
      once(Buffer.from(cleanText(text), 'utf8')),
      maxUploadBytes,
    );
    const origin = {
      title: titleOfText(text),
      sourceType: cleanName(sourceType) || 'TEXT',
      file: null,
      fileId: stored.fileId,
      actor: by.actor,
    };
    const document = newQuestionnaire(by.organizationId, fields, origin, clock, creationId);
    return this.acceptOnce(by, document, fields.tagIds);
  }

  /**
   * A web form: `made` gives the questionnaire `id` for the file that keeps `original`, what was read first. The id says which
   * form it is; where that one is there, it is given, also one that is being deleted.
   */
  async form(
    by: UploadActor,
    { id, original }: { id: string; original: string },
    made: (fileId: string) => Promise<QuestionnaireDocument>,
  ): Promise<QuestionnaireDocument> {
    const { files, maxUploadBytes } = this.deps;
    await this.refuseWhenFull(by.organizationId);
    const bytes = once(Buffer.from(original, 'utf8'));
    const stored = await files.write(by.organizationId, 'form.json', bytes, maxUploadBytes);
    // What `made` stores goes with the file when it breaks off here.
    await files.assign(by.organizationId, stored.fileId, id);
    return this.acceptOnce(by, await made(stored.fileId), []);
  }

  /** What a first try of the same upload has stored is given, and goes its way; the file that came again is removed. */
  private async acceptOnce(
    by: UploadActor,
    document: QuestionnaireDocument,
    tagIds: string[],
  ): Promise<QuestionnaireDocument> {
    const { questionnaires, files, bus } = this.deps;
    const { organizationId, requestId } = by;
    const before = await questionnaires.get(organizationId, document._id);
    const stored = before ?? (await this.accept(by, document, tagIds));
    if (stored.fileId !== document.fileId) await files.remove(organizationId, document.fileId);
    await files.own(organizationId, stored.fileId);
    await failpoint('upload.owned');
    await bus.publish(JOBS.validate, { id: stored._id }, { organizationId, requestId });
    return stored;
  }

  /** An organization whose uploads come faster than they are worked through is told to wait, before it sends more. */
  async refuseWhenFull(organizationId: string): Promise<void> {
    const { questionnaires, maxPending, onRefused } = this.deps;
    const pending = await questionnaires.countProcessing(organizationId);
    if (pending < maxPending) return;
    onRefused?.();
    const message = `The organization has ${pending} questionnaires under way. Try again when some of them are done.`;
    throw new AppError('unavailable', 'upload_queue_full', message, { data: { retry_after: FULL_RETRY_S } });
  }

  private async accept(
    by: UploadActor,
    document: QuestionnaireDocument,
    tagIds: string[],
  ): Promise<QuestionnaireDocument> {
    const { questionnaires, files, logs, tags, searchBlocks } = this.deps;
    await failpoint('upload.file_stored');
    await files.assign(by.organizationId, document.fileId, document._id);
    // What belongs to it is written first: a crash in between leaves rows that nothing shows, never a questionnaire without them.
    const known = await tags.known(by.organizationId, tagIds);
    await tags.attach(by.organizationId, document._id, known);
    const carried = (await tags.ofQuestionnaires(by.organizationId, [document._id])).get(document._id) ?? [];
    await searchBlocks.putOwn(
      by.organizationId,
      document._id,
      ownTexts(
        document,
        carried.map((tag) => tag.name),
      ),
    );
    const unknown = tagIds.filter((id) => !known.includes(id));
    await logs.add(
      by.organizationId,
      document._id,
      unknown.map((id) => ({
        stage: 'validation',
        level: 'WARNING',
        code: 'unknown_tag',
        message: `The tag ${id} does not exist and was left out.`,
      })),
    );
    await failpoint('upload.rows_stored');
    // Whoever sent it was told that it failed, and may be sending it again: it must not be there twice. What is written of
    // it by now shows nowhere, and goes with its file.
    if (by.signal?.aborted)
      throw new AppError('unavailable', 'upload_abandoned', 'The upload took too long. Try again.');
    const stored = await questionnaires.insert(document);
    await failpoint('upload.stored');
    return stored;
  }
}

/** The questionnaire's own searchable texts. */
export const ownTexts = (
  document: Pick<QuestionnaireDocument, 'title' | 'companyName' | 'file' | 'instructions'>,
  tagNames: string[],
): string[] => [document.title, document.companyName, document.file?.name ?? '', document.instructions, ...tagNames];

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(bytes);
}
