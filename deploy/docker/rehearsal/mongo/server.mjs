// Stands in for mongod in the rehearsal: the embedded database, behind a TCP server that does what it does not: users with
// SCRAM-SHA-256, and who may use which database. At the first start it makes the users that the scripts in
// /docker-entrypoint-initdb.d ask for, as the MongoDB image does.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { deserialize, serialize } from 'bson';
import { MongoClient } from 'mongodb';
import { Login, verifierOf } from './scram.mjs';

const DATA = '/data/db';
const USERS = join(DATA, 'users.json');
const INIT = '/docker-entrypoint-initdb.d';
const PORT = 27017;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
/** Commands that need no rights. */
const OPEN = new Set([
  'hello',
  'isMaster',
  'ismaster',
  'ping',
  'buildInfo',
  'buildinfo',
  'endSessions',
  'killSessions',
]);

/** Runs the image's scripts against a `db` that only takes users. */
function makeUsers() {
  const users = {};
  const database = (name) => ({
    getSiblingDB: database,
    createUser({ user, pwd, roles }) {
      const databases = roles.map((role) => (['backup', 'restore', 'root'].includes(role.role) ? '*' : role.db));
      users[`${name}.${user}`] = { databases, ...verifierOf(pwd) };
    },
  });
  const root = process.env.MONGO_INITDB_ROOT_USERNAME;
  const password = readFileSync(process.env.MONGO_INITDB_ROOT_PASSWORD_FILE, 'utf8').trim();
  database('admin').createUser({ user: root, pwd: password, roles: [{ role: 'root', db: 'admin' }] });
  const require = createRequire(import.meta.url);
  for (const file of readdirSync(INIT)
    .filter((name) => name.endsWith('.js'))
    .sort())
    runInNewContext(readFileSync(join(INIT, file), 'utf8'), { db: database('test'), require });
  writeFileSync(`${USERS}.new`, JSON.stringify(users), { mode: 0o600 });
  renameSync(`${USERS}.new`, USERS);
  return users;
}

/** One reply on the wire, in the form that the request came in. */
function encode(requestId, legacy, document) {
  const body = serialize(document);
  const head = Buffer.alloc(legacy ? 36 : 21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(requestId, 8);
  head.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  if (legacy) head.writeInt32LE(1, 32);
  return Buffer.concat([head, body]);
}

/** The command of a message, whose first section is its body. */
function commandOf(message) {
  const legacy = message.readInt32LE(12) === OP_QUERY;
  let at = 21;
  if (legacy) at = message.indexOf(0, 20) + 1 + 8;
  else if (message.readInt32LE(12) !== OP_MSG || message[20] !== 0) throw new Error('a message that is not known');
  const body = deserialize(message.subarray(at, at + message.readInt32LE(at)), { promoteBuffers: true });
  const silent = !legacy && (message.readUInt32LE(16) & 2) !== 0;
  return { requestId: message.readInt32LE(4), legacy, silent, name: Object.keys(body)[0], body };
}

const refusal = (text) => ({ ok: 0, code: 13, codeName: 'Unauthorized', errmsg: text });

function serve(client, { users, hello, socketPath }) {
  const backend = connect(socketPath);
  const login = new Login(users);
  const end = () => {
    client.destroy();
    backend.destroy();
  };
  for (const socket of [client, backend]) socket.on('error', end).on('close', end);
  backend.pipe(client);

  /** The reply that this door gives itself; undefined: the database answers. */
  const answer = ({ name, body }) => {
    if (name === 'hello' || name.toLowerCase() === 'ismaster')
      return { ...hello, ...(body.saslSupportedMechs && { saslSupportedMechs: ['SCRAM-SHA-256'] }), ok: 1 };
    if (name === 'saslStart') return login.start(body);
    if (name === 'saslContinue') return login.continue(body);
    if (OPEN.has(name)) return undefined;
    if (!login.databases) return refusal(`Command ${name} requires authentication`);
    if (login.databases.includes('*') || login.databases.includes(body.$db)) return undefined;
    return refusal(`not authorized on ${body.$db} to execute command ${name}`);
  };
  let pending = Buffer.alloc(0);
  client.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    try {
      while (pending.length >= 16 && pending.length >= pending.readInt32LE(0)) {
        const message = pending.subarray(0, pending.readInt32LE(0));
        pending = pending.subarray(message.length);
        const command = commandOf(message);
        const reply = answer(command);
        if (reply === undefined) backend.write(message);
        else if (!command.silent) client.write(encode(command.requestId, command.legacy, reply));
      }
    } catch (error) {
      console.error(`connection ended: ${error.message}`);
      end();
    }
  });
}

mkdirSync(DATA, { recursive: true });
const database = await startEmbeddedMongo({ dataDir: DATA });
const socketPath = decodeURIComponent(database.url.slice('mongodb://'.length).replace(/\/$/, ''));
const probe = await new MongoClient(database.url).connect();
const hello = await probe.db('admin').command({ hello: 1 });
await probe.close();
const users = existsSync(USERS) ? JSON.parse(readFileSync(USERS, 'utf8')) : makeUsers();
const server = createServer({ noDelay: true }, (client) => serve(client, { users, hello, socketPath }));
server.listen(PORT, () => console.log(`stand-in for MongoDB is ready; users ${Object.keys(users).join(', ')}`));
process.on('SIGTERM', () => {
  server.close();
  database.close().then(() => process.exit(0));
});
