import { insights, knowledge } from './evidence.js';
import { organizations } from './organizations.js';
import { questionnaires } from './questionnaires.js';
import { questions } from './questions.js';
import { trustPortal } from './trust-portal.js';

/** What a field means, and a value that it may have. */
export type Wording = readonly [description: string, example?: unknown];

export const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/**
 * Words for fields whose schema says none, by "Schema.field" or by the field's name wherever it occurs. What a schema says
 * itself comes first; a test sees that nothing is left without words, and that no words here are unused.
 */
export const glossary: Readonly<Record<string, Wording>> = {
  ...questionnaires,
  ...questions,
  ...knowledge,
  ...insights,
  ...organizations,
  ...trustPortal,
};

/** What a named schema is. */
export const schemaWords: Readonly<Record<string, string>> = {
  AnswerAgainReceipt: 'How many answers are regenerated',
  AnswerConflictList: 'Library answers that ask the same',
  ApiKey: 'An API key, without its secret',
  ApiKeyList: 'A page of API keys',
  AskedAnswer: 'What the evidence says to a question',
  Assignee: 'A user or group that a questionnaire or question is assigned to',
  AuditEntry: 'One thing that was done',
  AuditLog: 'A page of the audit log',
  BulkEdit: 'What became of each question that was named',
  BulkApproval: 'How many questions were approved, and which were not',
  Citation: 'What an answer stands on',
  Comment: 'A remark on a question',
  CommentList: 'A page of remarks',
  CompletionMetrics: 'How long the processing took',
  Confidence: 'How sure the answer is: HIGH is right at least 95 times in 100',
  Conversation: 'A question that somebody asked, and its answer',
  ConversationImport: 'What became of imported conversations',
  ConversationPage: 'A page of conversations',
  Deleted: 'What was deleted',
  Delivery: 'The email of an update to one subscriber',
  DeliveryList: 'A page of emails',
  ExtractionAccount: 'What became of every part of a document',
  Group: 'Users under one name',
  GroupList: 'A page of groups',
  Health: 'The process is up',
  HistoryEntry: 'One change of a question',
  HistoryList: 'A page of changes',
  SuggestionList: 'Evidence near a question',
  ImportReport: 'What became of the rows of a table',
  InsightsSummary: 'Conversations by day and channel',
  IssuedApiKey: 'An API key with its secret, which is shown this once',
  JoinByDomain: 'Who may join without an invitation, and as what',
  KnowledgeDocument: 'A document of the evidence',
  KnowledgeDocumentList: 'A page of documents',
  Passage: 'A part of a document that answers cite',
  PassageList: 'A page of passages',
  LibraryAnswer: 'A reusable answer',
  LibraryAnswerList: 'A page of the answer library',
  MatchedQuestion: 'A question that the search matched',
  Organization: 'An organization: a parent, or an isolated workspace under one',
  Pagination: 'Where a page is in its list',
  ProcessingLog: 'Something that the processing noticed',
  ProcessingStatus: 'How far a questionnaire is',
  AreaCorrection: 'What people say of a sheet, a text document or a table in it',
  CorrectionsDifference: 'What corrections change',
  CorrectionsInForce: 'What people said of a document, and of earlier files of its shape',
  DraftingUsage: 'What drafting by an endpoint took, over all runs; absent where none has drafted answers',
  ExtractionLayout: 'What each sheet and table of a document was taken for',
  Forgotten: 'Whether there was something to forget',
  SaidColumns: 'Columns as people say them, by their letters',
  UsedColumns: 'Columns as they were taken, by their letters',
  Question: 'A question of a questionnaire with its answer',
  QuestionList: 'A page of questions',
  AskedQuestionList: 'A page of questions that are assigned to somebody',
  Load: 'What is assigned to whom, and not answered yet',
  QuestionState: 'What people decide about a question, before or after a change',
  QuestionnaireFile: 'The uploaded file',
  QuestionnaireItem: 'A questionnaire in a list',
  QuestionnaireList: 'A page of questionnaires',
  QuestionnaireOverview: 'Everything about a questionnaire but its questions',
  QuestionnaireSearchResult: 'A page of questionnaires that matched',
  Readiness: 'Which services are reached',
  RecipientList: 'Who would get an update now, and why others would not',
  SearchItem: 'A questionnaire that matched, with its questions that did',
  Sheet: 'A sheet of the document',
  SheetStats: 'Counts of a sheet',
  Statistics: 'Counts of a questionnaire, equal to a recount at all times',
  StatusChange: 'One move from status to status',
  Subscriber: 'An address that gets updates',
  SubscriberImport: 'What became of imported addresses',
  SubscriberPage: 'A page of subscribers',
  Tag: 'A topic of questionnaires',
  TrustPortalCategory: 'A topic of updates',
  TrustPortalCategoryList: 'The categories of the trust portal',
  TrustPortalUpdate: 'News that the trust portal publishes',
  TrustPortalUpdateList: 'A page of updates',
  UploadReceipt: 'The upload was taken',
  WaitingWork: 'What waits for people, in all questionnaires that are not completed',
  User: 'A person of the organization',
  UserList: 'A page of users',
};

/** What a parameter of a path names. */
export const pathWords: Readonly<Record<string, string>> = {
  questionnaire_id: 'Id of the questionnaire',
  question_id: 'Id of the question',
  tag_id: 'Id of the tag',
  document_id: 'Id of the document',
  answer_id: 'Id of the library answer',
  organization_id: 'Id of the organization',
  api_key_id: 'Id of the API key',
  user_id: 'Id of the user',
  group_id: 'Id of the group',
  update_id: 'Id of the update',
  subscription_id: 'Id of the subscriber',
  finding_id: 'Id of the finding',
  category_id: 'Id of the category',
  webhook_id: 'Id of the webhook',
  delivery_id: 'Id of the delivery',
  sign_in_id: 'Id of the sign-in',
  connected_agent_id: 'Id of the connected agent',
  extension_id: 'Id of the key of the browser extension',
};
