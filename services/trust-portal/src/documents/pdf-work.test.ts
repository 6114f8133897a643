import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pdfOf } from './pdf.fixture.js';
import { PdfWork } from './pdf-work.js';

let pdfs: PdfWork;
let pdf: Uint8Array;
beforeAll(async () => {
  pdfs = new PdfWork();
  pdf = await pdfOf('Report');
});
afterAll(() => pdfs.close());

const MARK = { line: 'for Ann', across: 'Ann' };

/** A document of an organization whose file is not read before `go`. */
function held(organizationId: string): { done: Promise<unknown>; go: () => void } {
  let go = (): void => undefined;
  const going = new Promise<void>((resolve) => (go = resolve));
  const done = pdfs.mark(organizationId, () => going.then(() => Uint8Array.from(pdf)), MARK);
  return { done, go };
}

describe('work on PDFs', () => {
  it('makes the record of an agreement while a document takes its time', async () => {
    const { done, go } = held('slow');
    const record = { title: 'Agreement', text: 'Text', record: ['Accepted by: Ann'] };
    expect((await pdfs.nda('other', record, 0)).length).toBeGreaterThan(500);
    go();
    await done;
  });

  it('lets organizations take turns, however many documents one of them has waiting', async () => {
    const { done, go } = held('a');
    const order: string[] = [];
    const marked = (organizationId: string) => {
      const read = (): Promise<Uint8Array> => Promise.resolve(void order.push(organizationId)).then(() => pdf.slice());
      return pdfs.mark(organizationId, read, MARK);
    };
    const all = [marked('a'), marked('a'), marked('a'), marked('b'), marked('c'), marked('b')];
    go();
    await Promise.all([done, ...all]);
    expect(order).toEqual(['b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('has room for others when one organization has as many waiting as it may', async () => {
    const first = held('a');
    const others = Array.from({ length: 7 }, () => held('a'));
    await expect(held('a').done).rejects.toMatchObject({ kind: 'unavailable', code: 'overloaded' });
    const other = held('b');
    for (const one of [first, ...others, other]) one.go();
    await Promise.all([first, ...others, other].map(({ done }) => done));
  });
});
