/** Words of `api/`: what went wrong. */
export const api = {
  reference: '(Request {{requestId}})',
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  pageFailed: 'Something went wrong on this page. Load it again.',
  keyNotValid: 'This key is not valid, or no longer.',
  forbidden: 'You may not do this.',
  gone: 'This does not exist any more, or belongs to another organization.',
  tooLarge: 'This is too large.',
  changedMeanwhile: 'Somebody else changed this in the meantime. Look at it again.',
  tooMany: 'Too many calls at once. Wait a minute and try again.',
  unavailable: 'The service is not available right now. Try again in a moment.',
  serverFailed: 'Something went wrong on the server. Try again.',
} as const;
