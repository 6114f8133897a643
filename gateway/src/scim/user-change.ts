import {
  attributeName,
  booleanOf,
  byName,
  emailOf,
  givenName,
  isAttributes,
  textOf,
  type Attributes,
} from './attributes.js';
import { wrongInput } from './errors.js';
import type { Operation } from './patch.js';

/** What a client says of a user. Undefined stays as it is, '' is removed. */
export interface ScimUserChange {
  userName?: string;
  externalId?: string;
  displayName?: string;
  givenName?: string;
  familyName?: string;
  email?: string;
  active?: boolean;
}

/** What a whole resource says: for POST what is given, for PUT also that everything else is gone. */
export function userOf(attributes: Attributes, method: 'post' | 'put'): ScimUserChange & { userName: string } {
  const change: ScimUserChange = {};
  for (const [name, value] of byName(attributes)) set(change, name, value);
  if (!change.userName) throw wrongInput('invalidValue', 'userName is required.');
  const removed = method === 'put' ? { externalId: '', displayName: '', givenName: '', familyName: '', email: '' } : {};
  return { ...removed, ...change, userName: change.userName };
}

/** What the operations of a PATCH say together; attributes that are not kept here are passed over. */
export function patchedUser(operations: readonly Operation[]): ScimUserChange {
  const change: ScimUserChange = {};
  for (const { kind, attribute, value } of operations) {
    if (kind === 'remove') remove(change, attribute);
    else set(change, attribute, value);
  }
  return change;
}

const TEXTS: Readonly<Record<string, 'externalId' | 'displayName' | 'givenName' | 'familyName'>> = {
  externalid: 'externalId',
  displayname: 'displayName',
  'name.formatted': 'displayName',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
};

function set(change: ScimUserChange, attribute: string, value: unknown): void {
  const text = TEXTS[attribute];
  if (attribute === 'username') {
    change.userName = givenName(value, 'userName');
  } else if (attribute === 'active') change.active = booleanOf(value, 'active');
  else if (attribute === 'emails' || attribute.startsWith('emails.')) setEmail(change, attribute, value);
  else if (attribute === 'name') setName(change, value);
  // A formatted name says less than a display name that the same client sends.
  else if (attribute === 'name.formatted') change.displayName ??= textOf(value, attribute);
  else if (text) change[text] = textOf(value, attribute);
}

/** Only the address itself is kept; whether it is primary, and its type, are passed over. */
function setEmail(change: ScimUserChange, attribute: string, value: unknown): void {
  if (attribute === 'emails' || attribute === 'emails.value') change.email = emailOf(value).trim();
}

function setName(change: ScimUserChange, value: unknown): void {
  if (!isAttributes(value)) throw wrongInput('invalidValue', 'name must be an object.');
  for (const [part, inner] of byName(value)) set(change, `name.${attributeName(part)}`, inner);
}

function remove(change: ScimUserChange, attribute: string): void {
  const text = TEXTS[attribute];
  if (attribute === 'username') throw wrongInput('mutability', 'userName is required and cannot be removed.');
  if (attribute === 'active') change.active = true;
  else if (attribute === 'emails' || attribute === 'emails.value') change.email = '';
  else if (attribute === 'name') Object.assign(change, { givenName: '', familyName: '' });
  else if (text) change[text] = '';
}
