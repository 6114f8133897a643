import { describe, expect, it } from '@jest/globals';
import type { Session } from '../api/types.js';
import { palettePages } from './palette-pages.js';
import { isWithin } from '../core/paths.js';

const session = (scopes: Session['scopes']): Session => ({
  organization: {
    name: 'Harbor Metrics',
    logo_url: null,
    accent_color: null,
    intro: null,
    approvers_only: false,
    time_zone: 'UTC',
    agents_may_connect: true,
  },
  expires_at: null,
  organization_id: 'o',
  key_id: 'k',
  role: 'ADMIN',
  scopes,
  user_id: null,
  user: null,
  sign_in: null,
});
const pathsFor = (scopes: Session['scopes']): string[] => palettePages(session(scopes)).map(({ path }) => path);

describe('the pages that the palette offers', () => {
  it('are all to a key without limits, the home page first', () => {
    expect(pathsFor([])[0]).toBe('/');
    expect(pathsFor([])).toContain('/questionnaires');
  });

  it('have each a name of their own', () => {
    const names = palettePages(session([])).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('leave out the areas that the key does not see, and no other', () => {
    // Neither home nor questionnaires are of this key.
    const paths = pathsFor(['API keys: write']);
    expect(paths).not.toContain('/');
    expect(paths).not.toContain('/questionnaires');
    expect(paths).toEqual(expect.arrayContaining(['/knowledge', '/settings/keys', '/insights/gaps']));
  });
});

describe('a part of the console', () => {
  it('holds what lies below it, and nothing that only begins alike', () => {
    expect(['/knowledge', '/knowledge/documents', '/knowledges'].map((path) => isWithin(path, '/knowledge'))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isWithin('/knowledge', '/')).toBe(false);
  });
});
