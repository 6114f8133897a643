import { readFile } from 'node:fs/promises';
import { failpoint, type Bus, type Clock } from '@candor/runtime';
import type { DOCUMENT_FAILURES } from '../documents/errors.js';
import { DocumentError } from '../documents/errors.js';
import { saysNothing } from '../extraction/said/corrections.js';
import { topicsOf } from '../extraction/topics.js';
import { formPieces } from '../forms/pieces.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { BatchStore } from '../store/batches.js';
import type { FileStore } from '../store/files.js';
import type { FormQuestionnaireStore } from '../store/form-questionnaires.js';
import type { OutlineStore } from '../store/outlines.js';
import type { QuestionRewriteStore } from '../store/question-rewrites.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { RememberedCorrections } from '../store/remembered-corrections.js';
import type { QuestionStore } from '../store/questions.js';
import type { AccountStore, LogStore } from '../store/records.js';
import type { SearchBlockStore } from '../store/search-blocks.js';
import type { TagStore } from '../store/tags.js';
import { endOfWork, nextWork } from '../store/work.js';
import { ownTexts } from '../intake/upload.js';
import { JOBS } from './catalogue.js';
import { ExtractionWriter } from './extraction-writer.js';
import { tellHeld } from './held.js';
import type { ExtractionPiece } from '../documents/pool/messages.js';
import { declaredType, type DocumentReading } from './reading.js';
import { replaceQuestions } from './replace-questions.js';
import type { Stage } from './stage.js';
import { extractedAnewAt, keepsQuestions } from './extracted-anew.js';
import { counted, stageDone } from './stage-log.js';

export interface ExtractDependencies {
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  questionRewrites: QuestionRewriteStore;
  outlines: OutlineStore;
  formQuestionnaires: FormQuestionnaireStore;
  remembered: RememberedCorrections;
  batches: BatchStore;
  account: AccountStore;
  searchBlocks: SearchBlockStore;
  tags: TagStore;
  files: FileStore;
  logs: LogStore;
  reading: DocumentReading;
  bus: Bus;
  clock: Clock;
}

const PIPELINE = 'pipeline';

/**
 * QUEUED_FOR_EXTRACTION → ANALYSIS_IN_PROGRESS (reading) → QUESTION_EXTRACTION_IN_PROGRESS → ANSWERING_IN_PROGRESS. A
 * repeated attempt clears what the one before it wrote: nobody can have edited it yet. Where people corrected an extraction,
 * or more pages of a form come, its questions stay until the new ones take their place.
 */
