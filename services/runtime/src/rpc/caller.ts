import { Metadata } from '@grpc/grpc-js';
import { AppError } from '../errors.js';
import { sameSecret } from '../secrets.js';

/** From the lowest: each may do what those before it may. */
export const ROLES = ['VIEWER', 'MEMBER', 'APPROVER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];

/** Who calls, as the gateway established it; travels in the metadata of every call. */
export interface Caller {
  organizationId: string;
  keyId: string;
  role: Role;
  /** Empty: unrestricted within the role. */
  scopes: string[];
  /** The user who owns the key; '' when the key is nobody's. */
  ownerId: string;
  requestId: string;
}

const TOKEN = 'candor-service-token';
const CALLER = 'candor-caller-bin';
const REQUEST = 'candor-request-id';
const CREATION = 'candor-creation-id';

/** Metadata of a call made for `caller`; without one, of a call that the gateway makes for itself. */
export function callerMetadata(
  token: string,
  { caller, requestId, creationId }: { caller?: Caller | undefined; requestId: string; creationId?: string },
): Metadata {
  const metadata = new Metadata();
  metadata.set(TOKEN, token);
  metadata.set(REQUEST, requestId);
  if (creationId !== undefined) metadata.set(CREATION, creationId);
  if (caller) metadata.set(CALLER, Buffer.from(JSON.stringify(caller)));
  return metadata;
}

/** Refuses whoever does not know the services' shared token. The gateway turns this into a 503, not its caller's 401. */
export function checkServiceToken(metadata: Metadata, token: string): void {
  if (!sameSecret(metadata.get(TOKEN)[0]?.toString(), token))
    throw new AppError('unavailable', 'service_refused', 'A service refused the gateway.');
}

/** The caller of this call; undefined when the gateway calls for itself. */
export function callerOf(metadata: Metadata): Caller | undefined {
  const value = metadata.get(CALLER)[0];
  return Buffer.isBuffer(value) ? (JSON.parse(value.toString('utf8')) as Caller) : undefined;
}

export const creationIdOf = (metadata: Metadata): string => String(metadata.get(CREATION)[0] ?? '');

export const requestIdOf = (metadata: Metadata): string => String(metadata.get(REQUEST)[0] ?? '');

/** The caller, or a refusal when there is none: for calls that work in an organization. */
export function requireCaller(caller: Caller | undefined): Caller {
  if (!caller) throw new AppError('internal', 'caller_missing', 'The call carries no caller.');
  return caller;
}
