import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '@candor/runtime';
import { pkce, REDIRECT, RESOURCE } from '../agents/agents.fixture.js';
import { DEFAULT_ORGANIZATION_ID } from '../bootstrap.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from '../tenant.fixture.js';
import { Letterbox, VISITOR } from './sign-in.fixture.js';

const CALL = { requestId: 'r' };
const EMAIL = 'ann@example.com';
const [OLD, NEW] = ['correct horse battery', 'staple of another kind'];
const wrong = { kind: 'unauthenticated', code: 'wrong_password' };

describe('a password', () => {
  let installation: Installation;
  let replica: Replica;
  let ann: string;
  let admin: Caller;
  beforeEach(async () => {
    installation = await startInstallation();
    replica = await installation.replica({ passwordSignIn: true, mail: new Letterbox().mailer });
    await replica.service.bootstrap();
    admin = await replica.callerFor(BOOTSTRAP_KEY);
    ann = (await replica.directory.createUser({ name: 'Ann', email: EMAIL, role: '' }, { caller: admin, ...CALL })).id;
  });
  afterEach(() => installation.close());

  const signIn = (password: string, email = EMAIL, network = VISITOR.network) =>
    replica.signIn.signInWithPassword({ email, password, organization: '', visitor: { ...VISITOR, network } }, CALL);
  const byLink = async (): Promise<string> => {
    const code = await replica.service.personCode(DEFAULT_ORGANIZATION_ID, ann);
    return (await replica.signIn.redeemSignInMail({ code, visitor: VISITOR }, CALL)).token;
  };
  const set = async (token: string, password: string, current = '') => {
    const caller = await replica.callerOfToken(token);
    return replica.signIn.setPassword({ current, password, visitor: VISITOR }, { caller, ...CALL });
  };

  it('is set after signing in by a link, and signs in from then on; it is stored as its hash and how that was made', async () => {
    await expect(signIn(OLD)).rejects.toMatchObject(wrong);
    await set(await byLink(), OLD);
    const { token } = await signIn(OLD, ' ANN@example.com');
    expect(await replica.callerOfToken(token)).toMatchObject({ ownerId: ann });
    await expect(signIn(NEW)).rejects.toMatchObject(wrong);
    const stored = await replica.db.collection('passwords').find({}).toArray();
    expect(stored).toMatchObject([{ _id: ann, cost: { n: 32768, r: 8, p: 3 } }]);
    expect(JSON.stringify(stored)).not.toContain(OLD);
  });

  it('is changed by who knows the one before; all sign-ins of before end then', async () => {
    const link = await byLink();
    await set(link, OLD);
    await expect(replica.callerOfToken(link)).rejects.toMatchObject({ code: 'sign_in_ended' });
    const [here, there] = [await signIn(OLD), await signIn(OLD)];
    await expect(set(here.token, NEW)).rejects.toMatchObject({ code: 'wrong_password', kind: 'invalid' });
    const after = await set(here.token, NEW, OLD);
    for (const { token } of [here, there])
      await expect(replica.callerOfToken(token)).rejects.toMatchObject({ code: 'sign_in_ended' });
    await replica.callerOfToken(after.token);
    await expect(signIn(OLD)).rejects.toMatchObject(wrong);
    await signIn(NEW);
  });

  // Whoever had somebody's sign-in for a minute may have connected an agent or an extension of their own.
  it('ends the agents and extensions of its person, and nobody else’s', async () => {
    const bob = await replica.directory.createUser(
      { name: 'Bob', email: 'bob@example.com', role: '' },
      { caller: admin, ...CALL },
    );
    const code = await replica.service.personCode(DEFAULT_ORGANIZATION_ID, bob.id);
    const bobs = (await replica.signIn.redeemSignInMail({ code, visitor: VISITOR }, CALL)).token;
    const connectAll = async (token: string) => {
      const caller = await replica.callerOfToken(token);
      const [agent, extension, open] = [pkce(), pkce(), pkce()];
      const client = { name: 'A', redirectUris: [REDIRECT], network: VISITOR.network };
      const { id: clientId } = await replica.agents.registerAgentClient(client, CALL);
      const consent = { clientId, redirectUri: REDIRECT, resource: RESOURCE, scopes: ['Insights: ask'] };
      const allowed = await replica.agents.allowAgent(
        { ...consent, codeChallenge: agent.challenge },
        { caller, ...CALL },
      );
      const exchange = { ...consent, code: allowed.code, codeVerifier: agent.verifier };
      const { accessToken } = await replica.agents.exchangeAgentCode(exchange, CALL);
      const allow = ({ challenge }: { challenge: string }) =>
        replica.keys.allowExtension({ challenge }, { caller, ...CALL });
      const { key } = await replica.keys.redeemExtensionCode(
        { code: (await allow(extension)).code, verifier: extension.verifier },
        CALL,
      );
      const { code: waiting } = await allow(open);
      return {
        verifyAgent: () => replica.agents.verifyAgentToken({ token: accessToken, resource: RESOURCE }, CALL),
        verifyExtension: () => replica.callerFor(key),
        redeem: () => replica.keys.redeemExtensionCode({ code: waiting, verifier: open.verifier }, CALL),
      };
    };
    const link = await byLink();
    const [anns, others] = [await connectAll(link), await connectAll(bobs)];
    await set(link, OLD);
    await expect(anns.verifyAgent()).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(anns.verifyExtension()).rejects.toMatchObject({ code: 'invalid_api_key' });
    await expect(anns.redeem()).rejects.toMatchObject({ code: 'extension_code_ended' });
    for (const works of Object.values(others)) await works();
  });

  it('is not set by a link of more than fifteen minutes ago, nor by a key', async () => {
    const token = await byLink();
    installation.clock.advance(15 * 60_000 + 1000);
    await expect(set(token, OLD)).rejects.toMatchObject({ code: 'fresh_sign_in_needed' });
    const request = { current: '', password: OLD, visitor: VISITOR };
    await expect(replica.signIn.setPassword(request, { caller: admin, ...CALL })).rejects.toMatchObject({
      code: 'sign_in_required',
    });
  });

  it.each(['short', 'a'.repeat(40), 'ä'.repeat(5) + 'bcdefg'.slice(0, 6), 'xy'.repeat(200)])(
    'is refused when it is weak or endless: %s',
    async (password) => {
      await expect(set(await byLink(), password)).rejects.toMatchObject({ kind: 'invalid' });
    },
  );

  it('is the same however its letters are typed', async () => {
    await set(await byLink(), 'Müller und Söhne');
    await signIn('Mu\u0308ller und So\u0308hne');
  });

  it('that is wrong makes its address wait longer and longer, known or not', async () => {
    await set(await byLink(), OLD);
    for (const email of [EMAIL, 'nobody@example.com']) {
      for (let n = 0; n < 5; n++) await expect(signIn(NEW, email, `of ${email}`)).rejects.toMatchObject(wrong);
      // The right one has to wait as well.
      for (const seconds of [1, 2, 4]) {
        await expect(signIn(OLD, email, `of ${email}`)).rejects.toMatchObject({
          kind: 'rate_limited',
          data: { retry_after: seconds },
        });
        installation.clock.advance(seconds * 1000);
        await expect(signIn(NEW, email, `of ${email}`)).rejects.toMatchObject(wrong);
      }
    }
    installation.clock.advance(8000);
    await signIn(OLD);
    await expect(signIn(NEW)).rejects.toMatchObject(wrong);
    await signIn(OLD);
  }, 60_000);

  it('is looked for as long, and told the same, whoever the address is', async () => {
    await set(await byLink(), OLD);
    const timed = async (email: string): Promise<number> => {
      const began = performance.now();
      await expect(signIn(NEW, email, email)).rejects.toMatchObject({
        ...wrong,
        message: 'The address or the password is wrong. Try again, or have a link mailed to you.',
      });
      return performance.now() - began;
    };
    const [known, unknown] = [[], []] as [number[], number[]];
    for (let n = 0; n < 4; n++) {
      known.push(await timed(EMAIL));
      unknown.push(await timed('nobody@example.com'));
    }
    // The work is the hash: without it the answer would come in a few milliseconds.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
  }, 60_000);

  it('goes with its person', async () => {
    await set(await byLink(), OLD);
    await replica.directory.deleteUser({ id: ann }, { caller: admin, ...CALL });
    await expect(signIn(OLD)).rejects.toMatchObject(wrong);
    for (const collection of ['passwords', 'sign_ins', 'person_codes']) {
      const rows = await replica.db.collection(collection).find({}).toArray();
      expect(JSON.stringify(rows)).not.toContain(ann);
    }
  });

  it('opens nothing where the operator allows none', async () => {
    await set(await byLink(), OLD);
    const strict = await installation.replica();
    const request = { email: EMAIL, password: OLD, organization: '', visitor: VISITOR };
    await expect(strict.signIn.signInWithPassword(request, CALL)).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'password_sign_in_off',
    });
    expect(await strict.signIn.listSignInMethods({ organization: '' }, CALL)).toEqual({ password: false, mail: false });
    expect(await replica.signIn.listSignInMethods({ organization: '' }, CALL)).toEqual({ password: true, mail: true });
  });
});
