import { newId, type Caller, type CallFor } from '@candor/runtime';

/** The service itself asks: a caller without a key, in the organization it asks about. */
export function ownCall(organizationId: string): CallFor & { caller: Caller; requestId: string } {
  const requestId = newId();
  return {
    caller: { organizationId, keyId: '', role: 'ADMIN', scopes: [], ownerId: '', requestId },
    requestId,
  };
}
