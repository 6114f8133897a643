/** "api_key.issued" → "API key issued". */
export function actionName(action: string): string {
  const words = action.replace(/[._]/g, ' ').replace(/^api key/, 'API key');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the choice offers; others can be had by their address. */
export const ACTIONS = [
  'answer.created',
  'answer.deleted',
  'answer.updated',
  'answer.verified',
  'answers.imported',
  'api_key.issued',
  'api_key.revoked',
  'api_key.rotated',
  'category.created',
  'category.deleted',
  'category.renamed',
  'conversations.imported',
  'document.deleted',
  'document.uploaded',
  'group.created',
  'group.deleted',
  'group.updated',
  'organization.created',
  'organization.deleted',
  'organization.switched',
  'question.approved',
  'question.commented',
  'question.edited',
  'question.regenerated',
  'question.unapproved',
  'questionnaire.deleted',
  'subscriber.added',
  'subscriber.deleted',
  'subscriber.unsubscribed',
  'subscribers.imported',
  'update.archived',
  'update.created',
  'update.edited',
  'update.unarchived',
  'user.created',
  'user.deleted',
  'user.updated',
  'webhook.created',
  'webhook.deleted',
  'webhook.updated',
] as const;
