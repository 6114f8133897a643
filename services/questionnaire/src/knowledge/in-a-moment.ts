import { AnsweringBusyError, AnsweringThreadLostError, IndexNotReadyError } from '../answering/errors.js';

/** What may be otherwise in a moment. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
}

/** What may be otherwise in a moment is told to a person as that, with the time after which to try again. */
export async function orBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const inAMoment = [NotYetError, IndexNotReadyError, AnsweringThreadLostError].some((one) => error instanceof one);
    throw inAMoment ? new AnsweringBusyError(error) : error;
  }
}
