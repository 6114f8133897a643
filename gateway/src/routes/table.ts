import { issueApiKey } from './api-keys/issue.js';
import { listApiKeys } from './api-keys/list.js';
import { revokeApiKey } from './api-keys/revoke.js';
import { rotateApiKey } from './api-keys/rotate.js';
import { listAuditLog } from './audit-log/list.js';
import { connectedAgentRoutes } from './connected-agents/routes.js';
import { backtestRoutes } from './backtests/table.js';
import { calibrationRoutes } from './calibration/table.js';
import { claimRoutes } from './claims/table.js';
import { topicRuleRoutes } from './topic-rules/table.js';
import { interviewRoutes } from './interviews/table.js';
import { slackRoutes } from './channels/slack.js';
import { extensionRoutes } from './extension/connections.js';
import { groupRoutes } from './groups/table.js';
import { healthz } from './health/healthz.js';
import { readyz } from './health/readyz.js';
import { ask } from './insights/ask.js';
import { importConversations } from './insights/import.js';
import { listConversations } from './insights/list-conversations.js';
import { summarizeInsights } from './insights/summary.js';
import { listCitationPlaces } from './document-versions/citation-places.js';
import { documentVersionRoutes } from './document-versions/routes.js';
import { listConflicts } from './knowledge-answers/conflicts.js';
import { createAnswer } from './knowledge-answers/create.js';
import { deleteAnswer } from './knowledge-answers/delete.js';
import { getAnswer } from './knowledge-answers/get.js';
import { importAnswers } from './knowledge-answers/import.js';
import { listAnswers } from './knowledge-answers/list.js';
import { updateAnswer } from './knowledge-answers/update.js';
import { verifyAnswer } from './knowledge-answers/verify.js';
import { deleteDocument } from './knowledge-documents/delete.js';
import { confirmAffectedAnswers } from './knowledge-documents/confirm-affected.js';
import { getDocument } from './knowledge-documents/get.js';
import { listAffectedAnswers } from './knowledge-documents/list-affected.js';
import { listDocuments } from './knowledge-documents/list.js';
import { listPassages } from './knowledge-documents/list-passages.js';
import { regenerateAffectedAnswers } from './knowledge-documents/regenerate-affected.js';
import { updateDocument } from './knowledge-documents/update.js';
import { uploadDocument } from './knowledge-documents/upload.js';
import { uploadVersion } from './knowledge-documents/upload-version.js';
import { verifyDocument } from './knowledge-documents/verify.js';
import { createOrganization } from './organizations/create.js';
import { deleteOrganization } from './organizations/delete.js';
import { listOrganizations } from './organizations/list.js';
import { switchOrganization } from './organizations/switch.js';
import { updateOrganization } from './organizations/update.js';
import { correctExtraction } from './questionnaires/correct-extraction.js';
import { deleteQuestionnaire } from './questionnaires/delete.js';
import { getExtractionLayout } from './questionnaires/extraction-layout.js';
import { getExtraction } from './questionnaires/extraction.js';
import { forgetCorrections } from './questionnaires/forget-corrections.js';
import { getCorrections } from './questionnaires/get-corrections.js';
import { getQuestion } from './questionnaires/get-question.js';
import { listQuestionnaires } from './questionnaires/list.js';
import { getOverview } from './questionnaires/overview.js';
import { listQuestions } from './questionnaires/questions.js';
import { replaceFile } from './questionnaires/replace-file.js';
import { retryQuestionnaire } from './questionnaires/retry.js';
import { searchQuestionnaires } from './questionnaires/search.js';
import { takeForm } from './questionnaires/take-form.js';
import { uploadFile } from './questionnaires/upload-file.js';
import { uploadText } from './questionnaires/upload-text.js';
import { getWaitingWork } from './questionnaires/waiting.js';
import { answerAskedQuestion } from './asked/answer.js';
import { finishAskedQuestions } from './asked/done.js';
import { listAskedQuestions } from './asked/list.js';
import { getLoad } from './asked/load.js';
import { addComment } from './review/add-comment.js';
import { approveQuestions } from './review/approve-many.js';
import { approveQuestion } from './review/approve.js';
import { completeQuestionnaire } from './review/complete.js';
import { editQuestions } from './review/edit-many.js';
import { editQuestion } from './review/edit-question.js';
import { editQuestionnaire } from './review/edit-questionnaire.js';
import { exportQuestionnaire } from './review/export.js';
import { listHistory } from './review/history.js';
import { listComments } from './review/list-comments.js';
import { getReceipt } from './review/receipt.js';
import { regenerateAnswer } from './review/regenerate.js';
import { regenerateQuestionnaire } from './review/regenerate-questionnaire.js';
import { rewriteAnswer } from './review/rewrite.js';
import { reopenQuestionnaire } from './review/reopen.js';
import { sendBackQuestionnaire } from './review/send-back.js';
import { submitQuestionnaire } from './review/submit.js';
import { listSuggestions } from './review/suggestions.js';
import { unapproveQuestion } from './review/unapprove.js';
import { listNotifications } from './notifications/list.js';
import { markNotificationsRead } from './notifications/mark-read.js';
import { changeNotificationPreferences, getNotificationPreferences } from './notifications/preferences.js';
import type { Route } from './route.js';
import { scimRoutes } from './scim/table.js';
import { oidcRoutes } from './sign-in/oidc.js';
import { signInProviderRoutes } from './sign-in-provider/table.js';
import { invitationRoutes } from './users/invitations.js';
import { getSession } from './session/get.js';
import { signInByLink } from './session/sign-in.js';
import { tagRoutes } from './tags/table.js';
import { createUser } from './users/create.js';
import { deleteUser } from './users/delete.js';
import { getUser } from './users/get.js';
import { listUsers } from './users/list.js';
import { updateUser } from './users/update.js';
import { createCategory } from './trust-portal-categories/create.js';
import { deleteCategory } from './trust-portal-categories/delete.js';
import { listCategories } from './trust-portal-categories/list.js';
import { renameCategory } from './trust-portal-categories/rename.js';
import { addSubscriber } from './trust-portal-subscribers/add.js';
import { deleteSubscriber } from './trust-portal-subscribers/delete.js';
import { getSubscriber } from './trust-portal-subscribers/get.js';
import { importSubscribers } from './trust-portal-subscribers/import.js';
import { listSubscribers } from './trust-portal-subscribers/list.js';
import { unsubscribe } from './trust-portal-subscribers/unsubscribe.js';
import { getMailState } from './trust-portal-mail/get.js';
import { sendTestMail, testUpdate } from './trust-portal-mail/test.js';
import { archiveUpdate } from './trust-portal-updates/archive.js';
import { createUpdate } from './trust-portal-updates/create.js';
import { listDeliveries } from './trust-portal-updates/deliveries.js';
import { editUpdate } from './trust-portal-updates/edit.js';
import { getUpdate } from './trust-portal-updates/get.js';
import { listUpdates } from './trust-portal-updates/list.js';
import { listRecipients } from './trust-portal-updates/recipients.js';
import { deleteUpdate } from './trust-portal-updates/delete.js';
import { retryDeliveries } from './trust-portal-updates/retry-deliveries.js';
import { unarchiveUpdate } from './trust-portal-updates/unarchive.js';
import { portalRoutes } from './portal.js';
import { createWebhook } from './webhooks/create.js';
import { listWebhooks } from './webhooks/list.js';
import { getWebhook } from './webhooks/get.js';
import { updateWebhook } from './webhooks/update.js';
import { deleteWebhook } from './webhooks/delete.js';
import { rotateWebhookSecret } from './webhooks/rotate-secret.js';
import { testWebhook } from './webhooks/test.js';
import { listWebhookDeliveries } from './webhooks/list-deliveries.js';
import { getWebhookDelivery } from './webhooks/get-delivery.js';
import { replayWebhookDelivery } from './webhooks/replay.js';

