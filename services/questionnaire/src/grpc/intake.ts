import { AppError } from '@candor/runtime';
import type { FileStart, UploadFields } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { IntakeFields } from '../intake/fields.js';

export interface IncomingFile {
  name: string;
  mimeType: string;
  bytes: AsyncIterable<Uint8Array>;
}

const BROKEN_OFF = 'The upload broke off before its end. Send it again.';

/** A message of an upload stream, whatever its `done` carries. */
interface UploadPart<Done> {
  part?:
    | { $case: 'file'; value: FileStart }
    | { $case: 'chunk'; value: Uint8Array }
    | { $case: 'done'; value: Done }
    | undefined;
}

/**
 * Reads an upload stream: the file's start, its bytes, then `done`. `use` gets the bytes as they come; a stream that ends
 * without `done` broke off, and whatever was stored of it is given up.
 */
export async function receiveFile<Done, R>(
  messages: AsyncIterable<UploadPart<Done>>,
  use: (file: IncomingFile, done: () => Done) => Promise<R>,
): Promise<R> {
  const iterator = messages[Symbol.asyncIterator]();
  const first = await iterator.next();
  const start = first.done ? undefined : first.value.part;
  if (start?.$case !== 'file') {
    throw new AppError('invalid', 'file_missing', 'A file is required.', {
      errors: [{ path: 'file', message: 'A file is required.' }],
    });
  }
  let end: { value: Done } | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = await iterator.next();
      if (next.done) throw new AppError('invalid', 'upload_incomplete', BROKEN_OFF);
      const { part } = next.value;
      if (part?.$case === 'chunk') yield part.value;
      else if (part?.$case === 'done') {
        end = part;
        return;
      }
    }
  }
  return use({ name: start.value.fileName, mimeType: start.value.mimeType, bytes: bytes() }, () => {
    if (!end) throw new AppError('invalid', 'upload_incomplete', BROKEN_OFF);
    return end.value;
  });
}

export const toIntakeFields = (fields: UploadFields | undefined): IntakeFields => ({
  companyName: fields?.companyName ?? '',
  dealValue: fields?.dealValue ?? '',
  deadline: fields?.deadline ?? '',
  instructions: fields?.instructions ?? '',
  includeHidden: fields?.includeHidden ?? false,
  tagIds: fields?.tagIds ?? [],
  assignees: (fields?.assignees ?? []).map(({ id, type }) => ({
    id,
    type: type === 'GROUP' ? 'GROUP' : 'USER',
    name: null,
  })),
});
