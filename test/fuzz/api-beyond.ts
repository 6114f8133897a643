/** Operations that need what comes to a person by email, on the terminal or from a provider: end to end tests succeed with them. */
const NEEDS_A_SECRET: ReadonlySet<string> = new Set([
  'signInByLink',
  'allowExtension',
  'connectExtension',
  'disconnectExtension',
  'signInWithPassword',
  'setPassword',
  'redeemSignInMail',
  'createFirstAdmin',
  'showInvitation',
  'acceptInvitation',
  'startOidc',
  'finishOidc',
  'testSignInProvider',
  'setSlackChannel',
  'removeSlackChannel',
  'testSlackChannel',
  'revokeSignIn',
  'signOutEverywhere',
  'endExtension',
  'disconnectAgent',
  'getAccessRequest',
  'deleteAccessRequest',
  'approveAccessRequest',
  'declineAccessRequest',
  'revokeAccessRequest',
  'getNdaRecord',
]);
/** Operations that need what the requests cannot make: a question assigned to somebody, a mail that failed, an engine that drafts, a version that waits for its day, a questionnaire that is completed. */
const NEEDS_OTHERS: ReadonlySet<string> = new Set([
  'changeClaimFinding',
  'startBacktest',
  'getBacktest',
  'listBacktestAnswers',
  'settleBacktestAnswer',
  'exportBacktest',
  'cancelBacktest',
  'calibrate',
  'deleteBacktest',
  'sendInterview',
  'answerAskedQuestion',
  'retryTrustPortalDeliveries',
  'rewriteAnswer',
  'moveDocumentVersion',
  'cancelDocumentVersion',
]);

/** Whether random requests can hardly succeed with the operation; they try it all the same. */
export const isBeyond = (operationId: string): boolean =>
  NEEDS_A_SECRET.has(operationId) || NEEDS_OTHERS.has(operationId);

const ANOTHERS: readonly unknown[] = ['oidc_unreachable', 'slack_unreachable'];
/** What another server does not answer is told as 503 by the operation that asks it; the fuzzer names none that answers. */
export const isAnothersOutage = (status: number, body: unknown): boolean =>
  status === 503 && ANOTHERS.includes((body as { code?: unknown } | null)?.code);

/** The engine reads evidence, or answers others, and says when to try again: no failure when it then answers. */
export const isBusy = (status: number, body: unknown): boolean =>
  status === 503 && (body as { code?: unknown } | null)?.code === 'answering_busy';
