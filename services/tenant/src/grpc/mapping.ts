import type { ApiKey as ApiKeyMessage } from '@candor/proto/candor/tenant/v1/api_keys';
import type { AuditEntry as AuditEntryMessage } from '@candor/proto/candor/tenant/v1/audit';
import type { Group as GroupMessage, User as UserMessage } from '@candor/proto/candor/tenant/v1/directory';
import {
  RateBudget,
  type BeginIdempotentReply,
  type Organization as OrganizationMessage,
} from '@candor/proto/candor/tenant/v1/tenant';
import { AppError } from '@candor/runtime';
import type { RateBudgets } from '../rate-limits.js';
import type { ApiKey } from '../store/api-keys.js';
import type { AuditEntry } from '../store/audit-log.js';
import type { Group } from '../store/groups.js';
import type { BeginOutcome } from '../store/idempotency.js';
import type { Organization } from '../store/organizations.js';
import type { User } from '../store/users.js';

export const organizationMessage = (o: Organization, currentId: string): OrganizationMessage => ({
  id: o.id,
  name: o.name,
  tenantName: o.tenantName,
  hd: o.hd,
  logoUrl: o.logoUrl,
  parentId: o.parentId,
  createdAt: o.createdAt,
  isCurrent: o.id === currentId,
  displayName: o.displayName,
  accentColor: o.accentColor,
  intro: o.intro,
  approversOnly: o.approversOnly,
  joinByDomain: o.joinByDomain,
  timeZone: o.timeZone,
  agentsMayConnect: o.agentsMayConnect,
});

export const apiKeyMessage = (key: ApiKey): ApiKeyMessage => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  role: key.role,
  scopes: key.scopes,
  ownerId: key.ownerId,
  expiresAt: key.expiresAt,
  revokedAt: key.revokedAt,
  createdAt: key.createdAt,
  madeFor: key.madeFor,
});

export const userMessage = (user: User): UserMessage => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  createdAt: user.createdAt,
  status: user.status,
  lastSignedInAt: user.lastSignedInAt,
  language: user.language ?? 'en',
  emailRefusedAt: user.emailRefusedAt,
});

export const groupMessage = ({ id, name, memberIds, createdAt }: Group): GroupMessage => ({
  id,
  name,
  memberIds,
  createdAt,
});

export const auditMessage = (entry: AuditEntry): AuditEntryMessage => ({
  id: entry.id,
  at: entry.at,
  action: entry.action,
  targetType: entry.targetType,
  targetId: entry.targetId,
  keyId: entry.keyId,
  userId: entry.userId === '' ? undefined : entry.userId,
  requestId: entry.requestId,
  details: entry.details,
});

/** The budget's name; a call that names none is a mistake of the gateway, not of its caller. */
export function budgetOf(budget: RateBudget): keyof RateBudgets {
  if (budget === RateBudget.RATE_BUDGET_INSIGHTS) return 'insights';
  if (budget === RateBudget.RATE_BUDGET_GENERAL) return 'general';
  throw new AppError('internal', 'rate_budget_missing', 'The call names no rate budget.');
}

export function idempotentMessage(outcome: BeginOutcome): BeginIdempotentReply {
  switch (outcome.kind) {
    case 'fresh':
      return { outcome: { $case: 'fresh', value: outcome } };
    case 'replay':
      return { outcome: { $case: 'replay', value: outcome.response } };
    case 'conflict':
      return { outcome: { $case: 'conflict', value: {} } };
    case 'reused':
      return { outcome: { $case: 'reused', value: {} } };
  }
}
