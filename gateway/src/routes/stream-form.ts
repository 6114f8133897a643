import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError, type FieldError } from '@candor/runtime';
import type { FileUpload } from '../clients/upload.js';
import { always, type Once } from '../idempotency/once.js';
import type { FormFields } from '../multipart/fields.js';
import type { FileTypes } from '../multipart/file-types.js';
import { HeldFile } from '../multipart/held-file.js';
import { readForm, type FileSink } from '../multipart/form.js';

export interface StreamFormOptions<Read, Fields> {
  request: IncomingMessage;
  types: FileTypes;
  maxFileBytes: number;
  once: Once;
  /** The service acts on the file while it arrives, not when the upload is finished. */
  actsAtOnce?: boolean;
  /** Picks the fields out of the form; may throw for one that cannot be read. */
  read: (sent: FormFields) => Read;
  /** Throws an `AppError` with every field that is wrong. */
  check: (read: Read) => Fields;
}

/** Streams a form's file to a service while it arrives, then its fields; gives the service's reply. */
export async function streamForm<Message, Read, Fields, Reply>(
  upload: FileUpload<Message, Fields, Reply>,
  { request, types, maxFileBytes, once, actsAtOnce = false, read, check }: StreamFormOptions<Read, Fields>,
): Promise<Reply> {
  try {
    const hash = once === always ? undefined : createHash('sha256');
    const held = hash && actsAtOnce ? new HeldFile(upload) : undefined;
    const sink = hash ? hashing(held ?? upload, hash) : upload;
    const form = await readForm(request, { types, maxFileBytes, sink });
    const { value, errors } = attempt(() => check(read(form.fields)));
    if (!form.hasFile) errors.unshift({ path: 'file', message: 'is required' });
    if (value === undefined || errors.length > 0) {
      const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
      throw new AppError('invalid', 'invalid_input', detail.slice(0, 500), { errors });
    }
    const { fields } = value;
    return await once([fields, hash?.digest('hex')], async () => {
      await held?.release();
      return upload.finish(fields);
    });
  } finally {
    // Until it is finished, nothing of an upload is there; of one that has ended, this changes nothing.
    upload.cancel();
  }
}

/** The same sink, with a hash of what goes through. */
const hashing = (sink: FileSink, hash: Hash): FileSink => ({
  start: (file) => sink.start(file),
  write: (chunk) => {
    hash.update(chunk);
    return sink.write(chunk);
  },
  broken: sink.broken,
});

/** The fields, or what is wrong with them: a missing file is told together with wrong fields. */
function attempt<Fields>(check: () => Fields): { value: { fields: Fields } | undefined; errors: FieldError[] } {
  try {
    return { value: { fields: check() }, errors: [] };
  } catch (error) {
    if (error instanceof AppError && error.errors) return { value: undefined, errors: [...error.errors] };
    throw error;
  }
}
