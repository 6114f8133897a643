// What a container may not do.
import { check } from './report.mjs';

const OURS = ['gateway', 'tenant', 'questionnaire', 'worker', 'trust-portal', 'insights'];

/** Runs a module's text in a container, in the folder of the process; resolves to what it printed. */
const inside = (candor, docker, service, text) => {
  const [id] = candor.containers(service);
  const { stdout, stderr } = docker.try('exec', id, 'node', '--input-type=module', '-e', text);
  return `${stdout}${stderr}`.trim();
};

export async function isolation(candor, docker) {
  for (const service of OURS) {
    const { Config, HostConfig } = candor.inspect(candor.containers(service)[0]);
    const bound = HostConfig.Memory > 0 && HostConfig.NanoCpus > 0 && HostConfig.PidsLimit > 0;
    const tight = HostConfig.ReadonlyRootfs && HostConfig.CapDrop.includes('ALL') && Config.User === '1000:1000';
    check(`${service}: read-only root, no capabilities, user 1000, bounded`, tight && bound);
  }
  const write =
    "import { writeFileSync } from 'node:fs'; try { writeFileSync('/app/x', ''); console.log('written'); } catch (error) { console.log(error.code); }";
  check('a process cannot change its own files', inside(candor, docker, 'gateway', write) === 'EROFS');

  const read = (url, database) => `
    import { readFileSync } from 'node:fs';
    import { MongoClient } from '/app/node_modules/mongodb/lib/index.js';
    const client = new MongoClient(${url}, { serverSelectionTimeoutMS: 3000 });
    try {
      await client.db('${database}').collection('questionnaires').findOne({});
      console.log('read');
    } catch (error) {
      console.log(error.codeName ?? error.message);
    }
    await client.close();`;
  const own = "readFileSync('/run/secrets/mongodb_url_questionnaire', 'utf8')";
  const wrong = `${own}.replace(/:[0-9a-f]+@/, ':guessed@')`;
  const nobody = "'mongodb://mongo:27017/'";
  const ask = (url, database) => inside(candor, docker, 'questionnaire', read(url, database));
  check('the questionnaire service reads its own database', ask(own, 'candor_questionnaire') === 'read');
  check("… and not the tenants'", ask(own, 'candor_tenant') === 'Unauthorized');
  check('… and not with a wrong password', ask(wrong, 'candor_questionnaire') === 'AuthenticationFailed');
  check('… and nobody without one', ask(nobody, 'candor_questionnaire') === 'Unauthorized');

  const reach = `
    import { connect } from 'node:net';
    const socket = connect({ host: 'mongo', port: 27017, timeout: 3000 });
    socket.on('connect', () => { console.log('reached'); process.exit(); });
    socket.on('error', (error) => console.log(error.code)).on('timeout', () => process.exit());`;
  check('the gateway does not reach the database', inside(candor, docker, 'gateway', reach) !== 'reached');
  check('… which the tenant service does', inside(candor, docker, 'tenant', reach) === 'reached');

  const guest = `
    import amqp from '/app/node_modules/amqplib/channel_api.js';
    try { await amqp.connect('amqp://guest:guest@rabbitmq:5672/candor'); console.log('in'); } catch (error) { console.log(error.message); }`;
  check('the broker knows no guest', /403|ACCESS|refused/i.test(inside(candor, docker, 'insights', guest)));
  const foreign = `
    import { readFileSync } from 'node:fs';
    import amqp from '/app/node_modules/amqplib/channel_api.js';
    const connection = await amqp.connect(readFileSync('/run/secrets/rabbitmq_url_insights', 'utf8'));
    connection.on('error', () => undefined);
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    try { await channel.purgeQueue('questionnaire.extract'); console.log('purged'); } catch (error) { console.log(error.message); }
    process.exit();`;
  check("… and lets no service at another's queues", /403|ACCESS/i.test(inside(candor, docker, 'insights', foreign)));
}
