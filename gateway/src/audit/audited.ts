import { AUDITED_OF_PORTALS } from './audited-portals.js';
import { lengthOf, type Audited, type Facts } from './operation.js';

const questionnaire = (what: string, details?: Audited['details']): Audited => ({
  action: `questionnaire.${what}`,
  ...(details ? { details } : {}),
});
/** How many questions were changed, left and refused. */
function countsOf(results: unknown): Record<string, number> {
  const counts: Record<string, number> = { changed: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of Array.isArray(results) ? (results as { outcome: string }[]) : [])
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
/** Who was asked, where somebody was: "user:…" or "group:…", as actors are named. */
function assigneeOf(body: Facts): Record<string, string> {
  const { id, type } = (body['assignee'] ?? {}) as { id?: string; type?: string };
  return id === undefined ? {} : { assignee: `${(type ?? 'USER').toLowerCase()}:${id}` };
}
/** The number of the version that waits, or waited, for a document. */
const waitingOf = (document: Facts): number => Number(document['version']) + 1;
/** From which scores a backtest would have the bands given. */
function bandsOf(reply: Facts): Record<string, unknown> {
  const { high, medium } = reply as Record<'high' | 'medium', { from?: number | null } | undefined>;
  return { high_from: high?.from ?? 'never', medium_from: medium?.from ?? 'never' };
}

/** By operationId: what is recorded here, because its service keeps no log of its own. */
export const AUDITED: Readonly<Record<string, Audited>> = {
  uploadQuestionnaireFile: questionnaire('uploaded'),
  uploadQuestionnaireText: questionnaire('uploaded'),
  takeForm: questionnaire('form_taken', ({ body }) => ({ questions: lengthOf(body['questions']) })),
  editQuestionnaire: questionnaire('edited', ({ body }) => ({ fields: Object.keys(body).join(', ') })),
  deleteQuestionnaire: questionnaire('deleted'),
  retryQuestionnaire: questionnaire('retried'),
  replaceQuestionnaireFile: questionnaire('file_replaced'),
  submitQuestionnaire: questionnaire('submitted', ({ body }) => ({ approvers: lengthOf(body['approver_ids']) })),
  sendBackQuestionnaire: questionnaire('sent_back', ({ body }) => ({ questions: lengthOf(body['question_ids']) })),
  completeQuestionnaire: questionnaire('completed', ({ body }) => ({ force: body['force'] ?? false })),
  reopenQuestionnaire: questionnaire('reopened'),
  regenerateQuestionnaire: questionnaire('regenerated', ({ reply }) => ({ questions: reply['questions'] })),
  correctExtraction: questionnaire('corrected', ({ body, reply }) => ({
    dry_run: body['dry_run'] ?? false,
    ...(reply['counts'] as Record<string, unknown>),
  })),
  forgetCorrections: questionnaire('corrections_forgotten', ({ reply }) => ({ forgotten: reply['forgotten'] })),
  exportQuestionnaire: questionnaire('exported', ({ query }) => ({
    format: query['format'] ?? 'original',
    answers: query['answers'] ?? 'all',
  })),
  getExportReceipt: questionnaire('receipt_exported', ({ query }) => ({
    format: query['format'] ?? 'original',
    answers: query['answers'] ?? 'all',
  })),
  approveQuestions: questionnaire('questions_approved', ({ reply }) => ({
    approved: reply['approved'],
    skipped: lengthOf(reply['skipped']),
  })),
  editQuestions: questionnaire('questions_edited', ({ body, reply }) => ({
    fields: Object.keys(body)
      .filter((name) => name !== 'questions')
      .join(', '),
    ...assigneeOf(body),
    ...countsOf(reply['results']),
  })),
  approveQuestion: { action: 'question.approved' },
  unapproveQuestion: { action: 'question.unapproved' },
  editQuestion: {
    action: 'question.edited',
    details: ({ body }) => ({ fields: Object.keys(body).join(', '), ...assigneeOf(body) }),
  },
  answerAskedQuestion: {
    action: 'question.answered',
    details: ({ body }) => ({ fields: Object.keys(body).join(', ') }),
  },
  finishAskedQuestions: { action: 'questions.done', details: ({ reply }) => countsOf(reply['results']) },
  regenerateAnswer: { action: 'question.regenerated' },
  rewriteAnswer: {
    action: 'question.rewrite_proposed',
    details: ({ body, reply }) => ({ goal: body['goal'], outcome: reply['outcome'] }),
  },
  addQuestionComment: { action: 'question.commented' },
  changeClaimFinding: {
    action: 'finding.changed',
    details: ({ body, reply }) => ({ fields: Object.keys(body).join(', '), state: reply['state'] }),
  },
  startBacktest: {
    action: 'backtest.started',
    details: ({ reply }) => ({ questionnaires: reply['questionnaires'], questions: reply['questions'] }),
  },
  settleBacktestAnswer: { action: 'backtest.answer_settled', details: ({ reply }) => ({ settled: reply['settled'] }) },
  exportBacktest: { action: 'backtest.exported', details: ({ query }) => ({ format: query['format'] ?? 'pdf' }) },
  cancelBacktest: { action: 'backtest.cancelled' },
  deleteBacktest: { action: 'backtest.deleted' },
  calibrate: {
    action: 'calibration.applied',
    details: ({ reply }) => ({ dry_run: reply['dry_run'], ...bandsOf(reply) }),
  },
  deleteCalibration: { action: 'calibration.removed', details: ({ reply }) => ({ version: reply['version'] }) },
  planInterview: {
    action: 'interview.planned',
    details: ({ body, reply }) => ({
      facts: lengthOf(reply['facts']),
      standard_set: body['include_standard_set'] ?? false,
    }),
  },
  answerStandardSet: { action: 'interview.usual_answered' },
  sendInterview: { action: 'interview.sent', details: ({ reply }) => ({ facts: lengthOf(reply['facts']) }) },
  deleteInterview: { action: 'interview.deleted' },
  changeFact: {
    action: 'fact.changed',
    details: ({ body }) => ({ fields: Object.keys(body).join(', '), ...assigneeOf(body) }),
  },
  answerFact: { action: 'fact.answered' },
  passFact: { action: 'fact.passed_on', details: ({ reply }) => ({ state: reply['state'] }) },
  createTopicRule: { action: 'rule.created', details: ({ reply }) => ({ active: reply['active'] }) },
  changeTopicRule: {
    action: 'rule.changed',
    details: ({ body, reply }) => ({ fields: Object.keys(body).join(', '), active: reply['active'] }),
  },
  deleteTopicRule: { action: 'rule.deleted' },
  createTag: { action: 'tag.created' },
  updateTag: { action: 'tag.updated' },
  deleteTag: { action: 'tag.deleted' },
  uploadKnowledgeDocument: { action: 'document.uploaded' },
  updateKnowledgeDocument: {
    action: 'document.updated',
    details: ({ body }) => ({ fields: Object.keys(body).join(', ') }),
  },
  verifyKnowledgeDocument: { action: 'document.verified' },
  uploadKnowledgeDocumentVersion: {
    action: 'document.replaced',
    details: ({ reply }) => ({ version: reply['version'] }),
  },
  moveDocumentVersion: {
    action: 'document.version_moved',
    details: ({ body, reply }) => ({ version: waitingOf(reply), effective_at: body['effective_at'] }),
  },
  cancelDocumentVersion: {
    action: 'document.version_cancelled',
    details: ({ reply }) => ({ version: waitingOf(reply) }),
  },
  confirmAffectedAnswers: {
    action: 'document.answers_confirmed',
    details: ({ reply }) => ({ confirmed: reply['confirmed'] }),
  },
  regenerateAffectedAnswers: {
    action: 'document.answers_regenerated',
    details: ({ reply }) => ({ questionnaires: lengthOf(reply['questionnaires']), kept: reply['kept'] }),
  },
  deleteKnowledgeDocument: { action: 'document.deleted' },
  createLibraryAnswer: { action: 'answer.created' },
  updateLibraryAnswer: { action: 'answer.updated' },
  verifyLibraryAnswer: { action: 'answer.verified' },
  deleteLibraryAnswer: { action: 'answer.deleted' },
  importLibraryAnswers: {
    action: 'answers.imported',
    details: ({ reply }) => ({ imported: reply['imported'], rejected: lengthOf(reply['rejected']) }),
  },
  setSlackChannel: {
    action: 'slack.connected',
    details: ({ body }) => ({ fields: Object.keys(body).join(', ') }),
  },
  removeSlackChannel: { action: 'slack.disconnected' },
  importConversations: { action: 'conversations.imported', details: ({ reply }) => ({ imported: reply['imported'] }) },
  ...AUDITED_OF_PORTALS,
};

/** Recorded by the tenant service itself, in the same step. */
export const RECORDED_BEHIND: readonly string[] = [
  'createOrganization',
  'updateOrganization',
  'switchOrganization',
  'deleteOrganization',
  'issueApiKey',
  'signInByLink',
  'connectExtension',
  'disconnectExtension',
  'signInWithPassword',
  'redeemSignInMail',
  'createFirstAdmin',
  'signOut',
  'revokeSignIn',
  'signOutEverywhere',
  'signUserOutEverywhere',
  'setPassword',
  'rotateApiKey',
  'revokeApiKey',
  'createUser',
  'updateUser',
  'deleteUser',
  'createGroup',
  'updateGroup',
  'deleteGroup',
  'inviteUser',
  'resendInvitation',
  'withdrawInvitation',
  'deactivateUser',
  'reactivateUser',
  'acceptInvitation',
  'finishOidc',
  'setSignInProvider',
  'removeSignInProvider',
  'createScimUser',
  'replaceScimUser',
  'patchScimUser',
  'deleteScimUser',
  'createScimGroup',
  'replaceScimGroup',
  'patchScimGroup',
  'deleteScimGroup',
  'endExtension',
  'disconnectAgent',
  'disconnectAllAgents',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'changeNotificationPreferences',
];

/** Changes nothing of the organization's that the log of its own kind does not show. */
export const NOT_RECORDED: Readonly<Record<string, string>> = {
  showInvitation: 'nothing is changed',
  testSlackChannel: 'nothing is changed',
  testSignInProvider: 'nothing is changed',
  searchScimUsers: 'nothing is changed',
  searchScimGroups: 'nothing is changed',
  requestSignInMail: 'signing in by the link is recorded',
  allowExtension: 'the key that the code is exchanged for is recorded',
  ask: 'the conversation is recorded',
  testWebhook: 'the delivery log of the webhook',
  replayWebhookDelivery: 'the delivery log of the webhook',
  markNotificationsRead: 'what a person has read is theirs, and shown to nobody else',
};
