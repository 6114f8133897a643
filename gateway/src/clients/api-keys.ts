import {
  ApiKeyServiceClient,
  type ApiKey as KeyMessage,
  type IssuedKey as IssuedMessage,
} from '@candor/proto/candor/tenant/v1/api_keys';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { ApiKey, ApiKeyList, IssuedKey } from '../routes/api-keys/resource.js';
import type { Deleted } from '../routes/schemas.js';
import { isoTimeOrNull } from './times.js';
import { wholePage } from './whole-page.js';

export interface NewApiKey {
  name: string;
  role: string;
  /** Empty: all that the caller has. */
  scopes: string[];
  ownerId: string | undefined;
  /** Microseconds. */
  expiresAt: number | undefined;
}

/** API keys of the caller's organization. */
export class ApiKeysClient {
  private readonly rpc: RpcClient<ApiKeyServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(ApiKeyServiceClient, address, token);
  }

  async issue(from: CallFor, key: NewApiKey): Promise<IssuedKey> {
    return issuedJson(await this.rpc.unary(this.rpc.stub.issueKey, key, from));
  }

  async list(from: CallFor, page: { limit: number; offset: number }): Promise<ApiKeyList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listKeys, part, from);
      return { items: reply.keys, total: reply.total, reply };
    });
    return { api_keys: items.map(keyJson), pagination };
  }

  async rotate(from: CallFor, id: string): Promise<IssuedKey> {
    return issuedJson(await this.rpc.unary(this.rpc.stub.rotateKey, { id }, from));
  }

  async revoke(from: CallFor, id: string): Promise<Deleted> {
    const reply = await this.rpc.unary(this.rpc.stub.revokeKey, { id }, from);
    return { id: reply.id, deleted: true };
  }

  /** A code for the extension whose challenge this is. */
  async allowExtension(from: CallFor, challenge: string): Promise<{ code: string; expires_at: number }> {
    const { code, expiresAt } = await this.rpc.unary(this.rpc.stub.allowExtension, { challenge }, from);
    return { code, expires_at: expiresAt };
  }

  /** The key that such a code is exchanged for. */
  async connectExtension(from: CallFor, given: { code: string; verifier: string }): Promise<IssuedKey> {
    return issuedJson(await this.rpc.unary(this.rpc.stub.redeemExtensionCode, given, from));
  }

  /** The caller's own that work, newest first. */
  async extensions(from: CallFor): Promise<ApiKey[]> {
    return (await this.rpc.unary(this.rpc.stub.listExtensions, {}, from)).keys.map(keyJson);
  }

  /** The calling extension, or one of the caller's own. */
  async disconnectExtension(from: CallFor, which = ''): Promise<Deleted> {
    const { id } = await this.rpc.unary(this.rpc.stub.endExtension, { id: which }, from);
    return { id, deleted: true };
  }

  /** The key that the code of a sign-in link is exchanged for. */
  async redeem(from: CallFor, code: string): Promise<IssuedKey> {
    return issuedJson(await this.rpc.unary(this.rpc.stub.redeemSignInCode, { code }, from));
  }

  close(): void {
    this.rpc.close();
  }
}

const keyJson = (key: KeyMessage): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  role: key.role as ApiKey['role'],
  scopes: key.scopes as ApiKey['scopes'],
  owner_id: key.ownerId ?? null,
  expires_at: isoTimeOrNull(key.expiresAt),
  revoked_at: key.revokedAt ?? null,
  created_at: key.createdAt,
  made_for: key.madeFor === 'browser_extension' ? key.madeFor : null,
});

function issuedJson({ apiKey, key }: IssuedMessage): IssuedKey {
  if (!apiKey) throw new Error('the tenant service sent no API key');
  return { ...keyJson(apiKey), key };
}
