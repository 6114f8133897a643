import { deterministicId, ensureIndexes, isDuplicateKey, readPart } from '@candor/runtime';
import type { Collection, Db, Filter } from 'mongodb';

export interface Group {
  id: string;
  organizationId: string;
  name: string;
  /** Users, in order of id. */
  memberIds: string[];
  /** Microseconds. */
  createdAt: number;
}

interface Row {
  _id: string;
  organization_id: string;
  name: string;
  created_at: number;
}

interface MemberRow {
  /** Made of group and user: adding twice is adding once. */
  _id: string;
  organization_id: string;
  group_id: string;
  user_id: string;
}

/** Groups that share a name. */
const MOST_OF_A_NAME = 1000;

/** The row of a user in a group. */
export const membershipId = (groupId: string, userId: string): string =>
  deterministicId('group-member', groupId, userId);

/** Groups of users; each membership is a row of its own. */
export class GroupStore {
  private readonly rows: Collection<Row>;
  private readonly members: Collection<MemberRow>;

  constructor(private readonly db: Db) {
    this.rows = db.collection<Row>('groups');
    this.members = db.collection<MemberRow>('group_members');
  }

  async ensureIndexes(): Promise<void> {
    await ensureIndexes(this.db, 'groups', [{ keys: { organization_id: 1, created_at: -1, _id: 1 } }]);
    await ensureIndexes(this.db, 'group_members', [
      { keys: { organization_id: 1, group_id: 1, user_id: 1 } },
      { keys: { organization_id: 1, user_id: 1 } },
    ]);
  }

  async insert(group: Group): Promise<void> {
    const { id, organizationId, name, createdAt } = group;
    await this.rows.insertOne({ _id: id, organization_id: organizationId, name, created_at: createdAt });
    await this.add(organizationId, id, group.memberIds);
  }

  async find(organizationId: string, groupId: string): Promise<Group | undefined> {
    const row = await this.rows.findOne({ _id: groupId, organization_id: organizationId });
    return row ? (await this.withMembers(organizationId, [row]))[0] : undefined;
  }

  /** Newest first; `total` counts all. */
  async list(
    organizationId: string,
    page: { limit: number; offset: number },
  ): Promise<{ groups: Group[]; total: number }> {
    const filter: Filter<Row> = { organization_id: organizationId };
    const [rows, total] = await Promise.all([
      readPart(this.rows, filter, { sort: { created_at: -1, _id: 1 }, skip: page.offset, limit: page.limit }),
      this.rows.countDocuments(filter),
    ]);
    return { groups: await this.withMembers(organizationId, rows), total };
  }

  /** Users of any of the groups, each once. */
  async membersOf(organizationId: string, groupIds: readonly string[]): Promise<string[]> {
    if (groupIds.length === 0) return [];
    const filter = { organization_id: organizationId, group_id: { $in: [...groupIds] } };
    const rows = await this.members.find(filter).project<{ user_id: string }>({ user_id: 1 }).toArray();
    return [...new Set(rows.map((row) => row.user_id))];
  }

  /** False when there is no such group. */
  async rename(organizationId: string, groupId: string, name: string): Promise<boolean> {
    const filter = { _id: groupId, organization_id: organizationId };
    return (await this.rows.updateOne(filter, { $set: { name } })).matchedCount > 0;
  }

  /** Those with this name, exactly; the oldest first. */
  async named(organizationId: string, name: string): Promise<Group[]> {
    const filter = { organization_id: organizationId, name };
    const rows = await this.rows.find(filter).sort({ created_at: 1, _id: 1 }).limit(MOST_OF_A_NAME).toArray();
    return this.withMembers(organizationId, rows);
  }

  /** Those of `groupIds` that exist. */
  async existing(organizationId: string, groupIds: readonly string[]): Promise<Set<string>> {
    const found = await this.rows.distinct('_id', { organization_id: organizationId, _id: { $in: [...groupIds] } });
    return new Set(found);
  }

  /** Puts a user into groups; into those where the user is already, nothing happens. */
  async addUser(organizationId: string, userId: string, groupIds: readonly string[]): Promise<void> {
    for (const groupId of groupIds) await this.add(organizationId, groupId, [userId]);
  }

  /** Some come and some go; the others stay, whoever else changes the group meanwhile. */
  async changeMembers(
    organizationId: string,
    groupId: string,
    { added, removed }: { added: string[]; removed: string[] },
  ): Promise<void> {
    const gone = { organization_id: organizationId, group_id: groupId, user_id: { $in: removed } };
    if (removed.length > 0) await this.members.deleteMany(gone);
    await this.add(organizationId, groupId, added);
  }

  async setMembers(organizationId: string, groupId: string, userIds: string[]): Promise<void> {
    await this.members.deleteMany({ organization_id: organizationId, group_id: groupId, user_id: { $nin: userIds } });
    await this.add(organizationId, groupId, userIds);
  }

  /** False when there is no such group. */
  async remove(organizationId: string, groupId: string): Promise<boolean> {
    await this.members.deleteMany({ organization_id: organizationId, group_id: groupId });
    return (await this.rows.deleteOne({ _id: groupId, organization_id: organizationId })).deletedCount > 0;
  }

  /** Ids of the groups that a user is in, in order. */
  async ofUser(organizationId: string, userId: string): Promise<string[]> {
    const rows = await this.members
      .find({ organization_id: organizationId, user_id: userId })
      .project<{ group_id: string }>({ group_id: 1 })
      .toArray();
    return rows.map(({ group_id }) => group_id).sort();
  }

  /** Takes a user out of every group. */
  async removeUser(organizationId: string, userId: string): Promise<void> {
    await this.members.deleteMany({ organization_id: organizationId, user_id: userId });
  }

  private async add(organizationId: string, groupId: string, userIds: string[]): Promise<void> {
    for (const userId of userIds) {
      const _id = membershipId(groupId, userId);
      try {
        await this.members.insertOne({ _id, organization_id: organizationId, group_id: groupId, user_id: userId });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  private async withMembers(organizationId: string, rows: Row[]): Promise<Group[]> {
    const members = await this.members
      .find({ organization_id: organizationId, group_id: { $in: rows.map((row) => row._id) } })
      .sort({ group_id: 1, user_id: 1 })
      .toArray();
    return rows.map((row) => ({
      id: row._id,
      organizationId,
      name: row.name,
      memberIds: members.filter((member) => member.group_id === row._id).map((member) => member.user_id),
      createdAt: row.created_at,
    }));
  }
}
