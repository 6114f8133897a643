import { AppError } from '../errors.js';
import type { Logger } from '../logger.js';

/** What a server sends at most in one message; a client takes twice as much. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/**
 * The bytes of a reply. What cannot be written is told apart from what was not done: the handler has ended, so that a
 * repeat would do its work again.
 */
export function replyBytes(write: (reply: object) => Buffer, reply: object, path: string, logger: Logger): Buffer {
  let bytes: Buffer;
  try {
    bytes = write(reply);
  } catch (error) {
    logger.error({ err: error, method: path }, 'a reply could not be written');
    throw replyLost(error);
  }
  if (bytes.length <= MAX_MESSAGE_BYTES) return bytes;
  logger.error({ method: path, bytes: bytes.length }, 'a reply is too large');
  throw new AppError('too_large', 'reply_too_large', 'The reply is larger than can be sent. Ask for a smaller page.');
}

/** The work of a call was done, and nobody could be told what came of it. */
export const replyLost = (cause: unknown): AppError =>
  new AppError(
    'internal',
    'reply_lost',
    'The call was carried out, but its reply was lost. Look at what is there now before you repeat it.',
    { cause },
  );
