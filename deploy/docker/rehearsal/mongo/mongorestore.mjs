// Stands in for mongorestore --uri URL --archive --gzip --drop --nsInclude PATTERN, for archives of mongodump.mjs.
import { createGunzip } from 'node:zlib';
import { deserialize } from 'bson';
import { MongoClient } from 'mongodb';

const url = process.argv[process.argv.indexOf('--uri') + 1];
const client = await new MongoClient(url).connect();
for (const { name } of (await client.db('admin').command({ listDatabases: 1, nameOnly: true })).databases)
  if (name.startsWith('candor_'))
    for (const one of await client.db(name).listCollections().toArray()) await client.db(name).dropCollection(one.name);

let collection;
let batch = [];
async function flush() {
  if (batch.length > 0) await collection.insertMany(batch);
  batch = [];
}
async function take(bytes) {
  const document = deserialize(bytes, { promoteValues: false });
  const head = document.$collection && deserialize(bytes).$collection;
  if (!head) {
    batch.push(document);
    if (batch.length >= 200) await flush();
    return;
  }
  await flush();
  collection = client.db(head.database).collection(head.name);
  const indexes = head.indexes
    .filter(({ name }) => name !== '_id_')
    .map(({ key, name, unique = false }) => ({ key, name, unique }));
  if (indexes.length > 0) await collection.createIndexes(indexes);
}

let pending = Buffer.alloc(0);
for await (const chunk of process.stdin.pipe(createGunzip())) {
  pending = Buffer.concat([pending, chunk]);
  while (pending.length >= 4 && pending.length >= pending.readInt32LE(0)) {
    const length = pending.readInt32LE(0);
    await take(pending.subarray(0, length));
    pending = pending.subarray(length);
  }
}
await flush();
await client.close();
