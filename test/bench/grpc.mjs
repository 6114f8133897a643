// What our gRPC hop (caller, request id, service token, deadline, errors, observation) costs over a bare one of grpc-js.
//
//   npm run bench:grpc [-- --calls 3000 --rounds 5]
//
// Client and server in this process, one call at a time, both in turns. The message is a page of a list (4 KB of JSON).
import { parseArgs } from 'node:util';
import { credentials, makeClientConstructor, Server, ServerCredentials } from '@grpc/grpc-js';
import { quantile, tellFigures } from './figures.mjs';
import { RpcClient, startRpcServer, silentLogger } from '@candor/runtime';

const { values } = parseArgs({ options: { calls: { type: 'string' }, rounds: { type: 'string' } } });
const CALLS = Number(values.calls ?? 3000);
const ROUNDS = Number(values.rounds ?? 5);
const TOKEN = 'bench-token';

const json = { serialize: (value) => Buffer.from(JSON.stringify(value)), deserialize: (bytes) => JSON.parse(bytes) };
const definition = {
  echo: {
    path: '/candor.bench.v1.Echo/Echo',
    requestStream: false,
    responseStream: false,
    requestSerialize: json.serialize,
    requestDeserialize: json.deserialize,
    responseSerialize: json.serialize,
    responseDeserialize: json.deserialize,
  },
};
const Echo = makeClientConstructor(definition, 'Echo');
const message = { items: Array.from({ length: 20 }, (_, i) => ({ id: i, text: 'x'.repeat(180) })) };

const ours = await startRpcServer({
  services: [{ definition, handlers: { echo: async (request) => request } }],
  token: TOKEN,
  logger: silentLogger(),
  address: '127.0.0.1:0',
  observe: () => undefined,
});
const bare = new Server();
bare.addService(definition, { echo: (call, done) => done(null, call.request) });
const barePort = await new Promise((resolve, reject) => {
  bare.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
    error ? reject(error) : resolve(port),
  );
});

const rpc = new RpcClient(Echo, ours.address, TOKEN);
const plain = new Echo(`127.0.0.1:${barePort}`, credentials.createInsecure());
const caller = { organizationId: 'o', keyId: 'k', role: 'MEMBER', scopes: [], ownerId: '', requestId: 'r' };
const contenders = {
  ours: () => rpc.unary(rpc.stub.echo, message, { caller, requestId: 'r' }),
  bare: () =>
    new Promise((resolve, reject) => plain.echo(message, (error, reply) => (error ? reject(error) : resolve(reply)))),
};

const times = { ours: [], bare: [] };
for (let round = -1; round < ROUNDS; round++)
  for (let n = 0; n < CALLS; n++)
    for (const [name, call] of Object.entries(contenders)) {
      const began = performance.now();
      await call();
      if (round >= 0) times[name].push(performance.now() - began);
    }
const [mine, theirs] = [quantile(times.ours), quantile(times.bare)];
const show = (name) =>
  `${name}: p50 ${(quantile(times[name]) * 1000).toFixed(0)} µs, p95 ${(quantile(times[name], 0.95) * 1000).toFixed(0)} µs`;
console.log(
  `${show('ours')} · ${show('bare')} · ${(mine / theirs).toFixed(2)} × at the median of ${times.ours.length} calls`,
);
tellFigures('gRPC hop, one call at a time, 4 KB', 'grpc-js echo', [
  { what: '× grpc-js, latency at the median', value: mine / theirs, unit: '×', most: 1.2 },
  { what: 'ours, median', value: mine, unit: 'ms' },
  { what: 'grpc-js, median', value: theirs, unit: 'ms' },
]);
rpc.close();
plain.close();
bare.forceShutdown();
await ours.close();
