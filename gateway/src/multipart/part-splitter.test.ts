import { describe, expect, it } from '@jest/globals';
import { PartSplitter } from './part-splitter.js';

const form = (...parts: string[]): string => parts.map((part) => `--B\r\n${part}\r\n`).join('') + '--B--\r\n';

/** What the parser and the file's receiver get; a file begins for the parser when it has seen a file name and what follows. */
async function split(text: string, chunkSize: number): Promise<{ form: string; file: string }> {
  let seen = '';
  let file = '';
  let told = 0;
  const splitter = new PartSplitter('B', {
    form: (bytes) => (seen += bytes.toString('latin1')),
    fileBegan: () => {
      const files = seen.match(/filename="[^"]*"(?:\r\n[^\r]+)*\r\n\r\n[^]{3}/g) ?? [];
      const isNew = files.length > told;
      told = files.length;
      return isNew;
    },
    file: (bytes) => {
      file += bytes.toString('latin1');
      return Promise.resolve();
    },
  });
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += chunkSize) {
    // In memory of its own that is wiped afterwards, as the form's is.
    const chunk = Buffer.from(bytes.subarray(at, at + chunkSize));
    await splitter.take(chunk);
    chunk.fill(0);
  }
  splitter.end();
  return { form: seen, file };
}

const bodies = [
  'Q\r\n--\r\n--A\r\nend',
  'x',
  '',
  '-',
  '--',
  '--B',
  '\r\n',
  '\r\n--',
  '\r\n--A',
  '\r',
  '\r\r\n--A--B\r\n-',
  'abc\r\n--A',
];
const headers = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\n';
const field = 'Content-Disposition: form-data; name="company_name"\r\n\r\nAcme';
const TYPE = 'Content-Type: application/octet-stream\r\n';

describe.each([1, 2, 3, 7, 1000])('a form that arrives %i bytes at a time', (size) => {
  it.each(bodies)('has the bytes of its file led past the parser: %j', async (body) => {
    const text = form(field, `${headers}Content-Type: text/csv\r\n\r\n${body}`, field);
    const { form: rest, file } = await split(text, size);
    expect(file).toBe(body);
    // The parser is given the beginning of the file, and no more than a delimiter's length of it.
    expect(rest).toBe(form(field, `${headers}Content-Type: text/csv\r\n\r\n${body.slice(0, 5)}`, field));
  });

  it.each(bodies)('gets a type for a file that has none: %j', async (body) => {
    const { form: rest, file } = await split(form(`${headers}\r\n${body}`), size);
    expect(file).toBe(body);
    expect(rest).toBe(form(`${headers}${TYPE}\r\n${body.slice(0, 5)}`));
  });

  it.each(bodies)('has its fields passed on unchanged: %j', async (body) => {
    const text = form(field, `Content-Disposition: form-data; name="x"\r\n\r\n${body}`, field);
    expect(await split(text, size)).toEqual({ form: text, file: '' });
  });

  it('has two files led past, one after the other', async () => {
    const { file } = await split(form(`${headers}\r\nfirst`, `${headers}\r\nsecond, longer`), size);
    expect(file).toBe('firstsecond, longer');
  });

  it('passes on what is no form, for the parser to refuse', async () => {
    for (const text of [
      '',
      '--B',
      '--B\r\nContent-Disp',
      'no form at all',
      form(field).slice(0, -9),
      '--B--\r\nmore\r\n\r\n',
    ]) {
      expect(await split(text, size)).toEqual({ form: text, file: '' });
    }
  });
});
