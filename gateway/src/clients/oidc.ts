import { OidcServiceClient, type OidcConnection as ConnectionMessage } from '@candor/proto/candor/tenant/v1/oidc';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { SignInProvider, SignInProviderTest } from '../routes/sign-in-provider/resource.js';
import type { StartedSignIn, Visitor } from './sign-in.js';

export interface NewSignInProvider {
  issuer: string;
  clientId: string;
  /** '': the one that is kept stays. */
  clientSecret: string;
  /** '': the host of the issuer. */
  name: string;
  /** Empty: openid, email, profile. */
  scopes: string[];
}

/** Signing in by an OpenID provider, and which one an organization has. */
export class OidcClient {
  private readonly rpc: RpcClient<OidcServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(OidcServiceClient, address, token);
  }

  /** Where the person goes, and what the browser keeps meanwhile. */
  start(
    from: CallFor,
    request: { organization: string; returnTo: string; redirectUri: string },
  ): Promise<{ url: string; browser: string }> {
    return this.rpc.unary(this.rpc.stub.startOidc, request, from);
  }

  finish(from: CallFor, visitor: Visitor, came: { query: string; browser: string }): Promise<StartedSignIn> {
    return this.rpc.unary(this.rpc.stub.finishOidc, { ...came, visitor }, from);
  }

  /** What the button says; '': there is no provider. `organization`: a tenant name, '' for none. */
  async nameFor(from: CallFor, organization: string): Promise<string> {
    return (await this.rpc.unary(this.rpc.stub.findOidcName, { organization }, from)).name;
  }

  async provider(from: CallFor): Promise<SignInProvider> {
    return providerJson(await this.rpc.unary(this.rpc.stub.getOidcConnection, {}, from));
  }

  async setProvider(from: CallFor, provider: NewSignInProvider): Promise<SignInProvider> {
    return providerJson(await this.rpc.unary(this.rpc.stub.setOidcConnection, provider, from));
  }

  async removeProvider(from: CallFor): Promise<{ removed: true }> {
    await this.rpc.unary(this.rpc.stub.removeOidcConnection, {}, from);
    return { removed: true };
  }

  async testProvider(from: CallFor): Promise<SignInProviderTest> {
    const { issuer, authorizationEndpoint } = await this.rpc.unary(this.rpc.stub.testOidcConnection, {}, from);
    return { issuer, authorization_endpoint: authorizationEndpoint };
  }

  close(): void {
    this.rpc.close();
  }
}

const providerJson = (connection: ConnectionMessage): SignInProvider => ({
  issuer: connection.issuer,
  client_id: connection.clientId,
  name: connection.name,
  scopes: connection.scopes,
  of_installation: connection.ofInstallation,
  updated_at: connection.ofInstallation ? null : connection.updatedAt,
});
