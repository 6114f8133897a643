import { decodeDocument, rawElements } from '../bson/decode.js';
import type { Document } from '../bson/values.js';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
/** Types of BSON. */
const DOCUMENT = 0x03;
const ARRAY = 0x04;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** Flag bits that a receiver must understand. */
const REQUIRED_BITS = 0xffff;

/** One request of a client. */
export interface Request {
  readonly requestId: number;
  /** OP_QUERY is answered by OP_REPLY; a driver's first hello comes that way. */
  readonly legacy: boolean;
  readonly body: Document;
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  /** The client waits for no reply (write concern 0). */
  readonly silent: boolean;
}

/** A message that breaks the protocol: the connection cannot go on. */
export class ProtocolError extends Error {}

/** Parses a whole message of the MongoDB wire protocol (OP_MSG, and OP_QUERY for the handshake). */
export function parseMessage(bytes: Buffer): Request {
  const requestId = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  if (opCode === OP_MSG) return parseMsg(bytes, requestId);
  if (opCode === OP_QUERY) return parseQuery(bytes, requestId);
  throw new ProtocolError(`unsupported wire protocol operation ${opCode}`);
}

function parseMsg(bytes: Buffer, requestId: number): Request {
  const flags = bytes.readUInt32LE(HEADER_BYTES);
  if (flags & REQUIRED_BITS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) throw new ProtocolError('unknown OP_MSG flags');
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let at = HEADER_BYTES + 4;
  let body: Document | undefined;
  const sequences = new Map<string, Buffer[]>();
  while (at < end) {
    const kind = bytes.readUInt8(at++);
    const size = bytes.readInt32LE(at);
    if (size < 5 || at + size > end) throw new ProtocolError('section beyond its message');
    if (kind === 0) body = readBody(bytes, at, sequences);
    else if (kind === 1) readSequence(bytes, at, at + size, sequences);
    else throw new ProtocolError(`unknown section kind ${kind}`);
    at += size;
  }
  if (!body) throw new ProtocolError('OP_MSG without a body');
  return { requestId, legacy: false, body, sequences, silent: (flags & MORE_TO_COME) !== 0 };
}

/**
 * Decodes a command. The documents of an insert stay as they are, as if they had come in a section of their own: they are
 * stored as bytes, and decoding them only to encode them again copies a large one three times.
 */
function readBody(bytes: Buffer, start: number, sequences: Map<string, Buffer[]>): Document {
  // The command's name comes first.
  if (bytes.toString('latin1', start + 5, start + 12) !== 'insert\0') return decodeDocument(bytes, start);
  const end = start + bytes.readInt32LE(start);
  const names = new Set<string>();
  let documents: Buffer[] | undefined;
  for (const { name, type, valueAt } of rawElements(bytes, start)) {
    if (name === 'documents' && type === ARRAY) documents = documentsAt(bytes, valueAt, end);
    else names.add(name);
  }
  if (!documents) return decodeDocument(bytes, start);
  sequences.set('documents', documents);
  return decodeDocument(bytes, start, names);
}

/** The documents of an array, as views of their bytes; undefined when something else is among them. */
function documentsAt(bytes: Buffer, start: number, limit: number): Buffer[] | undefined {
  const end = start + bytes.readInt32LE(start) - 1;
  if (end > limit) throw new ProtocolError('array beyond its document');
  const documents: Buffer[] = [];
  for (let at = start + 4; at < end;) {
    if (bytes[at] !== DOCUMENT) return undefined;
    const valueAt = bytes.indexOf(0, at + 1) + 1;
    at = endOfDocument(bytes, valueAt, end);
    documents.push(bytes.subarray(valueAt, at));
  }
  return documents;
}

function endOfDocument(bytes: Buffer, at: number, limit: number): number {
  const size = bytes.readInt32LE(at);
  if (size < 5 || at + size > limit) throw new ProtocolError('document beyond its section');
  return at + size;
}

function readSequence(bytes: Buffer, start: number, end: number, sequences: Map<string, Buffer[]>): void {
  const nameEnd = bytes.indexOf(0, start + 4);
  const name = bytes.toString('utf8', start + 4, nameEnd);
  const documents: Buffer[] = [];
  let at = nameEnd + 1;
  while (at < end) {
    const next = endOfDocument(bytes, at, end);
    documents.push(bytes.subarray(at, next));
    at = next;
  }
  sequences.set(name, documents);
}

function parseQuery(bytes: Buffer, requestId: number): Request {
  const nameEnd = bytes.indexOf(0, HEADER_BYTES + 4);
  const name = bytes.toString('utf8', HEADER_BYTES + 4, nameEnd);
  if (!name.endsWith('.$cmd')) throw new ProtocolError('OP_QUERY is only supported for commands');
  const body = decodeDocument(bytes, nameEnd + 1 + 8);
  return {
    requestId,
    legacy: true,
    body: { $db: name.slice(0, -'.$cmd'.length), ...body },
    sequences: new Map(),
    silent: false,
  };
}

let nextId = 1;

/** What precedes the reply's one document on the wire; apart from it, because a copy of a large document costs. */
export function replyHead(request: Pick<Request, 'requestId' | 'legacy'>, documentBytes: number): Buffer {
  const prefix = request.legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5;
  const out = Buffer.alloc(prefix);
  out.writeInt32LE(prefix + documentBytes, 0);
  out.writeInt32LE(nextId, 4);
  nextId = (nextId + 1) & 0x7fffffff;
  out.writeInt32LE(request.requestId, 8);
  out.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) out.writeInt32LE(1, HEADER_BYTES + 16);
  return out;
}
