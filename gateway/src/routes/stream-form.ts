import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError, type FieldError } from '@candor/runtime';
import type { z } from 'zod';
import type { FileUpload } from '../clients/upload.js';
import { invalidInput, isStrict, unknownField } from '../http/validate.js';
import { always, type Once } from '../idempotency/once.js';
import type { FormFields } from '../multipart/fields.js';
import type { FileTypes } from '../multipart/file-types.js';
import { HeldFile } from '../multipart/held-file.js';
import { readForm, type FileSink, type ReadForm } from '../multipart/form.js';

export interface StreamFormOptions<Read, Fields> {
  request: IncomingMessage;
  types: FileTypes;
  maxFileBytes: number;
  once: Once;
  /** What the form may hold; a strict one refuses every other field and file by its name. */
  form: z.ZodObject;
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
  {
    request,
    types,
    maxFileBytes,
    once,
    form: declared,
    actsAtOnce = false,
    read,
    check,
  }: StreamFormOptions<Read, Fields>,
): Promise<Reply> {
  try {
    const hash = once === always ? undefined : createHash('sha256');
    const held = hash && actsAtOnce ? new HeldFile(upload) : undefined;
    const sink = hash ? hashing(held ?? upload, hash) : upload;
    const form = await readForm(request, { types, maxFileBytes, sink });
    const { value, errors } = attempt(() => check(read(form.fields)));
    errors.push(...unknownParts(declared, form));
    if (!form.hasFile) errors.unshift({ path: 'file', message: 'is required' });
    if (value === undefined || errors.length > 0) throw invalidInput(errors);
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

/** Parts that a strict form does not know; a list may be sent as `name[]`. */
function unknownParts(declared: z.ZodObject, { fields, otherFiles }: ReadForm): FieldError[] {
  if (!isStrict(declared)) return [];
  const sent = [...fields.names(), ...otherFiles].filter((name) => !(name in declared.shape));
  return [...new Set(sent)].map(unknownField);
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
