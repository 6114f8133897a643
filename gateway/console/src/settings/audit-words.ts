import { english } from '../words/english.js';
import { t } from '../words/words.js';

/** What the choice offers; others can be had by their address. */
export const ACTIONS = [
  'agent.all_disconnected',
  'agent.connected',
  'agent.disconnected',
  'answer.created',
  'answer.deleted',
  'answer.updated',
  'answer.verified',
  'answers.imported',
  'api_key.issued',
  'api_key.revoked',
  'api_key.rotated',
  'backtest.answer_settled',
  'backtest.cancelled',
  'backtest.deleted',
  'backtest.exported',
  'backtest.started',
  'calibration.applied',
  'calibration.removed',
  'category.created',
  'category.deleted',
  'category.renamed',
  'conversations.imported',
  'document.answers_confirmed',
  'document.answers_regenerated',
  'document.deleted',
  'document.replaced',
  'document.updated',
  'document.uploaded',
  'document.verified',
  'document.version_cancelled',
  'document.version_moved',
  'fact.answered',
  'fact.changed',
  'fact.passed_on',
  'faq.published',
  'faq.withdrawn',
  'finding.changed',
  'group.created',
  'group.deleted',
  'group.updated',
  'interview.deleted',
  'interview.planned',
  'interview.sent',
  'interview.usual_answered',
  'mail.tested',
  'password.set',
  'sign_in.all_revoked',
  'sign_in.ended',
  'sign_in.revoked',
  'sign_in.started',
  'notification_preferences.updated',
  'notification_preferences.switched_off_by_mail',
  'organization.created',
  'organization.updated',
  'organization.deleted',
  'organization.switched',
  'portal.edited',
  'portal.published',
  'question.answered',
  'question.approved',
  'question.commented',
  'question.edited',
  'question.regenerated',
  'question.rewrite_proposed',
  'question.unapproved',
  'questions.done',
  'questionnaire.completed',
  'questionnaire.corrected',
  'questionnaire.corrections_forgotten',
  'questionnaire.deleted',
  'questionnaire.edited',
  'questionnaire.exported',
  'questionnaire.file_replaced',
  'questionnaire.form_taken',
  'questionnaire.questions_approved',
  'questionnaire.questions_edited',
  'questionnaire.receipt_exported',
  'questionnaire.regenerated',
  'questionnaire.reopened',
  'questionnaire.retried',
  'questionnaire.sent_back',
  'questionnaire.submitted',
  'questionnaire.uploaded',
  'subprocessor.added',
  'subprocessor.edited',
  'subprocessor.removed',
  'subprocessors.announced',
  'portal.document_added',
  'portal.document_deleted',
  'portal.document_replaced',
  'portal.document_updated',
  'portal.access_approved',
  'portal.access_declined',
  'portal.request_erased',
  'portal.access_revoked',
  'portal.rules_changed',
  'portal.nda_changed',
  'subscriber.added',
  'subscriber.deleted',
  'subscriber.unsubscribed',
  'subscribers.imported',
  'tag.created',
  'tag.deleted',
  'tag.updated',
  'tool.used',
  'update.archived',
  'update.created',
  'update.deleted',
  'update.edited',
  'update.retried',
  'update.tested',
  'update.unarchived',
  'sign_in_provider.removed',
  'sign_in_provider.set',
  'slack.connected',
  'slack.disconnected',
  'rule.changed',
  'rule.created',
  'rule.deleted',
  'user.created',
  'user.deactivated',
  'user.deleted',
  'user.invitation_accepted',
  'user.invitation_withdrawn',
  'user.invited',
  'user.invited_again',
  'user.joined',
  'user.reactivated',
  'user.updated',
  'webhook.changed',
  'webhook.created',
  'webhook.deleted',
  'webhook.secret_rotated',
] as const;

const TARGETS = [
  'access_request',
  'agent',
  'answer',
  'api_key',
  'category',
  'conversation',
  'document',
  'fact',
  'faq_entry',
  'group',
  'interview',
  'nda_acceptance',
  'organization',
  'portal_document',
  'question',
  'questionnaire',
  'subprocessor',
  'subscriber',
  'tag',
  'topic_rule',
  'update',
  'user',
  'webhook',
] as const;

/** The name of an action, "API key issued"; of one that has no words, its identifier: "door.opened" → "Door opened". */
export function actionName(action: string): string {
  const known = ACTIONS.find((one) => one === action);
  if (known !== undefined) return t(`settings:action.${known}`);
  const words = action.replace(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of the kind of thing that something was done to. */
export function targetName(type: string): string {
  const known = TARGETS.find((one) => one === type);
  return known === undefined ? type.replaceAll('_', ' ') : t(`settings:target.${known}`);
}

const { fact: FACTS, factValue: VALUES } = english.settings;
/** Facts whose values somebody chose freely. */
const FREE = ['name', 'tenant_name', 'fields', 'scopes'];

const isOneOf = <Words extends object>(words: Words, key: string): key is keyof Words & string =>
  Object.hasOwn(words, key);

/** What an entry tells besides, "added: 3 · preview only: yes"; what has no words stands as it was recorded. */
export function factsOf(details: Readonly<Record<string, string>>): string {
  return Object.entries(details)
    .map(([name, value]) => {
      const called = isOneOf(FACTS, name) ? t(`settings:fact.${name}`) : name.replaceAll('_', ' ');
      return `${called}: ${!FREE.includes(name) && isOneOf(VALUES, value) ? t(`settings:factValue.${value}`) : value}`;
    })
    .join(' · ');
}
