import type {
  ListedQuestionnaireDocument,
  ProcessingLogDocument,
  QuestionnaireDocument,
  SheetDocument,
  TagDocument,
} from '../store/documents.js';
import type { CalibrationDocument, CalibrationStore } from '../store/calibrations.js';
import type { ListOptions } from '../domain/list-options.js';
import { sameBands } from '../answering/deciding/confidence.js';
import { isProcessing } from '../domain/status.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { LogStore } from '../store/records.js';
import type { TagStore } from '../store/tags.js';
import { nameOfSheet } from '../intake/new-questionnaire.js';
import { notFound } from '@candor/runtime';
import type { Listing } from './listing.js';
import type { Counts, Statistics } from './statistics.js';

export interface ListedQuestionnaire {
  questionnaire: ListedQuestionnaireDocument;
  counts: Counts;
  tags: TagDocument[];
}

export interface QuestionnaireOverview extends ListedQuestionnaire {
  questionnaire: QuestionnaireDocument;
  sheets: SheetDocument[];
  logs: ProcessingLogDocument[];
  /** Whether the knowledge is newer than what the answers were made from. */
  evidenceChanged: boolean;
  /** What the organization's bands are calibrated to; null: what ships. */
  calibration: CalibrationDocument | null;
  /** Whether the answers have bands of before a calibration, or of before it was taken back. */
  bandsChanged: boolean;
  /** Whether other wordings of answers can be proposed. */
  rewriting: boolean;
}

const MOST_LOGS = 500;

/** The sheets, and those whose questions were counted just before the sheet went, so that sums always agree. */
function allCounted(questionnaire: QuestionnaireDocument, sheets: SheetDocument[], counts: Counts): SheetDocument[] {
  const there = new Set(sheets.map(({ _id }) => _id));
  const gone = Object.keys(counts.bySheet).filter((id) => !there.has(id));
  const { organizationId, _id: questionnaireId } = questionnaire;
  return [
    ...sheets,
    ...gone.map((_id) => ({
      _id,
      organizationId,
      questionnaireId,
      index: 0,
      name: '',
      hidden: false,
      questionCount: 0,
    })),
  ].map((sheet) => ({ ...sheet, name: nameOfSheet(questionnaire, sheet.name) }));
}

const isAnswered = ({ status, stages }: QuestionnaireDocument): boolean => !isProcessing(status) && !!stages.answering;

/** Reads questionnaires as people see them: lists and overviews, with counts and tags. */
export class QuestionnaireReader {
  constructor(
    private readonly questionnaires: QuestionnaireStore,
    private readonly questions: QuestionStore,
    private readonly tags: TagStore,
    private readonly logs: LogStore,
    private readonly statistics: Statistics,
    private readonly revisions: KnowledgeRevisions,
    private readonly listing: Listing,
    private readonly calibrations: Pick<CalibrationStore, 'get'>,
    private readonly rewriting = false,
  ) {}

  async get(organizationId: string, id: string): Promise<QuestionnaireDocument> {
    const found = await this.questionnaires.get(organizationId, id);
    if (!found) throw notFound('questionnaire');
    return found;
  }

  async list(
    organizationId: string,
    options: ListOptions,
    bounds: { limit: number; offset: number },
  ): Promise<{ items: ListedQuestionnaire[]; total: number; shouldPoll: boolean }> {
    const [{ page, total }, shouldPoll] = await Promise.all([
      this.listing.page(organizationId, undefined, options, bounds),
      this.questionnaires.anyProcessing(organizationId),
    ]);
    return { items: await this.listed(organizationId, page), total, shouldPoll };
  }

  count(organizationId: string): Promise<number> {
    return this.questionnaires.count(organizationId);
  }

  anyProcessing(organizationId: string): Promise<boolean> {
    return this.questionnaires.anyProcessing(organizationId);
  }

  async listed(organizationId: string, page: ListedQuestionnaireDocument[]): Promise<ListedQuestionnaire[]> {
    const tags = await this.tags.ofQuestionnaires(
      organizationId,
      page.map((questionnaire) => questionnaire._id),
    );
    const items: ListedQuestionnaire[] = [];
    for (const questionnaire of page) {
      items.push({
        questionnaire,
        counts: await this.statistics.of(questionnaire),
        tags: tags.get(questionnaire._id) ?? [],
      });
    }
    return items;
  }

  async overview(organizationId: string, id: string): Promise<QuestionnaireOverview> {
    const questionnaire = await this.get(organizationId, id);
    const [listed] = await this.listed(organizationId, [questionnaire]);
    if (!listed) throw notFound('questionnaire');
    // After the counts: a sheet is written before its questions, and removed after them.
    const [sheets, logs, evidenceChanged, calibration] = await Promise.all([
      this.questions.listSheets(organizationId, id),
      this.logs.list(organizationId, id, MOST_LOGS),
      this.evidenceChanged(questionnaire),
      this.calibrations.get(organizationId),
    ]);
    return {
      ...listed,
      questionnaire,
      sheets: allCounted(questionnaire, sheets, listed.counts),
      logs,
      evidenceChanged,
      calibration: calibration?.bands ? calibration : null,
      bandsChanged: isAnswered(questionnaire) && !sameBands(questionnaire.bands, calibration?.bands),
      rewriting: this.rewriting,
    };
  }

  /** A questionnaire that was not answered yet, or is being answered, gets what is known then. */
  private async evidenceChanged(questionnaire: QuestionnaireDocument): Promise<boolean> {
    if (!isAnswered(questionnaire)) return false;
    const { organizationId, knowledgeRevision } = questionnaire;
    return (await this.revisions.current(organizationId)).revision > knowledgeRevision;
  }
}
