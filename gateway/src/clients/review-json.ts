import type {
  HistoryEntry as HistoryMessage,
  QuestionComment as CommentMessage,
  QuestionState as StateMessage,
  RewriteProposal as ProposalMessage,
  SuggestAnswersReply,
} from '@candor/proto/candor/questionnaire/v1/review';
import type { Comment, HistoryEntry, SuggestionList } from '../routes/review/resource.js';
import type { RewriteGoal, RewriteProposal } from '../routes/review/rewrite-proposal.js';
import { assigneeJson } from './questionnaire-json.js';

/** Messages of the review service as the REST API tells them. */

export const commentJson = ({ id, questionId, at, author, text }: CommentMessage): Comment => ({
  id,
  question_id: questionId,
  at,
  author,
  text,
});

export const historyJson = ({ version, at, actor, action, before, after, note }: HistoryMessage): HistoryEntry => ({
  version,
  at,
  actor,
  action,
  before: stateJson(before),
  after: stateJson(after),
  note: note || null,
});

const stateJson = (state: StateMessage | undefined): HistoryEntry['before'] => ({
  answer: state?.answer || null,
  comment: state?.comment || null,
  answer_status: (state?.answerStatus ?? 'UNANSWERED') as HistoryEntry['before']['answer_status'],
  approved: state?.approved ?? false,
  assignee: state?.assignee ? assigneeJson(state.assignee) : null,
});

export const suggestionsJson = ({ suggestions }: SuggestAnswersReply): SuggestionList => ({
  suggestions: suggestions.map((one) => ({
    source_id: one.sourceId,
    source_type: one.sourceType as SuggestionList['suggestions'][number]['source_type'],
    document_id: one.documentId || null,
    title: one.title,
    locator: one.locator,
    answer: one.answer || null,
    comment: one.comment || null,
  })),
});

export const proposalJson = (questionId: string, goal: RewriteGoal, message: ProposalMessage): RewriteProposal => ({
  question_id: questionId,
  version: message.version,
  goal,
  outcome: message.outcome as RewriteProposal['outcome'],
  text: message.text || null,
  language: message.language || null,
  checked: (message.checked || null) as RewriteProposal['checked'],
  note: message.note || null,
  rejection: message.rejectionCode === '' ? null : { code: message.rejectionCode, message: message.rejectionMessage },
  changes: message.changes as RewriteProposal['changes'],
});
