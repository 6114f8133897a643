import {
  SignInServiceClient,
  type SignIn as SignInMessage,
  type StartedSignIn as StartedMessage,
} from '@candor/proto/candor/tenant/v1/sign_in';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { VerifiedSignIn } from '../middleware/signed-in.js';
import type { Deleted } from '../routes/schemas.js';
import type { SignInMethods } from '../routes/sign-in/methods.js';
import type { SignedOutEverywhere } from '../routes/session/everywhere.js';
import type { SignIn, SignInList } from '../routes/session/sign-ins.js';
import { roleOf } from './tenant.js';
import { wholePage } from './whole-page.js';

/** Where a person signs in from. */
export interface Visitor {
  userAgent: string;
  network: string;
  /** The cookie that came along; '': none. */
  broughtToken: string;
}

export interface StartedSignIn {
  token: string;
  csrfToken: string;
  /** Microseconds. */
  expiresAt: number;
  /** '': nowhere in particular. */
  returnTo: string;
}

/** People who sign in. */
export class SignInClient {
  private readonly rpc: RpcClient<SignInServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(SignInServiceClient, address, token);
  }

  /** Whose a cookie is. */
  async verify(token: string, from: CallFor): Promise<VerifiedSignIn> {
    const reply = await this.rpc.unary(this.rpc.stub.verifySignIn, { token }, from);
    const { signIn, organizationId, role, csrfToken } = reply;
    if (!signIn) throw new Error('the tenant service sent no sign-in');
    const { id: keyId, userId: ownerId, method, createdAt, expiresAt } = signIn;
    return {
      identity: { keyId, organizationId, role: roleOf(role), scopes: [], ownerId, expiresAt },
      csrfToken,
      token,
      method,
      createdAt,
    };
  }

  methods(from: CallFor, organization: string): Promise<Omit<SignInMethods, 'provider'>> {
    return this.rpc.unary(this.rpc.stub.listSignInMethods, { organization }, from);
  }

  withPassword(
    from: CallFor,
    visitor: Visitor,
    input: { email: string; password: string; organization: string },
  ): Promise<StartedSignIn> {
    return this.rpc.unary(this.rpc.stub.signInWithPassword, { ...input, visitor }, from);
  }

  async requestMail(
    from: CallFor,
    visitor: Visitor,
    input: { email: string; organization: string; returnTo: string },
  ): Promise<void> {
    await this.rpc.unary(this.rpc.stub.requestSignInMail, { ...input, visitor }, from);
  }

  redeem(from: CallFor, visitor: Visitor, code: string): Promise<StartedSignIn> {
    return this.rpc.unary(this.rpc.stub.redeemSignInMail, { code, visitor }, from);
  }

  createFirstAdmin(
    from: CallFor,
    visitor: Visitor,
    input: { code: string; name: string; email: string; password: string },
  ): Promise<StartedSignIn> {
    return this.rpc.unary(this.rpc.stub.createFirstAdmin, { ...input, visitor }, from);
  }

  async signOut(from: CallFor, token: string): Promise<void> {
    await this.rpc.unary(this.rpc.stub.signOut, { token }, from);
  }

  /** `userId` '': the caller's own. */
  async list(from: CallFor, userId: string, page: { limit: number; offset: number }): Promise<SignInList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listSignIns, { userId, ...part }, from);
      return { items: reply.signIns, total: reply.total, reply };
    });
    return { sign_ins: items.map((one) => signInJson(one, from.caller?.keyId)), pagination };
  }

  async revoke(from: CallFor, id: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.revokeSignIn, { id }, from);
    return { id, deleted: true };
  }

  /** `userId` '': the caller's own. */
  signOutEverywhere(from: CallFor, userId: string, connected: boolean): Promise<SignedOutEverywhere> {
    return this.rpc.unary(this.rpc.stub.signOutEverywhere, { userId, connected }, from);
  }

  setPassword(from: CallFor, visitor: Visitor, input: { current: string; password: string }): Promise<StartedMessage> {
    return this.rpc.unary(this.rpc.stub.setPassword, { ...input, visitor }, from);
  }

  close(): void {
    this.rpc.close();
  }
}

const signInJson = (one: SignInMessage, currentId: string | undefined): SignIn => ({
  id: one.id,
  method: one.method as SignIn['method'],
  user_agent: one.userAgent,
  created_at: one.createdAt,
  seen_at: one.seenAt,
  expires_at: one.expiresAt,
  is_current: one.id === currentId,
});
