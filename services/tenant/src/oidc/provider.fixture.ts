import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Who signs in at the provider, and what is wrong with the token that the provider gives. */
export interface TestPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  fault?: 'issuer' | 'audience' | 'nonce' | 'expired' | 'signature' | 'expired_code';
}

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Does what a browser does there; resolves to the address that the provider sends the person back to. */
  signIn(address: string, person?: TestPerson): Promise<URL>;
  close(): Promise<void>;
}

export interface TestProviderOptions {
  redirectUris: string[];
  /** Whoever comes without saying who. */
  person?: TestPerson;
  claimsOnlyByAsking?: boolean;
}

export const ADA: TestPerson = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada Byron' };

/** A real OpenID provider on loopback, as a process of its own. */
export async function startProvider(options: TestProviderOptions): Promise<TestProvider> {
  const client = { clientId: 'candor of a test', clientSecret: 'the secret of a test' };
  const script = fileURLToPath(new URL('provider-process.fixture.mjs', import.meta.url));
  const settings = JSON.stringify({ person: ADA, ...client, ...options });
  const child = spawn(process.execPath, [script, settings], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { issuer } = JSON.parse(line) as { issuer: string };
  return {
    issuer,
    ...client,
    signIn: (address, person) => followed(address, issuer, person),
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

const MOST_STEPS = 10;

async function followed(start: string, issuer: string, person: TestPerson | undefined): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = new URL(start);
  for (let step = 0; step < MOST_STEPS && address.origin === issuer; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const said = person === undefined ? {} : { 'x-person': JSON.stringify(person) };
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie, ...said } });
    const text = await answer.text();
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${text.slice(0, 500)}`);
    address = new URL(location, address);
  }
  return address;
}
