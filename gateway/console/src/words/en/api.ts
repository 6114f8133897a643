/** Words of `api/`: what went wrong. */
export const api = {
  reference: '(Request {{requestId}})',
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  pageFailed: 'Something went wrong on this page. Reload it.',
  keyNotValid: 'This key is not valid, or no longer valid.',
  forbidden: 'You may not do this.',
  gone: 'This no longer exists, or belongs to another organization.',
  tooLarge: 'This is too large.',
  changedMeanwhile: 'Somebody else has changed this. Load the page again to see their change.',
  tooMany: 'Too many requests at once. Wait a minute and try again.',
  unavailable: 'The service is not available right now. Try again in a moment.',
  serverFailed: 'Something went wrong on the server. Try again.',
} as const;
