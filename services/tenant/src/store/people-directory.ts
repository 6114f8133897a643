import { readPage } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { OrganizationStore } from './organizations.js';
import { emailKey, fromUserRow, USERS, type User, type UserRow } from './users.js';

/** More organizations than anybody signs in to with one address. */
const MOST = 20;

/** Finds people before an organization is known: whoever signs in says only an address. */
export class PeopleDirectory {
  private readonly rows: Collection<UserRow>;

  constructor(
    db: Db,
    private readonly organizations: OrganizationStore,
  ) {
    this.rows = db.collection<UserRow>(USERS);
  }

  /** Active people with this address in open organizations, the oldest first; of one organization when its id is given. */
  async findByEmail(email: string, organizationId?: string): Promise<User[]> {
    const filter = {
      email_key: emailKey(email),
      ...(organizationId !== undefined && { organization_id: organizationId }),
    };
    const rows = await readPage(this.rows, filter, { sort: { created_at: 1 }, limit: MOST });
    const people = rows.map(fromUserRow).filter(({ status }) => status === 'active');
    const open = await Promise.all(people.map(({ organizationId: id }) => this.organizations.find(id)));
    return people.filter((_person, index) => open[index] !== undefined);
  }

  /** Whether there is anybody in the organization. */
  async any(organizationId: string): Promise<boolean> {
    return (await this.rows.findOne({ organization_id: organizationId }, { projection: { _id: 1 } })) !== null;
  }
}
