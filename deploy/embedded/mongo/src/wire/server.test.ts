import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { Binary, Decimal128 } from 'bson';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeDocument } from '../bson/decode.js';
import { encodeDocument } from '../bson/encode.js';
import type { Document } from '../bson/values.js';
import type { LogEntry } from '../commands/context.js';
import { Harness } from '../testing/harness.fixture.js';
import { WireServer } from './server.js';

let harness: Harness;
let server: WireServer;
let path: string;
const logs: LogEntry[] = [];

beforeEach(async () => {
  harness = new Harness();
  logs.length = 0;
  server = new WireServer(harness.store, (entry) => logs.push(entry));
  path = join(harness.directory, 's.sock');
  await server.listen({ socketPath: path });
});

afterEach(async () => {
  await server.close();
  harness.dispose();
});

function message(opCode: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + body.length, 0);
  header.writeInt32LE(9, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

function opMsg(command: Document, flags = 0): Buffer {
  return message(2013, Buffer.from([flags, 0, 0, 0, 0]), encodeDocument(command));
}

async function open(): Promise<Socket> {
  const socket = connect(path);
  await once(socket, 'connect');
  return socket;
}

/** Reads whole messages until `count` have come. */
async function replies(socket: Socket, count: number): Promise<Buffer[]> {
  const found: Buffer[] = [];
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) {
      found.push(bytes.subarray(0, bytes.readInt32LE(0)));
      bytes = bytes.subarray(bytes.readInt32LE(0));
    }
    if (found.length >= count) break;
  }
  return found;
}

describe('the wire server', () => {
  it('answers a hello that comes as OP_QUERY by OP_REPLY', async () => {
    const socket = await open();
    socket.write(
      message(2004, Buffer.alloc(4), Buffer.from('admin.$cmd\0'), Buffer.alloc(8), encodeDocument({ isMaster: 1 })),
    );
    const [reply] = await replies(socket, 1);
    expect([reply?.readInt32LE(8), reply?.readInt32LE(12)]).toEqual([9, 1]);
    expect(decodeDocument(reply ?? Buffer.alloc(0), 36)).toMatchObject({ ismaster: true, ok: 1 });
    socket.destroy();
  });

  it('takes messages cut anywhere and several at once, and answers in order', async () => {
    const socket = await open();
    const bytes = Buffer.concat([
      opMsg({ insert: 'c', documents: [{ _id: 1 }], $db: 'd' }),
      opMsg({ count: 'c', $db: 'd' }),
    ]);
    for (const byte of bytes.subarray(0, 40)) socket.write(Buffer.from([byte]));
    socket.write(bytes.subarray(40));
    const answers = await replies(socket, 2);
    expect(answers.map((answer) => decodeDocument(answer, 21).n)).toEqual([1, 1]);
    socket.destroy();
  });

  it('stores what an insert carries, of any size, and names what it does not take', async () => {
    const socket = await open();
    const big = { _id: 1, data: new Binary(Buffer.alloc(300_000, 7)), text: 'x'.repeat(100_000) };
    const refused = { _id: 2, price: Decimal128.fromString('1.5') };
    socket.write(opMsg({ insert: 'c', ordered: false, documents: [big, refused, { _id: 3 }], $db: 'test' }));
    const [answer] = await replies(socket, 1);
    expect(decodeDocument(answer ?? Buffer.alloc(0), 21)).toMatchObject({ n: 2, writeErrors: [{ index: 1 }] });
    expect(await harness.documents({ find: 'c', filter: {} })).toEqual([big, { _id: 3 }]);
    socket.write(opMsg({ insert: 'c', documents: [1], $db: 'test' }));
    expect(decodeDocument((await replies(socket, 1))[0] ?? Buffer.alloc(0), 21)).toMatchObject({ ok: 0 });
    socket.destroy();
  });

  it('answers nothing to a write that asks for no acknowledgement, and does it', async () => {
    const socket = await open();
    socket.write(
      Buffer.concat([opMsg({ insert: 'c', documents: [{ _id: 1 }], $db: 'd' }, 2), opMsg({ count: 'c', $db: 'd' })]),
    );
    const [only] = await replies(socket, 1);
    expect(decodeDocument(only ?? Buffer.alloc(0), 21)).toMatchObject({ n: 1 });
    socket.destroy();
  });

  it.each([
    ['a length that is none', Buffer.from([5, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])],
    ['a length beyond all bounds', Buffer.from([255, 255, 255, 127, 0, 0, 0, 0, 0, 0, 0, 0, 221, 7, 0, 0])],
    ['an unknown operation', message(2012, Buffer.alloc(10))],
    ['a document longer than its message', message(2013, Buffer.from([0, 0, 0, 0, 0, 255, 0, 0, 0, 0]))],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ])('disconnects a client that sends %s, and serves the others', async (_what, bytes) => {
    const other = await open();
    const bad = await open();
    const closed = once(bad, 'close');
    bad.on('error', () => undefined);
    bad.write(bytes);
    await closed;
    expect(logs).toMatchObject([{ level: 'warn', message: 'client broke the protocol' }]);
    other.write(opMsg({ ping: 1, $db: 'd' }));
    expect(decodeDocument((await replies(other, 1))[0] ?? Buffer.alloc(0), 21)).toMatchObject({ ok: 1 });
    other.destroy();
  });
});

describe('the end of the server', () => {
  /** A client that has asked for more than a socket holds and has not read it. */
  async function behind(): Promise<Socket> {
    const text = 'x'.repeat(1_000_000);
    await harness.ok({ insert: 'long', documents: Array.from({ length: 12 }, (_, n) => ({ _id: n, text })) });
    const socket = await open();
    socket.on('error', () => undefined).pause();
    socket.write(opMsg({ find: 'long', batchSize: 12, $db: 'test' }));
    // It is executed when one that was sent after it is answered.
    const after = await open();
    after.write(opMsg({ ping: 1, $db: 'admin' }));
    await replies(after, 1);
    after.destroy();
    return socket;
  }

  it('does nothing more that arrives, so that no transaction is open when the store is closed', async () => {
    const socket = await behind();
    const closing = server.close();
    socket.write(opMsg({ insert: 'c', documents: [{ _id: 'late' }], $db: 'test' }));
    await new Promise((resolve) => setImmediate(resolve));
    socket.resume();
    await closing;
    expect(harness.store.sqlite.inTransaction).toBe(false);
    expect(await harness.documents({ find: 'c', filter: {} })).toEqual([]);
  });

  it('does not wait for a client that reads nothing', async () => {
    const socket = await behind();
    await server.close();
    socket.destroy();
  }, 10_000);
});
