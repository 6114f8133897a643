import { MongoAPIError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import { ConfigError, StartError } from './config.js';
import { isDatabaseOut, isStorageFull } from './mongo.js';

/**
 * Why a start failed, for whoever started it, in one line that says what to do (a line for each mistake of the
 * configuration). Undefined for what only we can mend: its stack is needed. `ports` names the variable of each TCP port.
 */
export function whyNotStarted(error: unknown, ports: Record<string, number>): string | undefined {
  if (error instanceof ConfigError) return `The configuration is wrong:\n${error.message}`;
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return undefined;
  if (error instanceof MongoServerSelectionError)
    return `The database cannot be reached (${reasonOf(error)}). Start it, or correct MONGODB_URL.`;
  if (isStorageFull(error)) return 'The disk of the database is full. Free some space, then start again.';
  if (isDatabaseOut(error)) return 'The database went away during the start. Look at its log, then start again.';
  // The parser of addresses has a class of its own by this name.
  if (error.name === 'MongoParseError' || error instanceof MongoAPIError)
    return `MONGODB_URL cannot be used: ${error.message}`;
  if (error instanceof MongoServerError && REFUSED.has(Number(error.code)))
    return 'The database refuses the user or the password of MONGODB_URL.';
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  return syscall === 'listen' || syscall === 'getaddrinfo' ? whyNotListening(code ?? '', port, ports) : undefined;
}

/** Ends a process that did not start: its reason on standard error, exit code 1. */
export function endStart(error: unknown, readConfig: () => object): never {
  const text = whyNotStarted(error, portsOf(readConfig)) ?? (error instanceof Error ? error.stack : undefined);
  process.stderr.write(`${text ?? 'unknown error'}\n`);
  process.exit(1);
}

/** The TCP ports that the configuration names; none when it cannot be read, which is then what is told. */
function portsOf(readConfig: () => object): Record<string, number> {
  try {
    const variables: [string, unknown][] = Object.entries(readConfig());
    return Object.fromEntries(
      variables.filter((one): one is [string, number] => one[0].endsWith('_PORT') && typeof one[1] === 'number'),
    );
  } catch {
    return {};
  }
}

/** MongoDB's Unauthorized and AuthenticationFailed. */
const REFUSED = new Set([13, 18]);

function whyNotListening(code: string, port: number | undefined, ports: Record<string, number>): string | undefined {
  const variable = Object.keys(ports).find((name) => ports[name] === port);
  if (code === 'EADDRINUSE')
    return `Port ${port ?? ''} is in use by another program. End that program, or set ${variable ?? 'another port'} to a free one.`;
  if (code === 'EACCES')
    return `This user may not listen on port ${port ?? ''}. Set ${variable ?? 'a port'} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `The address to listen on is not one of this machine. Correct ${variable?.replace(/_PORT$/, '_HOST') ?? 'it'}.`;
  return undefined;
}

/** Never the text of the driver: it may hold the URL with its password. */
function reasonOf({ message }: Error): string {
  const [, code, address] = /\b(E[A-Z]{3,}|ETIMEDOUT) ([\w.:[\]-]+)/.exec(message) ?? [];
  return code === undefined ? 'no server answers' : `${code} ${address ?? ''}`;
}
