import { describe, expect, it } from '@jest/globals';
import { DocumentError } from '../errors.js';
import { XmlScanner } from './scanner.js';

/** Events of a scan as strings; the document is fed in pieces of the given size. */
function scan(xml: string, pieceSize = xml.length): string[] {
  const events: string[] = [];
  const scanner = new XmlScanner({
    wantsText: true,
    open: (name, tag) =>
      events.push(
        `<${name} ${['a', 'r:id', 'b'].flatMap((key) => (tag.attribute(key) === undefined ? [] : `${key}=${tag.attribute(key) ?? ''}`)).join(' ')}`.trimEnd(),
      ),
    text: (text) => {
      if (events.at(-1)?.startsWith('"') === true) events.push(`"${(events.pop() ?? '').slice(1)}${text}`);
      else events.push(`"${text}`);
    },
    close: (name) => events.push(`/${name}`),
  });
  for (let at = 0; at < xml.length; at += pieceSize) scanner.write(xml.slice(at, at + pieceSize));
  scanner.end();
  return events;
}

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = `<?xml version="1.0"?><!-- c > --><x:sst xmlns:x="${S}" q:id="1 &lt; 2" xmlns:q="${R}"><x:si a='>"/' b = "&#65;&#x42;">one &amp; two<![CDATA[<&>]]></x:si><other xmlns="urn:o"><si/></other><x:si/></x:sst>`;

describe('the XML scanner', () => {
  it('names elements and attributes by namespace, whatever their prefix and wherever it is declared', () => {
    expect(scan(DOCUMENT)).toEqual([
      '<sst r:id=1 < 2',
      '<si a=>"/ b=AB',
      '"one & two<&>',
      '/si',
      '<?:other',
      '<?:si',
      '/?:si',
      '/?:other',
      '<si',
      '/si',
      '/sst',
    ]);
  });

  it.each([1, 2, 3, 7, 64])('gives the same events in pieces of %i characters', (size) => {
    expect(scan(DOCUMENT, size)).toEqual(scan(DOCUMENT));
  });

  it.each([
    '',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a',
    '<a b></a>',
    '<a b="1></a>',
    'x<a/>',
    '<a>&nope;</a>',
    '<a>& b</a>',
    '<!DOCTYPE a><a/>',
    '<a>&#x110000;</a>',
    '</a>',
    '<a/>x',
  ])('refuses %j', (xml) => {
    expect(() => scan(xml)).toThrow(DocumentError);
    expect(() => scan(xml, 1)).toThrow(DocumentError);
  });
});
