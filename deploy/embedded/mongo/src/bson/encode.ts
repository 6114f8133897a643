import { serialize } from 'bson';
import { rawElements } from './decode.js';
import type { Document } from './values.js';

/** Encodes a document; the result owns its bytes. */
export function encodeDocument(document: Document): Buffer {
  const bytes = serialize(document, { ignoreUndefined: false });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The element (type, name, value) that encodes one field. */
function encodeElement(name: string, value: unknown): Buffer {
  const whole = encodeDocument({ [name]: value });
  return whole.subarray(4, whole.length - 1);
}

function assemble(elements: readonly Buffer[]): Buffer {
  let length = 5;
  for (const element of elements) length += element.length;
  const out = Buffer.allocUnsafe(length);
  out.writeInt32LE(length, 0);
  let at = 4;
  for (const element of elements) {
    element.copy(out, at);
    at += element.length;
  }
  out[at] = 0;
  return out;
}

/**
 * Encodes `after`, copying every top-level field outside `touched` from the bytes it was decoded from, so that an update
 * keeps the exact number types (int64, double) of the fields it does not name.
 */
export function encodeUpdated(before: Buffer, after: Document, touched: ReadonlySet<string>): Buffer {
  const kept = new Map<string, Buffer>();
  for (const element of rawElements(before)) {
    if (!touched.has(element.name)) kept.set(element.name, before.subarray(element.start, element.end));
  }
  // The order of the fields that stay is that of the stored bytes: a JS object would move integer-like names to the front.
  const elements: Buffer[] = [];
  const done = new Set<string>();
  for (const element of rawElements(before)) {
    if (!(element.name in after)) continue;
    done.add(element.name);
    elements.push(kept.get(element.name) ?? encodeElement(element.name, after[element.name]));
  }
  for (const [name, value] of Object.entries(after)) {
    if (!done.has(name)) elements.push(encodeElement(name, value));
  }
  return assemble(elements);
}

/** Puts `_id` first, as MongoDB stores it. `idElement` is the encoded element to put there. */
export function withIdFirst(document: Buffer, idElement: Buffer): Buffer {
  const elements = [idElement];
  for (const element of rawElements(document)) {
    if (element.name !== '_id') elements.push(document.subarray(element.start, element.end));
  }
  return assemble(elements);
}

export function idElementOf(id: unknown): Buffer {
  return encodeElement('_id', id);
}

/** `{cursor: {[batchName]: [documents…], id, ns}, ok: 1}` around documents that are already encoded, written once. */
export function encodeCursorReply(
  batchName: 'firstBatch' | 'nextBatch',
  documents: readonly Buffer[],
  id: bigint,
  ns: string,
): Buffer {
  let arrayLength = 5;
  documents.forEach((document, index) => (arrayLength += 2 + String(index).length + document.length));
  const batchHead = Buffer.from(`\x04${batchName}\0`, 'latin1');
  const rest = Buffer.concat([encodeInt64('id', id), encodeElement('ns', ns)]);
  const cursorHead = Buffer.from('\x03cursor\0', 'latin1');
  const ok = encodeElement('ok', 1);
  const cursorLength = 4 + batchHead.length + arrayLength + rest.length + 1;
  const length = 4 + cursorHead.length + cursorLength + ok.length + 1;
  const out = Buffer.allocUnsafe(length);
  let at = out.writeInt32LE(length, 0);
  at += cursorHead.copy(out, at);
  at = out.writeInt32LE(cursorLength, at);
  at += batchHead.copy(out, at);
  at = out.writeInt32LE(arrayLength, at);
  documents.forEach((document, index) => {
    out[at++] = 0x03;
    at += out.write(String(index), at, 'latin1');
    out[at++] = 0;
    at += document.copy(out, at);
  });
  out[at++] = 0;
  at += rest.copy(out, at);
  out[at++] = 0;
  at += ok.copy(out, at);
  out[at] = 0;
  return out;
}

function encodeInt64(name: string, value: bigint): Buffer {
  const out = Buffer.alloc(8);
  out.writeBigInt64LE(value, 0);
  return assembleRaw(0x12, name, out);
}

function assembleRaw(type: number, name: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);
}
