import { rewriteRows, type Migration } from '@candor/runtime';
import { emailKey } from './users.js';

interface StoredUser {
  _id: string;
  email: string;
  email_key: string;
  status?: string;
  last_signed_in_at?: number;
}

/** What newer releases made of this service's data. Steps are only ever added. */
export const MIGRATIONS: Migration[] = [
  {
    version: 1,
    name: 'a domain of an address has one spelling',
    // Of two people with one address now, the second keeps the key of before: who owns keys is never made another.
    run: (db) =>
      rewriteRows(db.collection<StoredUser>('users'), {
        reads: ['email', 'email_key'],
        change: ({ email }) => ({ email_key: emailKey(email) }),
      }),
  },
  {
    version: 2,
    name: 'people have a status, and remember when they signed in',
    run: (db) =>
      rewriteRows(db.collection<StoredUser>('users'), {
        reads: ['status', 'last_signed_in_at'],
        change: ({ status = 'active', last_signed_in_at = 0 }) => ({ status, last_signed_in_at }),
      }),
  },
];