import { createFirstAdmin } from './sign-in/first-admin.js';
import { redeemSignInMail, requestSignInMail } from './sign-in/mail.js';
import { listSignInMethods } from './sign-in/methods.js';
import { signInWithPassword } from './sign-in/password.js';
import { signOut } from './sign-in/sign-out.js';
import { setPassword } from './session/password.js';
import { everywhereRoutes } from './session/everywhere.js';
import { listSignIns, revokeSignIn } from './session/sign-ins.js';

/**
 * Every endpoint. The router, the OpenAPI document, the 405s, the access checks and the isolation test are made from this
 * one table.
 */
export const routes: readonly Route[] = [
  uploadFile,
  uploadText,
  takeForm,
  ...extensionRoutes,
  listQuestionnaires,
  searchQuestionnaires,
  getWaitingWork,
  getLoad,
  listAskedQuestions,
  finishAskedQuestions,
  answerAskedQuestion,
  getOverview,
  getExtraction,
  getExtractionLayout,
  getCorrections,
  correctExtraction,
  forgetCorrections,
  listQuestions,
  getQuestion,
  editQuestion,
  editQuestions,
  approveQuestion,
  unapproveQuestion,
  approveQuestions,
  regenerateAnswer,
  rewriteAnswer,
  listSuggestions,
  listCitationPlaces,
  listHistory,
  listComments,
  addComment,
  retryQuestionnaire,
  replaceFile,
  submitQuestionnaire,
  sendBackQuestionnaire,
  completeQuestionnaire,
  reopenQuestionnaire,
  regenerateQuestionnaire,
  editQuestionnaire,
  exportQuestionnaire,
  getReceipt,
  deleteQuestionnaire,
  ...claimRoutes,
  ...backtestRoutes,
  ...calibrationRoutes,
  ...interviewRoutes,
  ...topicRuleRoutes,
  ...tagRoutes,
  uploadDocument,
  listDocuments,
  getDocument,
  listPassages,
  updateDocument,
  verifyDocument,
  uploadVersion,
  ...documentVersionRoutes,
  listAffectedAnswers,
  confirmAffectedAnswers,
  regenerateAffectedAnswers,
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
  updateOrganization,
  listOrganizations,
  switchOrganization,
  deleteOrganization,
  issueApiKey,
  listApiKeys,
  rotateApiKey,
  getSession,
  signInByLink,
  listSignIns,
  revokeSignIn,
  ...everywhereRoutes,
  setPassword,
  listSignInMethods,
  signInWithPassword,
  requestSignInMail,
  redeemSignInMail,
  createFirstAdmin,
  signOut,
  revokeApiKey,
  createUser,
  listUsers,
  getUser,
  updateUser,
  deleteUser,
  ...groupRoutes,
  listAuditLog,
  listConversations,
  importConversations,
  summarizeInsights,
  ask,
  ...slackRoutes,
  createUpdate,
  listUpdates,
  getUpdate,
  editUpdate,
  archiveUpdate,
  unarchiveUpdate,
  deleteUpdate,
  listRecipients,
  testUpdate,
  getMailState,
  sendTestMail,
  listDeliveries,
  retryDeliveries,
  listSubscribers,
  addSubscriber,
  importSubscribers,
  getSubscriber,
  unsubscribe,
  deleteSubscriber,
  listCategories,
  createCategory,
  renameCategory,
  deleteCategory,
  ...portalRoutes,
  ...connectedAgentRoutes,
  ...oidcRoutes,
  ...signInProviderRoutes,
  ...invitationRoutes,
  ...scimRoutes,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
  listNotifications,
  markNotificationsRead,
  getNotificationPreferences,
  changeNotificationPreferences,
  healthz,
  readyz,
];
