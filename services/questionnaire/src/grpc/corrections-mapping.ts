import { invalid } from '@candor/runtime';
import type * as pb from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { CorrectionsInForce, Difference } from '../corrections/correcting.js';
import { isProcessing } from '../domain/status.js';
import type { QuestionPlace } from '../extraction/result.js';
import type { AreaCorrection, Corrections, SaidColumns } from '../extraction/said/corrections.js';
import type { AreaLayout } from '../extraction/said/layout.js';
import type { SheetDocument } from '../store/documents.js';
import { toPlace } from './mapping.js';

/** Corrections and layouts to messages and back. */

export function toArea({ sheet, area }: { sheet: SheetDocument; area: AreaLayout | undefined }): pb.ExtractionArea {
  return {
    sheetId: sheet._id,
    sheet: sheet.name,
    table: area?.table ?? undefined,
    hidden: sheet.hidden,
    rowCount: area?.rowCount ?? 0,
    columnCount: area?.columnCount ?? 0,
    questions: area?.questions ?? sheet.questionCount,
    headings: area?.headings ?? [],
    columns: toColumns(area?.columns ?? null),
    firstRow: area?.firstRow ?? undefined,
    lastRow: area?.lastRow ?? undefined,
  };
}

const toColumns = (columns: SaidColumns | null): pb.ExtractionColumns | undefined =>
  columns === null
    ? undefined
    : {
        question: columns.question ?? undefined,
        number: columns.number ?? undefined,
        section: columns.section ?? undefined,
        answers: columns.answers,
        choices: columns.choices,
        comment: columns.comment ?? undefined,
      };

const placeOrNone = (place: QuestionPlace | null): pb.Place | undefined =>
  place === null ? undefined : toPlace(place);

export const toCorrections = ({ areas, add, remove }: Corrections): pb.Corrections => ({
  areas: areas.map(({ sheet, table, asks, columns, firstRow, lastRow }) => ({
    sheet,
    asks,
    table: table ?? undefined,
    columns: toColumns(columns),
    firstRow: firstRow ?? undefined,
    lastRow: lastRow ?? undefined,
  })),
  add: add.map(({ location, answerLocation }) => ({
    location: toPlace(location),
    answerLocation: placeOrNone(answerLocation),
  })),
  remove: remove.map(({ location }) => ({ location: toPlace(location) })),
});

export function toInForce(state: CorrectionsInForce): pb.GetCorrectionsReply {
  const { whyNot, corrections, correctedAt, correctedBy, remembered } = state;
  return {
    canCorrect: whyNot === '',
    whyNot,
    corrections: toCorrections(corrections),
    correctedAt,
    correctedBy,
    remembered: remembered && {
      corrections: toCorrections(remembered.corrections),
      questionnaireId: remembered.questionnaireId,
      title: remembered.title,
      at: remembered.at,
    },
  };
}

export function toDifference({
  counts,
  added,
  removed,
  moved,
  leftOut,
  status,
}: Difference): pb.CorrectExtractionReply {
  return {
    addedCount: counts.added,
    removedCount: counts.removed,
    removedWithWorkCount: counts.removedWithWork,
    movedCount: counts.moved,
    keptCount: counts.kept,
    added: added.map(({ location, answerLocation, text, section }) => ({
      location: toPlace(location),
      answerLocation: placeOrNone(answerLocation),
      text,
      section,
    })),
    removed: removed.map(({ question: { _id, location, text }, work }) => ({
      questionId: _id,
      location: toPlace(location),
      text,
      hasWork: work,
    })),
    moved: moved.map(({ known, found }) => ({
      questionId: known._id,
      location: toPlace(found.location),
      text: found.text,
      from: placeOrNone(known.answerLocation),
      to: placeOrNone(found.answerLocation),
    })),
    leftOut,
    status,
    shouldPoll: isProcessing(status),
  };
}

/** Throws `invalid_input` for a place that says nothing. */
export function fromCorrections(message: pb.Corrections | undefined): Corrections {
  const { areas = [], add = [], remove = [] } = message ?? {};
  return {
    areas: areas.map(fromArea),
    add: add.map(({ location, answerLocation }, i) => ({
      location: fromPlace(location, `corrections.add.${i}.location`),
      answerLocation:
        answerLocation === undefined ? null : fromPlace(answerLocation, `corrections.add.${i}.answer_location`),
    })),
    remove: remove.map(({ location }, i) => ({ location: fromPlace(location, `corrections.remove.${i}.location`) })),
  };
}

function fromArea({ sheet, table, asks, columns, firstRow, lastRow }: pb.AreaCorrection): AreaCorrection {
  return {
    sheet,
    table: table ?? null,
    asks,
    columns: columns
      ? {
          question: columns.question ?? null,
          number: columns.number ?? null,
          section: columns.section ?? null,
          answers: columns.answers,
          choices: columns.choices,
          comment: columns.comment ?? null,
        }
      : null,
    firstRow: firstRow ?? null,
    lastRow: lastRow ?? null,
  };
}

function fromPlace(place: pb.Place | undefined, path: string): QuestionPlace {
  const { sheet, cell, table, row, column, page, line, paragraph, field } = place ?? {};
  if (cell !== undefined) return { sheet: sheet ?? '', cell: cell.toUpperCase() };
  if (table !== undefined && row !== undefined && column !== undefined) return { table, row, column };
  if (page !== undefined && line !== undefined) return { page, line };
  if (paragraph !== undefined) return { paragraph };
  if (field !== undefined) return { field };
  const message = 'must be a place: {sheet, cell}, {table, row, column}, {page, line}, {paragraph} or {field}.';
  throw invalid([{ path, message }]);
}
