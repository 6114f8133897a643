import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { interviewEntries } from './isolation-finding.js';
import { portalEntries } from './isolation-portal.js';
import { scimEntries } from './isolation-scim.js';
import { SECRET, type Entry, type World } from './isolation-world.js';
import { csvOf, form, markdown } from '../support/multipart.js';
import { processed, QUESTIONS } from '../support/questionnaires.js';

const file = csvOf(QUESTIONS);
const FORM_ID = '0f4e6f0a-2f0b-4b5e-9a55-3f5c5c1c9a10';
const FORM_QUESTION = { key: 'q1', text: 'Is stored data encrypted?', kind: 'text' };

export const entries: Record<string, Entry> = {
  uploadQuestionnaireFile: {
    kind: 'creates',
    options: ({ tag_id: tag }) => ({ body: form(['company_name', 'B'], ['tag_ids', tag], ['file', file]) }),
    check: carriesNoTag,
  },
  uploadQuestionnaireText: {
    kind: 'creates',
    options: ({ tag_id: tag }) => ({ json: { text_content: QUESTIONS.join('\n'), tag_ids: [tag] } }),
    check: carriesNoTag,
  },
  takeForm: {
    kind: 'creates',
    options: () => ({ json: { form_id: FORM_ID, page_url: 'https://portal.example.com', questions: [FORM_QUESTION] } }),
    check: async (reply, { owner }) => {
      const { questionnaire_id: id } = reply as { questionnaire_id: string };
      expect((await owner.get(`/v1/questionnaire/${id}/overview`)).status).toBe(404);
    },
  },
  listQuestionnaires: { kind: 'lists' },
  getWaitingWork: {
    kind: 'lists',
    query: ({ user_id, group_id }) => `?assignee=${user_id},${group_id}`,
    nothing: { asked: [], to_approve: [], sent_back: [] },
  },
  replaceQuestionnaireFile: { kind: 'hidden', options: () => ({ body: form(['file', file]) }) },
  searchQuestionnaires: { kind: 'lists', query: `?query=${SECRET}` },
  getQuestionnaireOverview: { kind: 'hidden' },
  getExtractionAccount: { kind: 'hidden' },
  listQuestions: { kind: 'hidden' },
  getQuestion: { kind: 'hidden' },
  editQuestion: { kind: 'hidden', options: () => ({ json: { answer: 'Stolen' } }) },
  editQuestions: {
    kind: 'hidden',
    options: () => ({ json: { questions: [{ question_id: randomUUID() }], answer: 'Stolen' } }),
  },
  approveQuestion: { kind: 'hidden' },
  unapproveQuestion: { kind: 'hidden' },
  approveQuestions: { kind: 'hidden', options: () => ({ json: { filter: { all: true } } }) },
  regenerateAnswer: { kind: 'hidden' },
  rewriteAnswer: { kind: 'hidden', options: () => ({ json: { goal: 'shorter' } }) },
  listSuggestions: { kind: 'hidden' },
  listQuestionHistory: { kind: 'hidden' },
  listQuestionComments: { kind: 'hidden' },
  addQuestionComment: { kind: 'hidden', options: () => ({ json: { text: 'Read' } }) },
  submitQuestionnaire: { kind: 'hidden' },
  sendBackQuestionnaire: { kind: 'hidden', options: () => ({ json: { reason: 'Stolen' } }) },
  getLoad: { kind: 'lists', nothing: { people: [] } },
  listAskedQuestions: {
    kind: 'lists',
    query: ({ user_id, group_id }) => `?all=true&assignee=${user_id},${group_id}`,
    nothing: { questions: [], pagination: { total: 0 } },
  },
  answerAskedQuestion: { kind: 'hidden', options: () => ({ json: { answer: 'Stolen' } }) },
  finishAskedQuestions: {
    kind: 'creates',
    options: ({ question_id: id }) => ({ json: { question_ids: [id] } }),
    check: (reply) => {
      expect(reply).toMatchObject({ results: [{ outcome: 'refused', code: 'question_not_found' }] });
      return Promise.resolve();
    },
  },
  regenerateQuestionnaire: { kind: 'hidden', options: () => ({ json: { filter: { status: 'open' } } }) },
  completeQuestionnaire: { kind: 'hidden', options: () => ({ json: { force: true } }) },
  reopenQuestionnaire: { kind: 'hidden' },
  editQuestionnaire: { kind: 'hidden', options: () => ({ json: { title: 'Stolen' } }) },
  exportQuestionnaire: { kind: 'hidden' },
  getExportReceipt: { kind: 'hidden' },
  getExtractionLayout: { kind: 'hidden' },
  getCorrections: { kind: 'hidden' },
  correctExtraction: {
    kind: 'hidden',
    options: () => ({ json: { corrections: { areas: [], add: [], remove: [] } } }),
  },
  forgetCorrections: { kind: 'hidden' },
  retryQuestionnaire: { kind: 'hidden' },
  deleteQuestionnaire: { kind: 'hidden' },
  ...interviewEntries,
  listClaims: { kind: 'lists', query: ({ document_id: id }) => `?superseded=true&document_id=${id}` },
  listClaimFindings: { kind: 'lists', query: '?state=all' },
  changeClaimFinding: { kind: 'hidden', options: () => ({ json: { state: 'RESOLVED' } }) },
  draftClaimLetter: { kind: 'lists', query: '?customer=Northgate%20Bank', nothing: { findings: 0, letter: '' } },
  startBacktest: { kind: 'elsewhere', why: 'backtest.test.ts: a questionnaire of others is none' },
  listBacktests: { kind: 'lists' },
  getBacktest: { kind: 'hidden' },
  listBacktestAnswers: { kind: 'hidden' },
  settleBacktestAnswer: { kind: 'hidden', options: () => ({ json: { settled: 'OURS_WRONG' } }) },
  exportBacktest: { kind: 'hidden' },
  cancelBacktest: { kind: 'hidden' },
  deleteBacktest: { kind: 'hidden' },
  listTags: { kind: 'lists' },
  createTag: { kind: 'creates', options: () => ({ json: { name: SECRET } }) },
  updateTag: { kind: 'hidden', options: () => ({ json: { name: 'Stolen' } }) },
  deleteTag: { kind: 'hidden' },
  uploadKnowledgeDocument: { kind: 'creates', options: () => ({ body: form(['file', markdown('# B')]) }) },
  listKnowledgeDocuments: { kind: 'lists' },
  getKnowledgeDocument: { kind: 'hidden' },
  listKnowledgePassages: { kind: 'hidden' },
  updateKnowledgeDocument: { kind: 'hidden', options: () => ({ json: { review_every_days: 1 } }) },
  verifyKnowledgeDocument: { kind: 'hidden' },
  uploadKnowledgeDocumentVersion: { kind: 'hidden', options: () => ({ body: form(['file', markdown('# Stolen')]) }) },
  listAffectedAnswers: { kind: 'hidden' },
  confirmAffectedAnswers: { kind: 'hidden', options: () => ({ json: {} }) },
  regenerateAffectedAnswers: { kind: 'hidden', options: () => ({ json: {} }) },
  deleteKnowledgeDocument: { kind: 'hidden' },
  createLibraryAnswer: { kind: 'creates', options: () => ({ json: { question: 'B?', answer: 'B' } }) },
  listLibraryAnswers: { kind: 'lists', query: `?query=${SECRET}` },
  listLibraryConflicts: { kind: 'lists' },
  importLibraryAnswers: {
    kind: 'creates',
    options: () => ({
      body: form(['file', { fileName: 'b.csv', type: 'text/csv', content: `Question,Answer\n${SECRET} C?,C\n` }]),
    }),
    // The owner has this very question with another answer: it is no conflict here.
    check: (reply) => {
      expect(reply).toMatchObject({ imported: 1, duplicates: 0, conflicts: 0 });
      return Promise.resolve();
    },
  },
  getLibraryAnswer: { kind: 'hidden' },
  updateLibraryAnswer: { kind: 'hidden', options: () => ({ json: { answer: 'Stolen' } }) },
  deleteLibraryAnswer: { kind: 'hidden' },
  verifyLibraryAnswer: { kind: 'hidden' },
  inviteUser: {
    kind: 'creates',
    options: () => ({ json: { email: `invited-${SECRET}@example.com` } }),
  },
  resendInvitation: { kind: 'hidden' },
  withdrawInvitation: { kind: 'hidden' },
  deactivateUser: { kind: 'hidden' },
  reactivateUser: { kind: 'hidden' },
  showInvitation: { kind: 'elsewhere', why: 'a code says itself whose it is' },
  acceptInvitation: { kind: 'elsewhere', why: 'a code says itself whose it is' },
  startOidc: { kind: 'elsewhere', why: 'oidc.test.ts: shows nothing of an organization' },
  finishOidc: { kind: 'elsewhere', why: 'oidc.test.ts: a state says itself whose it is' },
  getSignInProvider: { kind: 'elsewhere', why: 'oidc.test.ts: there is none' },
  setSignInProvider: {
    kind: 'creates',
    options: () => ({ json: { issuer: 'https://login.example.com', client_id: 'b', client_secret: 'b' } }),
  },
  testSignInProvider: { kind: 'elsewhere', why: 'oidc.test.ts: calls a provider' },
  removeSignInProvider: { kind: 'elsewhere', why: 'oidc.test.ts: an organization has one at most' },
  getSlackChannel: { kind: 'elsewhere', why: 'slack.test.ts: an organization has one at most' },
  setSlackChannel: { kind: 'elsewhere', why: 'slack.test.ts: asks Slack' },
  removeSlackChannel: { kind: 'elsewhere', why: 'slack.test.ts: an organization has one at most' },
  testSlackChannel: { kind: 'elsewhere', why: 'slack.test.ts: asks Slack' },
  getSlackManifest: { kind: 'elsewhere', why: 'slack.test.ts: is made of the address' },
  ...scimEntries,
  createOrganization: { kind: 'elsewhere', why: 'organizations.test.ts' },
  updateOrganization: { kind: 'elsewhere', why: 'organizations.test.ts: the parent’s key may change every child' },
  listOrganizations: { kind: 'elsewhere', why: 'organizations.test.ts: the parent’s key may use every child' },
  switchOrganization: { kind: 'elsewhere', why: 'organizations.test.ts' },
  deleteOrganization: { kind: 'elsewhere', why: 'erasure.test.ts: the parent’s key may delete every child' },
  issueApiKey: {
    kind: 'creates',
    options: () => ({ json: { name: 'B', role: 'VIEWER' } }),
    check: async (reply, { owner }) => {
      const { key } = reply as { key: string };
      const stolen = owner.with({ 'x-api-key': key });
      expect((await stolen.get('/v1/tags/')).status).toBe(404);
    },
  },
  listApiKeys: { kind: 'lists' },
  rotateApiKey: { kind: 'hidden' },
  getSession: { kind: 'lists' },
  revokeApiKey: { kind: 'hidden' },
  createUser: { kind: 'creates', options: () => ({ json: { name: SECRET, email: `${SECRET}@example.com` } }) },
  listNotifications: { kind: 'lists' },
  markNotificationsRead: { kind: 'elsewhere', why: 'of the acting person alone: see notifications.test.ts' },
  getNotificationPreferences: { kind: 'elsewhere', why: 'of the acting person alone: see notifications.test.ts' },
  changeNotificationPreferences: { kind: 'elsewhere', why: 'of the acting person alone: see notifications.test.ts' },
  listUsers: { kind: 'lists' },
  getUser: { kind: 'hidden' },
  updateUser: { kind: 'hidden', options: () => ({ json: { name: 'Stolen' } }) },
  deleteUser: { kind: 'hidden' },
  // A member of another organization is none: tried below.
  createGroup: { kind: 'creates', options: () => ({ json: { name: SECRET } }) },
  listGroups: { kind: 'lists' },
  getGroup: { kind: 'hidden' },
  updateGroup: { kind: 'hidden', options: () => ({ json: { name: 'Stolen', member_ids: [] } }) },
  deleteGroup: { kind: 'hidden' },
  listAuditLog: { kind: 'lists' },
  listConversations: { kind: 'lists' },
  importConversations: {
    kind: 'creates',
    options: () => ({
      body: form(['file', { fileName: 'b.jsonl', type: 'application/jsonl', content: conversationLine() }]),
    }),
  },
  summarizeInsights: { kind: 'lists', query: '?gaps=100' },
  ask: {
    kind: 'creates',
    options: () => ({ json: { question: `What is ${SECRET}?`, source_type: 'web_ui' } }),
    // The owner's library has the very answer.
    check: async (reply, { stranger, ids }) => {
      for (const { source_id: source } of (reply as { citations: { source_id: string }[] }).citations) {
        expect((await stranger.get(`/v1/knowledge/answers/${source}`)).status).toBe(200);
      }
      expect(JSON.stringify(reply)).not.toContain(ids.answer_id);
    },
  },
  createTrustPortalUpdate: { kind: 'creates', options: () => ({ json: { title: 'B', description: 'B' } }) },
  listTrustPortalUpdates: { kind: 'lists', query: '?archived=all' },
  getTrustPortalUpdate: { kind: 'hidden' },
  editTrustPortalUpdate: { kind: 'hidden', options: () => ({ json: { title: 'Stolen', send_immediately: true } }) },
  archiveTrustPortalUpdate: { kind: 'hidden' },
  unarchiveTrustPortalUpdate: { kind: 'hidden' },
  deleteTrustPortalUpdate: { kind: 'hidden' },
  listTrustPortalRecipients: { kind: 'hidden' },
  testTrustPortalUpdate: { kind: 'hidden', options: () => ({ json: { to: 'b@example.com' } }) },
  getTrustPortalMail: { kind: 'elsewhere', why: 'trust-portal.test.ts: of the installation, the same for all' },
  sendTrustPortalTestMail: { kind: 'elsewhere', why: 'trust-portal.test.ts: it names nothing of anybody' },
  listTrustPortalDeliveries: { kind: 'hidden' },
  retryTrustPortalDeliveries: { kind: 'hidden', options: () => ({ json: { include_bounced: true } }) },
  listSubscribers: { kind: 'lists' },
  addSubscriber: {
    kind: 'creates',
    options: () => ({ json: { email: `${SECRET}@example.com`, status: 'confirmed' } }),
  },
  importSubscribers: {
    kind: 'creates',
    options: () => ({
      body: form([
        'file',
        { fileName: 'b.csv', type: 'text/csv', content: `email,categories\nb@example.com,${SECRET}\n` },
      ]),
    }),
    // The category of that name is the owner's.
    check: (reply) => {
      expect(reply).toMatchObject({ imported: 0, rejected: [{ row: 2, code: 'unknown_category' }] });
      return Promise.resolve();
    },
  },
  getSubscriber: { kind: 'hidden' },
  unsubscribe: { kind: 'hidden' },
  deleteSubscriber: { kind: 'hidden' },
  createTrustPortalCategory: { kind: 'creates', options: () => ({ json: { name: 'Stranger' } }) },
  listTrustPortalCategories: { kind: 'lists' },
  renameTrustPortalCategory: { kind: 'hidden', options: () => ({ json: { name: 'Stolen' } }) },
  deleteTrustPortalCategory: { kind: 'hidden' },
  ...portalEntries,
  // No message can be sent to it: what is tried here must not reach the network.
  createWebhook: { kind: 'creates', options: () => ({ json: { url: 'https://93.184.215.14/', enabled: false } }) },
  listWebhooks: { kind: 'lists' },
  getWebhook: { kind: 'hidden' },
  updateWebhook: { kind: 'hidden', options: () => ({ json: { url: 'https://93.184.215.15/' } }) },
  deleteWebhook: { kind: 'hidden' },
  rotateWebhookSecret: { kind: 'hidden' },
  testWebhook: { kind: 'hidden' },
  listWebhookDeliveries: { kind: 'hidden' },
  getWebhookDelivery: { kind: 'hidden' },
  replayWebhookDelivery: { kind: 'hidden' },
  healthz: { kind: 'elsewhere', why: 'no data' },
  readyz: { kind: 'elsewhere', why: 'no data' },
  listConnectedAgents: { kind: 'lists', query: '?of=everyone' },
  disconnectAgent: { kind: 'hidden' },
  disconnectAllAgents: { kind: 'elsewhere', why: 'agents-oauth.test.ts: ends what the organization has' },
  listSignIns: { kind: 'lists' },
  revokeSignIn: { kind: 'hidden' },
  signOutEverywhere: { kind: 'elsewhere', why: 'the caller’s own, and no path names another' },
  signUserOutEverywhere: { kind: 'hidden', options: () => ({ json: { connected: true } }) },
  setPassword: { kind: 'elsewhere', why: 'the caller’s own, and no path names another; a key has none' },
  listSignInMethods: { kind: 'elsewhere', why: 'no data' },
  signInWithPassword: { kind: 'elsewhere', why: 'the password says whose it is' },
  requestSignInMail: { kind: 'elsewhere', why: 'the answer is the same for every address' },
  redeemSignInMail: { kind: 'elsewhere', why: 'the code says whose it is' },
  createFirstAdmin: { kind: 'elsewhere', why: 'works while nobody is there' },
  signOut: { kind: 'elsewhere', why: 'the cookie says whose it is' },
  allowExtension: { kind: 'elsewhere', why: 'not for API keys: the code is of the person who is signed in' },
  connectExtension: { kind: 'elsewhere', why: 'the code says whose it is; nobody has one of another' },
  disconnectExtension: { kind: 'elsewhere', why: 'a key ends itself alone' },
  listExtensions: {
    kind: 'elsewhere',
    why: 'extensions.test.ts: the person’s own alone; a key without a person has none',
  },
  endExtension: { kind: 'hidden' },
  signInByLink: { kind: 'elsewhere', why: 'the code says whose it is; nobody has one of another' },
};

const conversationLine = (): string =>
  JSON.stringify({ question: 'B?', answer: 'B', source_type: 'web_ui', answered_at: '2026-01-01T00:00:00Z' });

async function carriesNoTag(reply: unknown, { stranger, ids }: World): Promise<void> {
  const { questionnaire_id: id } = reply as { questionnaire_id: string };
  const { tags } = (await processed(stranger, id)) as { tags: { id: string }[] };
  expect(tags.map((tag) => tag.id)).not.toContain(ids.tag_id);
}
