import { AppError } from '../errors.js';
import type { Logger } from '../logger.js';
import { PART_BYTES } from '../reads.js';

/** What a server sends at most in one message; a client takes twice as much. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/**
 * The bytes of a reply. What cannot be written is told apart from what was not done: the handler has ended, so that a
 * repeat would do its work again.
 */
export function replyBytes(
  write: (reply: object) => Buffer,
  reply: object,
  { path, request, logger }: { path: string; request: unknown; logger: Logger },
): Buffer {
  let bytes: Buffer;
  try {
    bytes = write(reply);
    if (bytes.length > PART_BYTES && isPart(request, reply)) bytes = shortened(write, reply, bytes);
  } catch (error) {
    logger.error({ err: error, method: path }, 'a reply could not be written');
    throw replyLost(error);
  }
  if (bytes.length <= MAX_MESSAGE_BYTES) return bytes;
  logger.error({ method: path, bytes: bytes.length }, 'a reply is too large');
  throw new AppError('too_large', 'reply_too_large', 'The reply is larger than can be sent. Ask for a smaller page.');
}

/** Who asks from an offset, and is told the total, sees by it that a list goes on. */
const isPart = (request: unknown, reply: object): boolean =>
  typeof (request as { offset?: unknown } | undefined)?.offset === 'number' &&
  ('total' in reply || 'pagination' in reply);

/** The reply with so many of its items, from the first, as are not more than a part together; with one in any case. */
function shortened(write: (reply: object) => Buffer, reply: object, whole: Buffer): Buffer {
  const lists = Object.entries(reply).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const [name, items] = lists.sort(([, a], [, b]) => b.length - a.length)[0] ?? ['', []];
  let bytes = whole;
  for (let count = items.length; bytes.length > PART_BYTES && count > 1;) {
    count = Math.max(1, Math.min(count - 1, Math.floor((count * PART_BYTES) / bytes.length)));
    bytes = write({ ...reply, [name]: items.slice(0, count) });
  }
  return bytes;
}

/** The work of a call was done, and nobody could be told what came of it. */
export const replyLost = (cause: unknown): AppError =>
  new AppError(
    'internal',
    'reply_lost',
    'The call was carried out, but its reply was lost. Look at what is there now before you repeat it.',
    { cause },
  );
