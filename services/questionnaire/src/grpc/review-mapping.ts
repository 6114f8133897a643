import type * as pb from '@candor/proto/candor/questionnaire/v1/review';
import type { Assignee } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { RewriteProposal } from '../review/rewrite-proposals.js';
import type { CommentDocument, ExportDocument, HistoryDocument, QuestionState } from '../store/review-documents.js';

/** Stored documents of the review to messages. */

const toAssignee = ({ assigneeId, assigneeType }: QuestionState): Assignee | undefined =>
  assigneeId === '' ? undefined : { id: assigneeId, type: assigneeType === '' ? 'USER' : assigneeType };

const toState = (state: QuestionState): pb.QuestionState => ({
  answer: state.answer,
  comment: state.comment,
  answerStatus: state.answerStatus,
  approved: state.approved,
  assignee: toAssignee(state),
});

export const toHistoryEntry = ({
  version,
  at,
  actor,
  action,
  before,
  after,
  note,
}: HistoryDocument): pb.HistoryEntry => ({
  version,
  at,
  actor,
  action,
  note: note ?? '',
  before: toState(before),
  after: toState(after),
});

export const toComment = ({ _id, questionId, at, author, text }: CommentDocument): pb.QuestionComment => ({
  id: _id,
  questionId,
  at,
  author,
  text,
});

export const toExportFile = ({ _id, fileName, mimeType, size, sha256, generated }: ExportDocument): pb.ExportFile => ({
  exportId: _id,
  fileName,
  mimeType,
  size,
  sha256,
  generated,
});

export const toProposal = ({ rejection, ...proposal }: RewriteProposal): pb.RewriteProposal => ({
  ...proposal,
  rejectionCode: rejection?.code ?? '',
  rejectionMessage: rejection?.message ?? '',
});
