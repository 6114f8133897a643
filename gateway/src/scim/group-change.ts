import { byName, givenName, memberIdsOf, textOf, type Attributes } from './attributes.js';
import { wrongInput } from './errors.js';
import type { Operation } from './patch.js';

/** What a client says of a group. Undefined stays as it is; an empty external id is removed. */
export interface ScimGroupChange {
  displayName?: string;
  externalId?: string;
  /** In place of all that are in it; undefined: they stay. */
  members?: string[];
  added: string[];
  removed: string[];
}

/** What a whole resource says: for PUT also that what is not given is gone. */
export function groupOf(attributes: Attributes, method: 'post' | 'put'): ScimGroupChange & { displayName: string } {
  const named = byName(attributes);
  if (!named.has('displayname')) throw wrongInput('invalidValue', 'displayName is required.');
  const displayName = givenName(named.get('displayname'), 'displayName');
  const externalId = named.get('externalid');
  const members = named.get('members');
  return {
    displayName,
    ...(externalId === undefined
      ? method === 'put'
        ? { externalId: '' }
        : {}
      : { externalId: textOf(externalId, 'externalId') }),
    members: members === undefined ? [] : memberIdsOf(members),
    added: [],
    removed: [],
  };
}

/** What the operations of a PATCH say together, in their order. */
export function patchedGroup(operations: readonly Operation[]): ScimGroupChange {
  const change: Omit<ScimGroupChange, 'members' | 'added' | 'removed'> = {};
  const members = new MemberChanges();
  for (const { kind, attribute, selected, value } of operations) {
    if (attribute === 'members' || attribute === 'members.value') members.take(kind, selected, value);
    else if (attribute === 'displayname') change.displayName = nameOf(kind, value);
    else if (attribute === 'externalid') change.externalId = kind === 'remove' ? '' : textOf(value, 'externalId');
  }
  return { ...change, ...members.all() };
}

function nameOf(kind: Operation['kind'], value: unknown): string {
  if (kind === 'remove') throw wrongInput('mutability', 'displayName is required and cannot be removed.');
  return givenName(value, 'displayName');
}

/** Who comes and who goes, one operation after the other. */
class MemberChanges {
  private whole: Set<string> | undefined;
  private readonly added = new Set<string>();
  private readonly removed = new Set<string>();

  take(kind: Operation['kind'], selected: string | undefined, value: unknown): void {
    if (kind === 'replace' && selected === undefined) {
      this.whole = new Set(memberIdsOf(value ?? []));
      return;
    }
    if (kind === 'remove' && selected === undefined && value === undefined) {
      this.whole = new Set();
      return;
    }
    const ids = selected === undefined ? memberIdsOf(value) : [selected.toLowerCase()];
    for (const id of ids) this.one(kind, id);
  }

  all(): Pick<ScimGroupChange, 'members' | 'added' | 'removed'> {
    if (this.whole) return { members: [...this.whole], added: [], removed: [] };
    return { added: [...this.added], removed: [...this.removed] };
  }

  private one(kind: Operation['kind'], id: string): void {
    if (this.whole) {
      if (kind === 'remove') this.whole.delete(id);
      else this.whole.add(id);
      return;
    }
    const [to, from] = kind === 'remove' ? [this.removed, this.added] : [this.added, this.removed];
    to.add(id);
    from.delete(id);
  }
}
