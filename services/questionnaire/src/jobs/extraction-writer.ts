import { deterministicId, failpoint } from '@candor/runtime';
import type { AccountClass, AccountEntry, ExtractedQuestion, QuestionPlace } from '../extraction/result.js';
import { saysWhenAsked } from '../extraction/dependence/dependence.js';
import type { RefusedCorrection } from '../extraction/said/corrections.js';
import type { AreaLayout } from '../extraction/said/layout.js';
import type { QuestionDocument, QuestionnaireDocument, SheetDocument } from '../store/documents.js';
import type { QuestionStore } from '../store/questions.js';
import { emptyCoverage, type AccountStore, type LogStore } from '../store/records.js';
import { BLOCK_SIZE } from '../search/block-words.js';
import type { SearchBlockStore, SearchedQuestion } from '../store/search-blocks.js';
import type { ExtractionPiece } from '../documents/pool/messages.js';

interface Dependencies {
  questions: QuestionStore;
  account: AccountStore;
  searchBlocks: SearchBlockStore;
  logs: LogStore;
}

const ACCOUNT_CHUNK = 500;
const QUESTION_CHUNK = 250;
/** Texts kept for finding topics. */
const SAMPLE = 2000;
/** Of one sheet: more would make its document large. */
const MOST_CONDITIONS = 2000;

/** Stores an extraction as it comes: sheets, questions with ids made from their places, the account, search blocks. */
export class ExtractionWriter {
  readonly coverage = emptyCoverage();
  readonly sample: { text: string; section: string }[] = [];
  readonly sheetIds: string[] = [];
  questionCount = 0;

  /** Pages that are accounted for, and those of them that OCR read. */
  private readonly pages = { all: new Set<number>(), scanned: new Set<number>() };
  private sheet: SheetDocument | undefined;
  private waiting: QuestionDocument[] = [];
  private block: SearchedQuestion[] = [];
  private chunk = 0;
  private chunkEntries: AccountEntry[] = [];
  /** Places on the sheet whose questions are hidden and not asked. */
  private readonly leftOut = new Set<string>();

  /** What the document was taken for; after the last piece. */
  outline: { areas: AreaLayout[]; shape: string } = { areas: [], shape: '' };
  /** Questions that are collected and not stored, when they are to take the place of others. */
  readonly collected: QuestionDocument[] = [];

  constructor(
    private readonly deps: Dependencies,
    private readonly questionnaire: QuestionnaireDocument,
    private readonly collects = false,
  ) {}

  async take(piece: ExtractionPiece): Promise<void> {
    switch (piece.kind) {
      case 'sheet':
        await this.endSheet();
        this.sheet = this.newSheet(piece);
        this.sheetIds.push(this.sheet._id);
        // Before its questions, so that those of a sheet never stand on none.
        await this.deps.questions.putSheet(this.sheet);
        return;
      case 'questions':
        for (const question of piece.questions) await this.question(question);
        return;
      case 'account':
        for (const entry of piece.entries) await this.entry(entry);
        return;
      case 'outline':
        this.outline = piece;
        await this.tellRefused(piece.refused);
        return;
      case 'warnings':
        await this.deps.logs.add(
          this.questionnaire.organizationId,
          this.questionnaire._id,
          piece.warnings.map(({ code, message }) => ({ stage: 'extraction', level: 'WARNING', code, message })),
        );
    }
  }

  /** Whether all that was read came from pictures, by OCR. */
  get wasScan(): boolean {
    return this.pages.scanned.size > 0 && this.pages.scanned.size === this.pages.all.size;
  }

  async end(): Promise<void> {
    await this.endSheet();
    await this.writeBlock();
  }

  private newSheet(piece: { index: number; name: string; hidden: boolean }): SheetDocument {
    const { organizationId, _id } = this.questionnaire;
    this.chunk = 0;
    return {
      _id: deterministicId(_id, 'sheet', String(piece.index)),
      organizationId,
      questionnaireId: _id,
      index: piece.index,
      name: piece.name,
      hidden: piece.hidden,
      questionCount: 0,
      conditions: [],
    };
  }

  private async endSheet(): Promise<void> {
    await this.writeQuestions();
    await this.writeAccount();
    if (this.sheet) await this.deps.questions.putSheet(this.sheet);
    if (this.sheet && this.leftOut.size > 0) await this.tellLeftOut(this.sheet);
    this.leftOut.clear();
    this.sheet = undefined;
  }

  private async tellLeftOut({ organizationId, questionnaireId, name, hidden }: SheetDocument): Promise<void> {
    const places = this.leftOut.size;
    const where = hidden ? `The sheet "${name}" is hidden` : `On the sheet "${name}" rows or columns are hidden`;
    const what = places === 1 ? 'a question there is' : `${places} questions there are`;
    const message = `${where}: ${what} not asked. To have them asked, upload the file again with include_hidden.`;
    await this.deps.logs.add(organizationId, questionnaireId, [
      { stage: 'extraction', level: 'WARNING', code: 'hidden_not_asked', message },
    ]);
  }

