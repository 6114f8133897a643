import { randomBytes } from 'node:crypto';
import { UploadFileRequest, QuestionnaireServiceService } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { describe, expect, it } from '@jest/globals';
import { CHUNK_BYTES, ChunkMessage } from './chunk-message.js';

const { requestSerialize } = QuestionnaireServiceService.uploadFile;
const chunkOf = (value: Uint8Array): UploadFileRequest => ({ part: { $case: 'chunk', value } });
const newMessage = (): ChunkMessage => new ChunkMessage(requestSerialize(chunkOf(Buffer.alloc(1))));

function decoded(message: Buffer): Buffer {
  const { part } = UploadFileRequest.decode(message);
  if (part?.$case !== 'chunk') throw new Error('not a chunk');
  return Buffer.from(part.value);
}

describe('a message of collected bytes', () => {
  it.each([1, 2, 127, 128, 129, 16_383, 16_384, 16_385, CHUNK_BYTES])('of %i is read by the generated code', (size) => {
    const bytes = randomBytes(size);
    const message = newMessage();
    for (let at = 0; at < size;) at += message.add(bytes.subarray(0, at + 5000), at);
    expect(message.isFull).toBe(size === CHUNK_BYTES);
    expect(decoded(message.take()).equals(bytes)).toBe(true);
  });

  it('takes no more than it has room for, and is empty again once it was taken', () => {
    const message = newMessage();
    const bytes = randomBytes(CHUNK_BYTES + 10);
    expect(message.add(bytes, 0)).toBe(CHUNK_BYTES);
    expect(message.add(bytes, CHUNK_BYTES)).toBe(0);
    message.take();
    expect(message.hasBytes).toBe(false);
    expect(message.add(bytes, CHUNK_BYTES)).toBe(10);
    expect(decoded(message.take())).toEqual(bytes.subarray(CHUNK_BYTES));
  });

  it('is refused for a message that has more than the one field', () => {
    const file = requestSerialize({ part: { $case: 'file', value: { fileName: 'a', mimeType: '' } } });
    expect(() => new ChunkMessage(file)).toThrow('more than one field');
  });
});
