// A real OpenID provider on loopback, as a process of its own: `node provider-process.fixture.mjs '{"clientId": …}'`.
// Whoever comes is signed in at once, as the person of the header "x-person" (claims as JSON), else as the one given at start.
// A person with a "fault" is given a token that is wrong in that one thing, signed with the provider's own key.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, decodeJwt } from 'jose';
import { Provider } from 'oidc-provider';

const settings = JSON.parse(process.argv[2]);
const { privateKey } = await generateKeyPair('RS256', { extractable: true });
const jwk = { ...(await exportJWK(privateKey)), kid: 'one', use: 'sig', alg: 'RS256' };
const people = new Map();

const server = createServer();
await new Promise((resolve) => server.listen(settings.port ?? 0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      redirect_uris: settings.redirectUris,
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  jwks: { keys: [jwk] },
  cookies: { keys: ['of a test'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  // Half of all providers put the claims into the token, the other half make one ask for them.
  conformIdTokenClaims: settings.claimsOnlyByAsking ?? false,
  features: { devInteractions: { enabled: false } },
  pkce: { required: () => true },
  ttl: {
    AuthorizationCode: 60,
    AccessToken: 60,
    IdToken: 60,
    Interaction: 60,
    Session: 60,
    Grant: 60,
  },
  interactions: { url: (_context, interaction) => `/as/${interaction.uid}` },
  findAccount: (_context, id) => ({ accountId: id, claims: () => claimsOf(id) }),
  loadExistingGrant: async (context) => {
    const grant = new provider.Grant({
      clientId: context.oidc.client.clientId,
      accountId: context.oidc.session.accountId,
    });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});

// A code whose time is over, without waiting for that.
Object.defineProperty(provider.AuthorizationCode.prototype, 'isExpired', {
  get() {
    return faultOf(this.accountId) === 'expired_code';
  },
});

const faultOf = (id) => people.get(id)?.fault;
function claimsOf(id) {
  const { fault: _fault, ...claims } = people.get(id) ?? {};
  return { ...claims, sub: id };
}

const WRONG = {
  issuer: { iss: 'http://127.0.0.1:1' },
  audience: { aud: 'another client' },
  nonce: { nonce: 'of another sign-in' },
  expired: { exp: Math.floor(Date.now() / 1000) - 3600 },
  none: {},
};

provider.use(async (context, next) => {
  await next();
  if (context.path !== '/token' || typeof context.body?.id_token !== 'string') return;
  const claims = decodeJwt(context.body.id_token);
  const fault = faultOf(claims.sub);
  if (fault === undefined || fault === 'expired_code') return;
  const signer = fault === 'signature' ? (await generateKeyPair('RS256')).privateKey : privateKey;
  context.body.id_token = await new SignJWT({ ...claims, ...WRONG[fault] })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .sign(signer);
});

const answer = provider.callback();
server.on('request', (request, response) => {
  if (!request.url.startsWith('/as/')) {
    answer(request, response);
    return;
  }
  const said = request.headers['x-person'];
  const person = said === undefined ? settings.person : JSON.parse(said);
  people.set(person.sub, person);
  provider.interactionFinished(request, response, { login: { accountId: person.sub } }).catch((error) => {
    response.writeHead(500).end(String(error));
  });
});

process.on('SIGTERM', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ issuer })}\n`);
