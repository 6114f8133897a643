import { invalid, micros, type Caller, type Clock } from '@candor/runtime';
import { requireAdmin } from '../access.js';
import type { AuditRecorder } from '../audit.js';
import type { People } from '../people.js';
import type { Group, GroupStore } from '../store/groups.js';
import type { ScimRecord, ScimRecordStore } from '../store/scim-records.js';
import type { UserStore } from '../store/users.js';
import type { ScimFilter } from './scim-users.js';

/** What an identity provider says of a group. Undefined stays; an empty external id is removed. */
export interface ScimGroupChange {
  displayName?: string | undefined;
  externalId?: string | undefined;
  /** In place of all that are in it. */
  members?: string[] | undefined;
  added: string[];
  removed: string[];
}

export interface ScimGroup {
  group: Group;
  record: ScimRecord;
  members: { id: string; name: string }[];
}

interface Parts {
  people: People;
  groups: GroupStore;
  users: UserStore;
  records: ScimRecordStore;
  audit: AuditRecorder;
  clock: Clock;
}

type Page = { limit: number; offset: number };
const MOST_MEMBERS = 10_000;

/** Groups as an identity provider keeps them. */
export class ScimGroups {
  constructor(private readonly parts: Parts) {}

  async get(caller: Caller, id: string): Promise<ScimGroup> {
    requireAdmin(caller);
    const [shown] = await this.shown(caller, [await this.parts.people.group(caller, id)]);
    return shown!;
  }

  async list(caller: Caller, filter: ScimFilter, page: Page): Promise<{ groups: ScimGroup[]; total: number }> {
    requireAdmin(caller);
    if (filter.attribute === '') {
      const { groups, total } = await this.parts.groups.list(caller.organizationId, page);
      return { groups: await this.shown(caller, groups), total };
    }
    const found = await this.matching(caller, filter);
    return {
      groups: await this.shown(caller, found.slice(page.offset, page.offset + page.limit)),
      total: found.length,
    };
  }

  async create(caller: Caller, change: ScimGroupChange): Promise<ScimGroup> {
    requireAdmin(caller);
    const { people } = this.parts;
    const memberIds = [...(change.members ?? []), ...change.added];
    refuseTooMany(memberIds);
    const group = await people.createGroup(caller, { name: change.displayName ?? '', memberIds });
    await this.keep(group, change.externalId ?? '');
    return this.get(caller, group.id);
  }

  async change(caller: Caller, id: string, change: ScimGroupChange): Promise<ScimGroup> {
    const { people, groups, audit } = this.parts;
    const { record } = await this.get(caller, id);
    const { displayName: name, members: memberIds, added, removed } = change;
    refuseTooMany([...(memberIds ?? []), ...added]);
    await people.checkedMembers(caller, added);
    if (name !== undefined || memberIds) await people.updateGroup(caller, id, { name, memberIds });
    if (added.length + removed.length > 0) {
      await groups.changeMembers(caller.organizationId, id, { added, removed });
      const details = { added: String(added.length), removed: String(removed.length) };
      await audit.record(caller, { action: 'group.updated', targetType: 'group', targetId: id, details });
    }
    await this.keep(await people.group(caller, id), change.externalId ?? record.externalId);
    return this.get(caller, id);
  }

  async remove(caller: Caller, id: string): Promise<void> {
    requireAdmin(caller);
    await this.parts.people.deleteGroup(caller, id);
    await this.parts.records.remove(caller.organizationId, id);
  }

  private async matching({ organizationId }: Caller, { attribute, value }: ScimFilter): Promise<Group[]> {
    const { groups, records } = this.parts;
    if (attribute === 'displayname') return groups.named(organizationId, value);
    const ids =
      attribute === 'id'
        ? [value.toLowerCase()]
        : attribute === 'externalid'
          ? (await records.byExternalId(organizationId, 'group', value)).map(({ id }) => id)
          : undefined;
    if (!ids) throw invalid([{ path: 'filter', message: 'There is no filter by this attribute.' }]);
    const found = await Promise.all(ids.map((id) => groups.find(organizationId, id)));
    return found.filter((group) => group !== undefined);
  }

  private async shown({ organizationId }: Caller, groups: readonly Group[]): Promise<ScimGroup[]> {
    const [records, names] = await Promise.all([
      this.parts.records.of(
        organizationId,
        groups.map(({ id }) => id),
      ),
      this.parts.users.names(organizationId, [...new Set(groups.flatMap(({ memberIds }) => memberIds))]),
    ]);
    return groups.map((group) => ({
      group,
      record: records.get(group.id) ?? recordOf(group, '', group.createdAt),
      members: group.memberIds.map((id) => ({ id, name: names.get(id) ?? '' })),
    }));
  }

  private keep(group: Group, externalId: string): Promise<void> {
    return this.parts.records.put(recordOf(group, externalId, micros(this.parts.clock)));
  }
}

const recordOf = ({ id, organizationId }: Group, externalId: string, updatedAt: number): ScimRecord => ({
  id,
  organizationId,
  externalId,
  updatedAt,
  kind: 'group',
  userName: '',
  givenName: '',
  familyName: '',
});

function refuseTooMany(memberIds: readonly string[]): void {
  if (memberIds.length > MOST_MEMBERS) {
    throw invalid([{ path: 'members', message: `members has more than ${MOST_MEMBERS} entries.` }]);
  }
}
