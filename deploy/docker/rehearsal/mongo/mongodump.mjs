// Stands in for mongodump --uri URL --archive --gzip: every collection of the databases of Candor, as BSON documents one after
// the other, each collection behind a document that names it and its indexes. Not MongoDB's own format.
import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { serialize } from 'bson';
import { MongoClient } from 'mongodb';

const url = process.argv[process.argv.indexOf('--uri') + 1];
const client = await new MongoClient(url).connect();
const archive = createGzip();
archive.pipe(process.stdout);
const write = async (bytes) => archive.write(bytes) || (await once(archive, 'drain'));
const { databases } = await client.db('admin').command({ listDatabases: 1, nameOnly: true });
for (const { name: database } of databases) {
  for (const { name } of await client.db(database).listCollections().toArray()) {
    const collection = client.db(database).collection(name, { raw: true });
    const indexes = await client.db(database).collection(name).indexes();
    await write(serialize({ $collection: { database, name, indexes } }));
    for await (const document of collection.find({})) await write(document);
  }
}
archive.end();
await once(archive, 'end');
await client.close();
