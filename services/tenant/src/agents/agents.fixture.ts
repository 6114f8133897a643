import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from '@candor/runtime';
import type { TenantOptions } from '../compose.js';
import { VISITOR } from '../sign-in/sign-in.fixture.js';
import { AuditLogStore } from '../store/audit-log.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation, type Replica } from '../tenant.fixture.js';

export const RESOURCE = 'https://candor.example.com/mcp';
export const REDIRECT = 'https://agent.example.com/back';

/** A secret of PKCE, and what is told of it. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** A person's consent that waits for its code to be exchanged. */
export interface Allowed {
  clientId: string;
  code: string;
  verifier: string;
}

/** The service with an organization, people in it, and a program that they connect. */
export class AgentWorld {
  private constructor(
    readonly installation: Installation,
    readonly replica: Replica,
    readonly admin: Caller,
  ) {}

  static async start(options: Partial<TenantOptions> = {}): Promise<AgentWorld> {
    const installation = await startInstallation();
    const replica = await installation.replica(options);
    await replica.service.bootstrap();
    if (options.mail) await replica.service.start();
    return new AgentWorld(installation, replica, await replica.callerFor(BOOTSTRAP_KEY));
  }

  close(): Promise<void> {
    return this.installation.close();
  }

  /** Somebody new who is signed in. */
  async person(email: string, role = 'MEMBER', admin = this.admin): Promise<Caller> {
    const call = { caller: admin, requestId: 'r' };
    const { id } = await this.replica.directory.createUser({ name: 'Ann', email, role }, call);
    const code = await this.replica.service.personCode(admin.organizationId, id);
    const { token } = await this.replica.signIn.redeemSignInMail({ code, visitor: VISITOR }, { requestId: 'r' });
    return this.replica.callerOfToken(token);
  }

  async client(name = 'An agent', redirectUris = [REDIRECT], network = '203.0.113.7'): Promise<string> {
    const request = { name, redirectUris, network };
    return (await this.replica.agents.registerAgentClient(request, { requestId: 'r' })).id;
  }

  async allow(
    caller: Caller,
    clientId: string,
    more: { redirectUri?: string; resource?: string; scopes?: string[] } = {},
  ): Promise<Allowed> {
    const { verifier, challenge: codeChallenge } = pkce();
    const consent = { redirectUri: REDIRECT, resource: RESOURCE, scopes: ['Questionnaires: read'], ...more };
    const request = { clientId, codeChallenge, ...consent };
    const { code } = await this.replica.agents.allowAgent(request, { caller, requestId: 'r' });
    return { clientId, code, verifier };
  }

  exchange(allowed: Allowed, other: { clientId?: string; redirectUri?: string; resource?: string } = {}) {
    const { clientId, code, verifier: codeVerifier } = allowed;
    const request = { clientId, code, codeVerifier, redirectUri: REDIRECT, resource: RESOURCE, ...other };
    return this.replica.agents.exchangeAgentCode(request, { requestId: 'r' });
  }

  refresh(clientId: string, refreshToken: string, resource = '') {
    return this.replica.agents.refreshAgentTokens({ clientId, refreshToken, resource }, { requestId: 'r' });
  }

  verify(token: string, resource = RESOURCE) {
    return this.replica.agents.verifyAgentToken({ token, resource }, { requestId: 'r' });
  }

  /** A person's agent that works. */
  async connect(caller: Caller) {
    const allowed = await this.allow(caller, await this.client());
    return { ...allowed, ...(await this.exchange(allowed)) };
  }

  async list(caller: Caller, everyone = false) {
    const page = { everyone, limit: 100, offset: 0 };
    return (await this.replica.agents.listConnectedAgents(page, { caller, requestId: 'r' })).agents;
  }

  /** What the log says of agents: the actions, and why. */
  async log(): Promise<string[]> {
    const list = await new AuditLogStore(this.replica.db).list(
      this.admin.organizationId,
      {},
      { limit: 100, offset: 0 },
    );
    return list.entries
      .filter(({ targetType }) => targetType === 'agent')
      .map(({ action, details: { why } }) => (why === undefined ? action : `${action}: ${why}`))
      .sort();
  }
}
