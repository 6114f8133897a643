import { describe, expect, it } from '@jest/globals';
import type { KeyIdentity } from '../http/context.js';
import { checkAccess } from './access.js';

const identity = (role: KeyIdentity['role'], ...scopes: string[]): KeyIdentity => ({
  keyId: 'k',
  organizationId: 'o',
  role,
  scopes,
  ownerId: '',
  expiresAt: undefined,
});

describe('access to a route', () => {
  const read = { role: 'VIEWER', scope: 'Questionnaires: read' } as const;
  const write = { role: 'MEMBER', scope: 'Questionnaires: write' } as const;

  it('is given to a sufficient role without scopes', () => {
    expect(() => checkAccess(write, identity('MEMBER'))).not.toThrow();
    expect(() => checkAccess(write, identity('ADMIN'))).not.toThrow();
  });

  it('is given for reading to whoever may write', () => {
    expect(() => checkAccess(read, identity('MEMBER', 'Questionnaires: write'))).not.toThrow();
  });

  it('is refused to a lower role, naming the one that is missing', () => {
    expect(() => checkAccess(write, identity('VIEWER'))).toThrow('needs the role MEMBER');
  });

  it('is refused without the scope, naming it', () => {
    expect(() => checkAccess(write, identity('ADMIN', 'Questionnaires: read'))).toThrow('"Questionnaires: write"');
    expect(() => checkAccess(read, identity('ADMIN', 'Knowledge: write'))).toThrow('"Questionnaires: read"');
  });
});
