import { AppError, type FieldError } from '@candor/runtime';
import type { IncomingMessage } from 'node:http';
import type { FileUpload } from '../clients/upload.js';
import type { FormFields } from '../multipart/fields.js';
import type { FileTypes } from '../multipart/file-types.js';
import { readForm } from '../multipart/form.js';

export interface StreamFormOptions<Read, Fields> {
  request: IncomingMessage;
  types: FileTypes;
  maxFileBytes: number;
  /** Picks the fields out of the form; may throw for one that cannot be read. */
  read: (sent: FormFields) => Read;
  /** Throws an `AppError` with every field that is wrong. */
  check: (read: Read) => Fields;
}

/** Streams a form's file to a service while it arrives, then its fields; gives the service's reply. */
export async function streamForm<Message, Read, Fields, Reply>(
  upload: FileUpload<Message, Fields, Reply>,
  { request, types, maxFileBytes, read, check }: StreamFormOptions<Read, Fields>,
): Promise<Reply> {
  try {
    const form = await readForm(request, { types, maxFileBytes, sink: upload });
    const { value, errors } = attempt(() => check(read(form.fields)));
    if (!form.hasFile) errors.unshift({ path: 'file', message: 'is required' });
    if (value === undefined || errors.length > 0) {
      const detail = errors.map(({ path, message }) => `${path}: ${message}`).join('; ');
      throw new AppError('invalid', 'invalid_input', detail.slice(0, 500), { errors });
    }
    return await upload.finish(value.fields);
  } catch (error) {
    upload.cancel();
    throw error;
  }
}

/** The fields, or what is wrong with them: a missing file is told together with wrong fields. */
function attempt<Fields>(check: () => Fields): { value: { fields: Fields } | undefined; errors: FieldError[] } {
  try {
    return { value: { fields: check() }, errors: [] };
  } catch (error) {
    if (error instanceof AppError && error.errors) return { value: undefined, errors: [...error.errors] };
    throw error;
  }
}
