import { AppError, failpoint, invalid, micros, notFound, type Bus, type Clock } from '@candor/runtime';
import { isProcessing, type Status } from '../domain/status.js';
import { saysNothing, type Corrections, type RefusedCorrection } from '../extraction/said/corrections.js';
import type { AreaLayout } from '../extraction/said/layout.js';
import { JOBS } from '../jobs/catalogue.js';
import type { DocumentReading } from '../jobs/reading.js';
import type { LifecycleActor } from '../review/lifecycle.js';
import { beingCompleted } from '../review/questions-writer.js';
import type { DifferenceCounts, QuestionnaireDocument, SheetDocument } from '../store/documents.js';
import type { FileStore } from '../store/files.js';
import type { OutlineStore } from '../store/outlines.js';
import type { KnownQuestion, QuestionRewriteStore } from '../store/question-rewrites.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { RememberedCorrections, RememberedDocument } from '../store/remembered-corrections.js';
import type { ReviewLifecycleStore } from '../store/review-lifecycle.js';
import { nextWork } from '../store/work.js';
import { countsOf, hasWork, isMoved, matchQuestions, type FoundQuestion, type Matching } from './difference.js';
import { tryReading } from './reading.js';
import { noDocument, refusalByStatus } from './states.js';
import { withoutRefused } from './without-refused.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  questions: QuestionStore;
  questionRewrites: QuestionRewriteStore;
  outlines: OutlineStore;
  remembered: RememberedCorrections;
  reviewLifecycle: ReviewLifecycleStore;
  files: FileStore;
  reading: DocumentReading;
  bus: Bus;
  clock: Clock;
}

/** As a caller gives it. */
export interface CorrectionWish {
  dryRun: boolean;
  remember: boolean;
  useRemembered: boolean;
  corrections: Corrections;
}

/** What corrections change; the lists hold the first of each kind. */
export interface Difference {
  counts: DifferenceCounts;
  added: FoundQuestion[];
  removed: { question: KnownQuestion; work: boolean }[];
  moved: Matching<FoundQuestion>['kept'];
  /** Remembered corrections that do not fit this document. */
  leftOut: RefusedCorrection[];
  /** The questionnaire's after the call. */
  status: Status;
}

/** A sheet, or a table on it, with what it was taken for. */
export interface LaidOut {
  sheet: SheetDocument;
  area: AreaLayout | undefined;
}

export interface CorrectionsInForce {
  whyNot: string;
  corrections: Corrections;
  correctedAt: number | undefined;
  correctedBy: string;
  remembered: RememberedDocument | undefined;
}

/** Differences that are told one by one. */
const MOST_TOLD = 200;
const NONE: Corrections = { areas: [], add: [], remove: [] };

/** What people say of a document that the engine read otherwise. */
export class Correcting {
  constructor(private readonly deps: Dependencies) {}

  /** What each sheet and table was taken for; a sheet alone where a release of before extracted it. */
  async layout(organizationId: string, id: string): Promise<LaidOut[]> {
    await this.questionnaire(organizationId, id);
    const [sheets, outline] = await Promise.all([
      this.deps.questions.listSheets(organizationId, id),
      this.deps.outlines.get(organizationId, id),
    ]);
    return sheets.flatMap((sheet): LaidOut[] => {
      const own = (outline?.areas ?? []).filter(({ sheetIndex }) => sheetIndex === sheet.index);
      return own.length === 0 ? [{ sheet, area: undefined }] : own.map((area) => ({ sheet, area }));
    });
  }

  async inForce(organizationId: string, id: string): Promise<CorrectionsInForce> {
    const questionnaire = await this.questionnaire(organizationId, id);
    const { correction } = questionnaire;
    const corrections = correction?.corrections ?? NONE;
    const remembered = await this.rememberedFor(questionnaire);
    const same = remembered !== null && JSON.stringify(remembered.corrections) === JSON.stringify(corrections);
    return {
      whyNot: this.refusal(questionnaire)?.message ?? '',
      corrections,
      correctedAt: saysNothing(corrections) ? undefined : correction?.at,
      correctedBy: saysNothing(corrections) ? '' : (correction?.actor ?? ''),
      remembered: remembered === null || same ? undefined : remembered,
    };
  }