export function extractStage(deps: ExtractDependencies): Stage<QuestionnaireDocument> {
  const { questionnaires, questions, outlines, remembered, logs, tags, searchBlocks, bus, clock } = deps;

  async function read(claim: QuestionnaireDocument, writer: ExtractionWriter): Promise<void> {
    for await (const piece of pieces(deps, claim)) {
      if (claim.status === 'ANALYSIS_IN_PROGRESS' && piece.kind !== 'warnings') {
        if (!(await questionnaires.move(claim, { to: 'QUESTION_EXTRACTION_IN_PROGRESS', actor: PIPELINE }))) return;
      }
      await writer.take(piece);
    }
    await writer.end();
    if (!keepsQuestions(claim)) return;
    if (writer.questionCount > 0) await replaceQuestions(deps, claim, writer.collected);
    await deps.questions.keepSheets(claim.organizationId, claim._id, writer.sheetIds);
  }

  /** What the document was taken for, and what people said of it, for the next of its shape. */
  async function remember(claim: QuestionnaireDocument, { areas, shape }: ExtractionWriter['outline']): Promise<void> {
    const { _id, organizationId, title, correction } = claim;
    await outlines.put({ _id, organizationId, areas, shape });
    if (!correction?.remember || shape === '' || saysNothing(correction.corrections)) return;
    const { corrections, actor, at } = correction;
    await remembered.keep(organizationId, { shape, corrections, questionnaireId: _id, title, actor, at });
  }

  async function tag(claim: QuestionnaireDocument, writer: ExtractionWriter): Promise<void> {
    const { organizationId, _id } = claim;
    const suggested = [];
    for (const topic of topicsOf(writer.sample))
      suggested.push(await tags.suggested(organizationId, topic.name, topic.description));
    await tags.attach(
      organizationId,
      _id,
      suggested.map((suggestion) => suggestion._id),
    );
    const carried = (await tags.ofQuestionnaires(organizationId, [_id])).get(_id) ?? [];
    await searchBlocks.putOwn(
      organizationId,
      _id,
      ownTexts(
        claim,
        carried.map((carriedTag) => carriedTag.name),
      ),
    );
  }

  return {
    job: JOBS.extract,
    store: questionnaires.work,
    async work(claim, { requestId }) {
      const { organizationId, _id } = claim;
      await questionnaires.stageStarted(claim, 'extraction', extractedAnewAt(claim));
      if (
        claim.status === 'QUEUED_FOR_EXTRACTION' &&
        !(await questionnaires.move(claim, { to: 'ANALYSIS_IN_PROGRESS', actor: PIPELINE }))
      )
        return;
      await failpoint('extract.analysing');
      const writer = new ExtractionWriter(deps, claim, keepsQuestions(claim));
      await questionnaires.counting(organizationId, _id, async () => {
        await clear(deps, claim);
        await failpoint('extract.cleared');
        await read(claim, writer);
      });
      await remember(claim, writer.outline);
      if (writer.questionCount === 0) {
        await questionnaires.work.change(claim, { set: { coverage: writer.coverage } });
        throw new DocumentError(writer.wasScan ? 'no_text_layer' : 'no_questions_found');
      }
      await failpoint('extract.stored');
      await tag(claim, writer);
      await failpoint('extract.tagged');
      await logs.add(organizationId, _id, [stageDone(claim, 'extraction', whatWasFound(writer), clock)]);
      const set = {
        coverage: writer.coverage,
        ...(claim.form ? { 'form.taken': claim.form.revision } : {}),
        ...questionnaires.stageFinished(claim, 'extraction'),
        ...nextWork(JOBS.plan, clock),
      };
      if (await questionnaires.move(claim, { to: 'ANSWERING_IN_PROGRESS', actor: PIPELINE }, { set })) {
        await failpoint('extract.moved');
        await bus.publish(JOBS.plan, { id: _id }, { organizationId, requestId });
      }
    },
    held: (claim, failure) => tellHeld(logs, claim, 'extraction', failure),
    async fail(claim, { code, message }) {
      const { organizationId, _id } = claim;
      await logs.add(organizationId, _id, [{ stage: 'extraction', level: 'ERROR', code, message }]);
      const set = { ...questionnaires.stageFinished(claim, 'extraction'), ...endOfWork() };
      if (claim.status === 'QUEUED_FOR_EXTRACTION')
        await questionnaires.move(claim, { to: 'ANALYSIS_IN_PROGRESS', actor: PIPELINE });
      if (
        claim.status === 'ANALYSIS_IN_PROGRESS' &&
        code === ('no_questions_found' satisfies keyof typeof DOCUMENT_FAILURES)
      ) {
        await questionnaires.move(claim, { to: 'QUESTION_EXTRACTION_IN_PROGRESS', actor: PIPELINE });
      }
      const to = claim.status === 'ANALYSIS_IN_PROGRESS' ? 'ANALYSIS_FAILED' : 'QUESTION_EXTRACTION_FAILED';
      await questionnaires.move(claim, { to, actor: PIPELINE, reason: code }, { set });
      // Sheets of a file that asks nothing stay, so that people can say what asks; so do questions that people worked on.
      if (!keepsQuestions(claim) && code !== 'no_questions_found')
        await questionnaires.counting(organizationId, _id, () => questions.purge(organizationId, _id));
    },
  };
}

function whatWasFound({ questionCount, sheetIds, coverage }: ExtractionWriter): string {
  const places = Object.values(coverage).reduce((sum, count) => sum + count, 0);
  const where = sheetIds.length === 1 ? '' : ` on ${sheetIds.length} sheets`;
  return `Found ${counted(questionCount, 'question')}${where}, and accounted for ${counted(places, 'place')} of the document.`;
}

/** Extraction of the form, the stored file or pasted text; the latter from a copy on disk that lives as long as the reading. */
async function* pieces(
  { files, formQuestionnaires, reading }: ExtractDependencies,
  claim: QuestionnaireDocument,
): AsyncGenerator<ExtractionPiece> {
  if (claim.form) {
    yield* formPieces(await formQuestionnaires.questions(claim));
    return;
  }
  const copy = await files.localCopy(claim.organizationId, claim.fileId);
  try {
    const { organizationId, correction } = claim;
    yield* claim.file
      ? reading.extract(copy.path, declaredType(claim), correction?.corrections, organizationId)
      : reading.extractText(await readFile(copy.path, 'utf8'), correction?.corrections, organizationId);
  } finally {
    await copy.remove();
  }
}

async function clear(
  { questions, account, searchBlocks }: ExtractDependencies,
  claim: QuestionnaireDocument,
): Promise<void> {
  // Where people may have worked on them, sheets and questions stay until the new ones take their place.
  if (!keepsQuestions(claim)) await questions.purge(claim.organizationId, claim._id);
  await account.purge(claim.organizationId, claim._id);
  await searchBlocks.purge(claim.organizationId, claim._id);
}
