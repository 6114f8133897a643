import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from '../api/api.js';
import type { Organization, Session } from '../api/types.js';
import { may, type Role, type Scope } from './session.js';

/** What every page has at hand once somebody is signed in, or a key was entered. */
export interface AppContext {
  api: Api;
  session: Session;
  /** Those that the key may use; empty when it may not list them. */
  organizations: Organization[];
  switchOrganization(id: string): Promise<void>;
  signOut(message?: string): void;
  /** Reads the session anew: the cookie is another one. */
  refresh(): Promise<void>;
}

export const AppContext = createContext<AppContext | undefined>(undefined);

export function useApp(): AppContext & { may: (role: Role, scope?: Scope) => boolean } {
  const app = useContext(AppContext);
  if (!app) throw new Error('nobody is signed in');
  return { ...app, may: (role, scope) => may(app.session, role, scope) };
}
