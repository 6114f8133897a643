import { DocumentError } from '../errors.js';

const PREDEFINED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Replaces character references and the five predefined entities of XML 1.0. Any other entity would need a document type
 * declaration, which Office packages must not have (OPC, ECMA-376 part 2): that is damage, and nothing is ever expanded.
 */
export function decodeEntities(text: string): string {
  let from = text.indexOf('&');
  if (from < 0) return text;
  let decoded = '';
  let done = 0;
  while (from >= 0) {
    const end = text.indexOf(';', from);
    if (end < 0 || end - from > 12) throw new DocumentError('file_damaged', 'malformed XML: unknown entity');
    decoded += text.slice(done, from) + entity(text.slice(from + 1, end));
    done = end + 1;
    from = text.indexOf('&', done);
  }
  return decoded + text.slice(done);
}

function entity(name: string): string {
  const known = PREDEFINED.get(name);
  if (known !== undefined) return known;
  const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  const code = number?.[1] !== undefined ? parseInt(number[1], 16) : Number(number?.[2] ?? NaN);
  if (!(code <= 0x10ffff)) throw new DocumentError('file_damaged', 'malformed XML: unknown entity');
  // References to surrogates are illegal, but some writers split an emoji into two of them; the pair is whole again in UTF-16.
  return code >= 0xd800 && code <= 0xdfff ? String.fromCharCode(code) : String.fromCodePoint(code);
}
