/** The headings of the document, in reading order. */
export const TAGS: readonly { name: string; description: string }[] = [
  { name: 'Questionnaires', description: 'Upload, poll, search, review and give back questionnaires' },
  { name: 'Questions', description: 'Questions of a questionnaire: answers, citations, approvals, history, remarks' },
  { name: 'Tags', description: 'Topics of questionnaires' },
  { name: 'Told to customers', description: 'What customers were told, and what of it no longer stands' },
  { name: 'Backtests', description: 'Past questionnaires answered as if they were new, beside what was sent' },
  {
    name: 'Interviews',
    description: 'The fewest facts that would answer most of what is open, asked of the people who know them',
  },
  { name: 'Knowledge', description: 'The evidence: documents and the answer library' },
  { name: 'Insights', description: 'Questions that people asked, and their answers' },
  { name: 'Channels', description: 'Other places in which people ask: Slack' },
  {
    name: 'Trust portal',
    description: 'Updates, their subscribers and categories; the front page, published answers and subprocessors',
  },
  { name: 'Organizations', description: 'Child organizations, the session, and the audit log' },
  { name: 'Signing in', description: 'People in a browser: by a mailed link or a password, with a cookie' },
  { name: 'API keys', description: 'Keys of the organization' },
  { name: 'Agents', description: 'Programs that act for people over MCP, connected by OAuth' },
  { name: 'Notifications', description: 'What people are told, and how they want to be told' },
  { name: 'Users and groups', description: 'People who own keys and get work assigned' },
  { name: 'SCIM', description: 'Users and groups as an identity provider keeps them (SCIM 2.0, RFC 7644)' },
  { name: 'Webhooks', description: 'Where events are sent to, and what became of them' },
  { name: 'Operations', description: 'Whether the service is up' },
];
