import { DataDirectoryError } from '@candor/embedded-mongo';
import {
  createLogger,
  endStart,
  onStopSignals,
  processEnvironment,
  StartError,
  unknownVariables,
} from '@candor/runtime';
import { readConfig } from './config.js';
import { startCandor } from './start.js';

/** `npm start`: all of Candor in one process. Prints one line with the address when it is ready. */
async function main(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('candor', config.LOG_LEVEL);
  for (const line of unknownVariables(processEnvironment())) process.stderr.write(`${line}\n`);
  const candor = await startCandor(config, logger);
  onStopSignals(() => candor.close());
  const { newKey, firstAdminLink, url } = candor;
  const key = newKey === undefined ? '' : `Admin key of the default organization, shown this once: ${newKey}\n`;
  const first =
    firstAdminLink === undefined ? '' : `Become the first administrator, once, within a day: ${firstAdminLink}\n`;
  // In one piece, and the address first of all links: programs read it from here.
  process.stdout.write(`${key}Candor is ready on ${url}\n${whereToGo(url)}${first}`);
}

const whereToGo = (url: string): string =>
  [
    `  console    ${url}/console`,
    `  ask page   ${url}/ask`,
    `  portal     ${url}/portal/default`,
    `  API        ${url}/docs`,
    '  Signed in at once: npm run admin -- sign-in-link     Another key: npm run admin -- create-key --name NAME',
    '',
  ].join('\n');

main().catch((error: unknown) => {
  if (error instanceof DataDirectoryError) {
    const text = error.message.replace(/\.$/, '');
    endStart(new StartError(`${text}. Mend that, or set CANDOR_DATA_DIR to another directory.`), readConfig);
  }
  endStart(error, readConfig);
});
