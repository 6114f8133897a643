import type { Document } from '../bson/values.js';
import { MAX_DOCUMENT_BYTES } from '../storage/store.js';
import type { Command, CommandContext } from './context.js';
import { allowFields } from './context.js';

export const MAX_MESSAGE_BYTES = 48_000_000;
const VERSION = '7.0.0';

/** A standalone server of wire version 21. No topologyVersion: that would promise a hello that waits. */
function hello({ name }: CommandContext): Document {
  return {
    ...(name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
    helloOk: true,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
  };
}

function buildInfo(): Document {
  return {
    version: VERSION,
    versionArray: [7, 0, 0, 0],
    gitVersion: 'embedded',
    modules: ['candor-embedded'],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  };
}

/** Sessions hold nothing here: every command stands for itself. */
function endSessions(context: CommandContext): Document {
  allowFields(context);
  return {};
}

const read = (run: Command['run']): Command => ({ run, writes: false });

export const handshakeCommands: Readonly<Record<string, Command>> = {
  hello: read(hello),
  isMaster: read(hello),
  ismaster: read(hello),
  ping: read(() => ({})),
  buildInfo: read(buildInfo),
  buildinfo: read(buildInfo),
  endSessions: read(endSessions),
  killSessions: read(endSessions),
  refreshSessions: read(endSessions),
};
