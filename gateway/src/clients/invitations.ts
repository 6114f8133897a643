import { InvitationServiceClient } from '@candor/proto/candor/tenant/v1/invitations';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Deleted } from '../routes/schemas.js';
import type { Invitation } from '../routes/users/invitations.js';
import type { User } from '../routes/users/resource.js';
import { userJson } from './directory.js';
import type { StartedSignIn, Visitor } from './sign-in.js';

export interface NewInvitation {
  email: string;
  /** '': the address until the person says. */
  name: string;
  /** '': MEMBER. */
  role: string;
  groupIds: string[];
}

/** Inviting people, and letting them go. */
export class InvitationsClient {
  private readonly rpc: RpcClient<InvitationServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(InvitationServiceClient, address, token);
  }

  async invite(from: CallFor, invitation: NewInvitation): Promise<User> {
    return userJson(await this.rpc.unary(this.rpc.stub.inviteUser, invitation, from));
  }

  async resend(from: CallFor, userId: string): Promise<User> {
    return userJson(await this.rpc.unary(this.rpc.stub.resendInvitation, { userId }, from));
  }

  async withdraw(from: CallFor, userId: string): Promise<Deleted> {
    await this.rpc.unary(this.rpc.stub.withdrawInvitation, { userId }, from);
    return { id: userId, deleted: true };
  }

  async deactivate(from: CallFor, userId: string): Promise<User> {
    return userJson(await this.rpc.unary(this.rpc.stub.deactivateUser, { userId }, from));
  }

  async reactivate(from: CallFor, userId: string): Promise<User> {
    return userJson(await this.rpc.unary(this.rpc.stub.reactivateUser, { userId }, from));
  }

  /** Who invites whom; changes nothing. */
  async show(from: CallFor, code: string): Promise<Invitation> {
    const shown = await this.rpc.unary(this.rpc.stub.showInvitation, { code }, from);
    const { email, name, organizationName, expiresAt } = shown;
    return { email, name, organization_name: organizationName, expires_at: expiresAt };
  }

  accept(from: CallFor, visitor: Visitor, { code, name }: { code: string; name: string }): Promise<StartedSignIn> {
    return this.rpc.unary(this.rpc.stub.acceptInvitation, { code, name, visitor }, from);
  }

  close(): void {
    this.rpc.close();
  }
}
