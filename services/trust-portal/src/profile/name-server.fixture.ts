import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server of a test on this machine. */
export interface NameServer {
  /** ip:port. */
  address: string;
  /** Texts of the TXT records by name. */
  records: Map<string, string[]>;
  /** Whether it fails each question (SERVFAIL). */
  failing: boolean;
  close(): void;
}

const TXT = 16;

/** Answers questions for TXT records by UDP (RFC 1035); whatever has no record does not exist. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = { address: '', records: new Map(), failing: false, close: () => socket.close() };
  socket.on('message', (query, from) => {
    const { name, end } = questionOf(query);
    const texts = server.failing ? [] : (server.records.get(name) ?? []);
    const code = server.failing ? 2 : texts.length === 0 ? 3 : 0;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(texts.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...texts.map(recordOf)]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at] !== 0) {
    const length = query.readUInt8(at);
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** A record of the name that was asked for. */
function recordOf(text: string): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(text.length + 1, 10);
  head.writeUInt8(text.length, 12);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
}
