import { healthz } from './health/healthz.js';
import { readyz } from './health/readyz.js';
import { listConversations } from './insights/list-conversations.js';
import { listConflicts } from './knowledge-answers/conflicts.js';
import { createAnswer } from './knowledge-answers/create.js';
import { deleteAnswer } from './knowledge-answers/delete.js';
import { getAnswer } from './knowledge-answers/get.js';
import { importAnswers } from './knowledge-answers/import.js';
import { listAnswers } from './knowledge-answers/list.js';
import { updateAnswer } from './knowledge-answers/update.js';
import { verifyAnswer } from './knowledge-answers/verify.js';
import { deleteDocument } from './knowledge-documents/delete.js';
import { getDocument } from './knowledge-documents/get.js';
import { listDocuments } from './knowledge-documents/list.js';
import { uploadDocument } from './knowledge-documents/upload.js';
import { createOrganization } from './organizations/create.js';
import { listOrganizations } from './organizations/list.js';
import { switchOrganization } from './organizations/switch.js';
import { deleteQuestionnaire } from './questionnaires/delete.js';
import { getExtraction } from './questionnaires/extraction.js';
import { getQuestion } from './questionnaires/get-question.js';
import { listQuestionnaires } from './questionnaires/list.js';
import { getOverview } from './questionnaires/overview.js';
import { listQuestions } from './questionnaires/questions.js';
import { retryQuestionnaire } from './questionnaires/retry.js';
import { searchQuestionnaires } from './questionnaires/search.js';
import { uploadFile } from './questionnaires/upload-file.js';
import { uploadText } from './questionnaires/upload-text.js';
import type { Route } from './route.js';
import { createTag } from './tags/create.js';
import { deleteTag } from './tags/delete.js';
import { listTags } from './tags/list.js';
import { updateTag } from './tags/update.js';
import { listUpdates } from './trust-portal-updates/list.js';

/**
 * Every endpoint. The router, the OpenAPI document, the 405s, the access checks and the isolation test are made from this
 * one table.
 */
export const routes: readonly Route[] = [
  uploadFile,
  uploadText,
  listQuestionnaires,
  searchQuestionnaires,
  getOverview,
  getExtraction,
  listQuestions,
  getQuestion,
  retryQuestionnaire,
  deleteQuestionnaire,
  listTags,
  createTag,
  updateTag,
  deleteTag,
  uploadDocument,
  listDocuments,
  getDocument,
  deleteDocument,
  createAnswer,
  listAnswers,
  listConflicts,
  importAnswers,
  getAnswer,
  updateAnswer,
  deleteAnswer,
  verifyAnswer,
  createOrganization,
  listOrganizations,
  switchOrganization,
  listConversations,
  listUpdates,
  healthz,
  readyz,
];