  private async tellRefused(refused: readonly RefusedCorrection[]): Promise<void> {
    const entries = refused.map(({ path, message }) => ({
      stage: 'extraction' as const,
      level: 'WARNING' as const,
      code: 'correction_left_out',
      message: `A correction was left out (${path}). ${message}`,
    }));
    if (entries.length > 0)
      await this.deps.logs.add(this.questionnaire.organizationId, this.questionnaire._id, entries);
  }

  private async question(extracted: ExtractedQuestion): Promise<void> {
    const sheet = this.presentSheet();
    if (isLeftOut(extracted, this.questionnaire)) {
      this.leftOut.add(placeKey(extracted.location));
      return;
    }
    sheet.questionCount++;
    const position = this.questionCount++;
    this.waiting.push(newQuestion(this.questionnaire, sheet, extracted, position));
    if (this.sample.length < SAMPLE) this.sample.push({ text: extracted.text, section: extracted.section });
    this.block.push({ position, text: extracted.text, answer: extracted.existingAnswer });
    if (this.questionCount % BLOCK_SIZE === 0) await this.writeBlock();
    if (this.waiting.length >= QUESTION_CHUNK) await this.writeQuestions();
  }

  private async entry(found: AccountEntry): Promise<void> {
    const left = found.class === 'question' && this.leftOut.has(placeKey(found.location));
    const entry: AccountEntry = left ? { ...found, class: 'skipped', reason: 'hidden_not_asked' } : found;
    this.coverage[entry.class]++;
    this.keepCondition(entry);
    if ('page' in entry.location) this.pages.all.add(entry.location.page);
    if ('page' in entry.location && entry.reason === 'read_by_ocr') this.pages.scanned.add(entry.location.page);
    this.chunkEntries.push(entry);
    if (this.chunkEntries.length >= ACCOUNT_CHUNK) await this.writeAccount();
  }

  /** A cell that says when the question of its row is asked. */
  private keepCondition({ class: kind, location, text }: AccountEntry): void {
    if (kind === 'question' || kind === 'answer' || !('cell' in location) || !saysWhenAsked(text)) return;
    const conditions = (this.presentSheet().conditions ??= []);
    if (conditions.length < MOST_CONDITIONS) conditions.push({ cell: location.cell, text });
  }

  private async writeQuestions(): Promise<void> {
    if (this.collects) this.collected.push(...this.waiting);
    else await this.deps.questions.insertQuestions(this.waiting);
    this.waiting = [];
    await failpoint('extract.questions_written');
  }

  private async writeBlock(): Promise<void> {
    if (this.collects) this.block = [];
    if (this.block.length === 0) return;
    const block = Math.floor((this.questionCount - 1) / BLOCK_SIZE);
    await this.deps.searchBlocks.put(this.questionnaire.organizationId, this.questionnaire._id, block, this.block);
    this.block = [];
  }

  private async writeAccount(): Promise<void> {
    if (this.chunkEntries.length === 0) return;
    const sheet = this.presentSheet();
    const counts: Record<AccountClass, number> = emptyCoverage();
    for (const entry of this.chunkEntries) counts[entry.class]++;
    const chunk = this.chunk++;
    await this.deps.account.insert([
      {
        _id: deterministicId(sheet._id, 'account', String(chunk)),
        organizationId: sheet.organizationId,
        questionnaireId: sheet.questionnaireId,
        sheetId: sheet._id,
        sheetIndex: sheet.index,
        chunk,
        counts,
        entries: this.chunkEntries,
      },
    ]);
    this.chunkEntries = [];
  }

  private presentSheet(): SheetDocument {
    if (!this.sheet) throw new Error('a piece of an extraction came before its sheet');
    return this.sheet;
  }
}

/** Whether a question stands where nobody who opens the file sees it, and nobody wants it asked. */
export const isLeftOut = (
  { hidden, said }: Pick<ExtractedQuestion, 'hidden' | 'said'>,
  { includeHidden }: Pick<QuestionnaireDocument, 'includeHidden'>,
): boolean => hidden && said !== true && includeHidden !== true;

const placeKey = (place: QuestionPlace): string => JSON.stringify(place);

function newQuestion(
  questionnaire: QuestionnaireDocument,
  sheet: SheetDocument,
  extracted: ExtractedQuestion,
  position: number,
): QuestionDocument {
  return {
    _id: deterministicId(questionnaire._id, 'question', extracted.key),
    key: extracted.key,
    organizationId: questionnaire.organizationId,
    questionnaireId: questionnaire._id,
    sheetId: sheet._id,
    position,
    ordinal: extracted.ordinal,
    section: extracted.section,
    number: extracted.number,
    stem: extracted.stem,
    text: extracted.text,
    location: extracted.location,
    answerLocation: extracted.answerLocation,
    commentLocation: extracted.commentLocation,
    answerType: extracted.answerType,
    options: extracted.options,
    optionLocations: extracted.optionLocations,
    isRequired: extracted.isRequired,
    hidden: extracted.hidden,
    existingAnswer: extracted.existingAnswer,
    ...(extracted.answerBounds === undefined ? {} : { answerBounds: extracted.answerBounds }),
    answer: '',
    comment: '',
    answerStatus: 'UNANSWERED',
    approved: false,
    approvedBy: '',
    approvedAt: 0,
    confidence: null,
    citations: [],
    assigneeId: '',
    assigneeType: '',
    version: 1,
    answerRevision: 0,
    historyCount: 0,
  };
}
