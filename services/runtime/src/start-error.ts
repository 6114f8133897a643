/** What keeps a process from starting and the operator can mend; the message is one line that says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
