import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { UndeclaredTypeMarker } from './undeclared-type.js';

const form = (...parts: string[]): string => parts.map((part) => `--B\r\n${part}\r\n`).join('') + '--B--\r\n';

async function marked(text: string, chunkSize: number): Promise<string> {
  const bytes = Buffer.from(text, 'latin1');
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.subarray(at, at + chunkSize));
  const out: Buffer[] = [];
  for await (const chunk of Readable.from(chunks).pipe(new UndeclaredTypeMarker('B'))) out.push(chunk as Buffer);
  return Buffer.concat(out).toString('latin1');
}

const undeclared = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nQ\r\n--\r\n--A\r\nend';
const declared = `Content-Type: text/csv\r\n${undeclared}`;
const field = 'Content-Disposition: form-data; name="company_name"\r\n\r\nAcme';

describe.each([1, 2, 3, 7, 1000])('a form that arrives %i bytes at a time', (size) => {
  it('gets a type for a file that has none, and is otherwise unchanged', async () => {
    const text = form(field, undeclared, field);
    const expected = text.replace(
      'filename="a.csv"\r\n',
      'filename="a.csv"\r\nContent-Type: application/octet-stream\r\n',
    );
    expect(expected).not.toBe(text);
    expect(await marked(text, size)).toBe(expected);
  });

  it('passes unchanged when every file has a type', async () => {
    const text = form(declared, field);
    expect(await marked(text, size)).toBe(text);
  });

  it('passes unchanged when it is broken', async () => {
    for (const text of ['', '--B', '--B\r\nContent-Disp', 'no form at all', form(declared).slice(0, -9)]) {
      expect(await marked(text, size)).toBe(text);
    }
  });
});
