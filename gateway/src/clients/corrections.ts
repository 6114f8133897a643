import {
  QuestionnaireServiceClient,
  type Corrections as CorrectionsMessage,
  type ExtractionColumns,
} from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { RpcClient, type CallFor } from '@candor/runtime';
import type {
  Corrections,
  CorrectionsDifference,
  CorrectionsInForce,
  CorrectionsInput,
  ExtractionLayout,
  Forgotten,
} from '../routes/questionnaires/corrections.js';
import { placeJson } from './questionnaire-json.js';

/** The document is read anew while the caller waits. */
const READ_DEADLINE_MS = 120_000;

/** What people say of a document that was read otherwise. Failures are `AppError`s of the service. */
export class CorrectionsClient {
  private readonly rpc: RpcClient<QuestionnaireServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(QuestionnaireServiceClient, address, token);
  }

  async layout(from: CallFor, id: string): Promise<ExtractionLayout> {
    const { areas } = await this.rpc.unary(this.rpc.stub.getExtractionLayout, { id }, from);
    return {
      areas: areas.map((area) => ({
        sheet_id: area.sheetId,
        sheet: area.sheet,
        table: area.table ?? null,
        hidden: area.hidden,
        row_count: area.rowCount,
        column_count: area.columnCount,
        questions: area.questions,
        asks: area.questions > 0,
        headings: area.headings.map(({ column, text }) => ({ column, text })),
        columns: area.columns ? columnsJson(area.columns) : null,
        first_row: area.firstRow ?? null,
        last_row: area.lastRow ?? null,
      })),
    };
  }

  async inForce(from: CallFor, id: string): Promise<CorrectionsInForce> {
    const reply = await this.rpc.unary(this.rpc.stub.getCorrections, { id }, from);
    const { remembered } = reply;
    return {
      can_correct: reply.canCorrect,
      why_not: reply.whyNot === '' ? null : reply.whyNot,
      corrections: correctionsJson(reply.corrections),
      corrected_at: reply.correctedAt ?? null,
      corrected_by: reply.correctedBy === '' ? null : reply.correctedBy,
      remembered: remembered
        ? {
            corrections: correctionsJson(remembered.corrections),
            from: { questionnaire_id: remembered.questionnaireId, title: remembered.title },
            at: remembered.at,
          }
        : null,
    };
  }

  async correct(
    from: CallFor,
    id: string,
    wish: {
      dryRun: boolean;
      remember: boolean;
      useRemembered: boolean;
      corrections: CorrectionsInput | undefined;
    },
  ): Promise<CorrectionsDifference> {
    const { corrections, ...rest } = wish;
    const request = { id, ...rest, corrections: corrections && correctionsMessage(corrections) };
    const call = { ...from, deadlineMs: READ_DEADLINE_MS };
    const reply = await this.rpc.unary(this.rpc.stub.correctExtraction, request, call);
    return {
      dry_run: wish.dryRun,
      counts: {
        added: reply.addedCount,
        removed: reply.removedCount,
        removed_with_work: reply.removedWithWorkCount,
        moved: reply.movedCount,
        kept: reply.keptCount,
      },
      added: reply.added.map(({ location, answerLocation, text, section }) => ({
        location: placeJson(location),
        answer_location: placeJson(answerLocation),
        text,
        section: section === '' ? null : section,
      })),
      removed: reply.removed.map(({ questionId, location, text, hasWork }) => ({
        question_id: questionId,
        location: placeJson(location),
        text,
        has_work: hasWork,
      })),
      moved: reply.moved.map(({ questionId, location, text, from: before, to }) => ({
        question_id: questionId,
        location: placeJson(location),
        text,
        from: placeJson(before),
        to: placeJson(to),
      })),
      left_out: reply.leftOut.map(({ path, message }) => ({ path, message })),
      status: reply.status as CorrectionsDifference['status'],
      should_poll: reply.shouldPoll,
    };
  }

  async forget(from: CallFor, id: string): Promise<Forgotten> {
    const { forgotten } = await this.rpc.unary(this.rpc.stub.forgetCorrections, { id }, from);
    return { forgotten };
  }

  close(): void {
    this.rpc.close();
  }
}

const columnsJson = ({ question, number, section, answers, choices, comment }: ExtractionColumns) => ({
  question: question ?? null,
  number: number ?? null,
  section: section ?? null,
  answers,
  choices,
  comment: comment ?? null,
});

function correctionsJson(message: CorrectionsMessage | undefined): Corrections {
  const { areas = [], add = [], remove = [] } = message ?? {};
  return {
    areas: areas.map((area) => ({
      sheet: area.sheet,
      table: area.table ?? null,
      asks: area.asks,
      columns: area.columns ? columnsJson(area.columns) : null,
      first_row: area.firstRow ?? null,
      last_row: area.lastRow ?? null,
    })),
    add: add.map(({ location, answerLocation }) => ({
      location: placeJson(location) ?? {},
      answer_location: placeJson(answerLocation),
    })),
    remove: remove.map(({ location }) => ({ location: placeJson(location) ?? {} })),
  };
}

function correctionsMessage({ areas, add, remove }: CorrectionsInput): CorrectionsMessage {
  return {
    areas: areas.map(({ sheet, table, asks, columns, first_row, last_row }) => ({
      sheet,
      table: table ?? undefined,
      asks: asks ?? true,
      columns: columns
        ? {
            question: columns.question ?? undefined,
            number: columns.number ?? undefined,
            section: columns.section ?? undefined,
            answers: columns.answers ?? [],
            choices: columns.choices ?? [],
            comment: columns.comment ?? undefined,
          }
        : undefined,
      firstRow: first_row ?? undefined,
      lastRow: last_row ?? undefined,
    })),
    add: add.map(({ location, answer_location }) => ({ location, answerLocation: answer_location ?? undefined })),
    remove: remove.map(({ location }) => ({ location })),
  };
}
