// Stands in for mongosh as far as the compose file's health check needs it: mongosh --quiet URL --eval "….ok".
import { MongoClient } from 'mongodb';

const url = process.argv.find((argument) => argument.startsWith('mongodb://'));
const client = await new MongoClient(url, { serverSelectionTimeoutMS: 3000 }).connect();
console.log((await client.db('admin').command({ ping: 1 })).ok);
await client.close();