  /** Puts corrections in the place of those in force and has the document extracted anew; a dry run only tells what would change. */
  async correct(by: LifecycleActor, id: string, wish: CorrectionWish): Promise<Difference> {
    const { questionnaires, questionRewrites, bus, clock } = this.deps;
    const { organizationId, actor, creationId = '' } = by;
    const questionnaire = await this.questionnaire(organizationId, id);
    const { correction } = questionnaire;
    if (correction && !wish.dryRun && creationId !== '' && correction.creationId === creationId)
      return { ...NO_DIFFERENCE, counts: correction.counts, status: questionnaire.status };
    const refusal = this.refusal(questionnaire);
    if (refusal) throw refusal;
    const { corrections, found, leftOut } = await this.tried(questionnaire, wish);
    const [known, commented] = await Promise.all([
      questionRewrites.known(organizationId, id),
      questionRewrites.commented(organizationId, id),
    ]);
    const matching = matchQuestions(known, found);
    const difference: Difference = {
      counts: countsOf(matching, commented),
      added: matching.added.slice(0, MOST_TOLD),
      removed: matching.removed
        .slice(0, MOST_TOLD)
        .map((question) => ({ question, work: hasWork(question, commented) })),
      moved: matching.kept.filter(isMoved).slice(0, MOST_TOLD),
      leftOut,
      status: questionnaire.status,
    };
    if (wish.dryRun) return difference;
    if (found.length === 0) throw noQuestionsLeft();
    const { counts } = difference;
    const moved = await questionnaires.moveByPerson(
      organizationId,
      questionnaire,
      { to: 'QUEUED_FOR_EXTRACTION', actor, reason: 'corrected' },
      {
        correction: { corrections, counts, remember: wish.remember, actor, creationId, at: micros(clock) },
        again: null,
        openBatches: [],
        ...nextWork(JOBS.extract, clock),
      },
    );
    if (!moved) throw await this.whyNot(organizationId, id);
    await failpoint('correction.moved');
    await bus.publish(JOBS.extract, { id }, by);
    return { ...difference, status: moved.status };
  }

  /** Forgets what is remembered for files of this one's shape; false when there was nothing. */
  async forget(organizationId: string, id: string): Promise<boolean> {
    await this.questionnaire(organizationId, id);
    const outline = await this.deps.outlines.get(organizationId, id);
    const shape = outline?.shape ?? '';
    return shape !== '' && (await this.deps.remembered.forget(organizationId, shape));
  }

  /** What the wished corrections find. Those that the document refuses are an error, or left out when they were remembered. */
  private async tried(
    questionnaire: QuestionnaireDocument,
    { useRemembered, corrections: given }: CorrectionWish,
  ): Promise<{ corrections: Corrections; found: FoundQuestion[]; leftOut: RefusedCorrection[] }> {
    if (!useRemembered) {
      const { found, refused } = await tryReading(this.deps, questionnaire, given);
      if (refused.length > 0)
        throw invalid(refused.map(({ path, message }) => ({ path: `corrections.${path}`, message })));
      return { corrections: given, found, leftOut: [] };
    }
    const remembered = await this.rememberedFor(questionnaire);
    if (remembered === null) throw notFound('remembered_corrections');
    const first = await tryReading(this.deps, questionnaire, remembered.corrections);
    if (first.refused.length === 0) return { corrections: remembered.corrections, found: first.found, leftOut: [] };
    const corrections = withoutRefused(remembered.corrections, first.refused);
    const { found } = await tryReading(this.deps, questionnaire, corrections);
    return { corrections, found, leftOut: first.refused.slice(0, MOST_TOLD) };
  }

  private async questionnaire(organizationId: string, id: string): Promise<QuestionnaireDocument> {
    const questionnaire = await this.deps.questionnaires.get(organizationId, id);
    if (!questionnaire) throw notFound('questionnaire');
    return questionnaire;
  }

  private refusal(questionnaire: QuestionnaireDocument): AppError | undefined {
    if (this.deps.reviewLifecycle.isLocked(questionnaire)) return beingCompleted();
    return questionnaire.form ? noDocument() : refusalByStatus(questionnaire.status);
  }

  private async rememberedFor({
    organizationId,
    _id,
    status,
  }: QuestionnaireDocument): Promise<RememberedDocument | null> {
    if (isProcessing(status)) return null;
    const outline = await this.deps.outlines.get(organizationId, _id);
    const shape = outline?.shape ?? '';
    return shape === '' ? null : this.deps.remembered.get(organizationId, shape);
  }

  /** Somebody else has moved it. */
  private async whyNot(organizationId: string, id: string): Promise<AppError> {
    const now = await this.questionnaire(organizationId, id);
    return (
      this.refusal(now) ??
      new AppError('conflict', 'questionnaire_changed', 'Somebody else has just changed the questionnaire. Try again.')
    );
  }
}

const NO_DIFFERENCE = { added: [], removed: [], moved: [], leftOut: [] };

const noQuestionsLeft = (): AppError =>
  invalid(
    [
      {
        path: 'corrections',
        message: 'These corrections leave no question. Say what asks, or delete the questionnaire.',
      },
    ],
    'no_questions_left',
  );
