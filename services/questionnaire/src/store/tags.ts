import {
  AppError,
  deterministicId,
  isDuplicateKey,
  micros,
  newId,
  notFound,
  type Clock,
  type IndexDeclaration,
  readAll,
  countOf,
  readPart,
} from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import { nameKey } from '@candor/runtime/text';
import type { TagDocument, TaggingDocument } from './documents.js';
import { insertMissing } from './questions.js';

/** Tags in one reply. */
const AT_ONCE = 1000;

export const TAG_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, nameKey: 1 }, unique: true }];
export const TAGGING_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, questionnaireId: 1 } },
  { keys: { organizationId: 1, tagId: 1 } },
];

export type TagStatus = TagDocument['status'];

/** What questionnaires show; what a person rejected is kept, so that it is not suggested again. */
const SHOWN: TagStatus[] = ['ACTIVE', 'DRAFT'];

/** Tags of an organization and which questionnaires carry them. */
export class TagStore {
  private readonly tags: Collection<TagDocument>;
  private readonly taggings: Collection<TaggingDocument>;

  constructor(
    db: Db,
    private readonly clock: Clock,
  ) {
    this.tags = db.collection<TagDocument>('tags');
    this.taggings = db.collection<TaggingDocument>('taggings');
  }

  /** By name from `offset` on, as many as are not too large together; `total` counts all. */
  async list(
    organizationId: string,
    statuses: TagStatus[],
    offset: number,
  ): Promise<{ tags: TagDocument[]; total: number }> {
    const filter = { organizationId, status: { $in: statuses } };
    const [tags, total] = await Promise.all([
      readPart(this.tags, filter, { sort: { nameKey: 1 }, skip: offset, limit: AT_ONCE }),
      countOf(this.tags, filter),
    ]);
    return { tags, total };
  }

  async create(organizationId: string, name: string, description: string): Promise<TagDocument> {
    const tag: TagDocument = {
      _id: newId(),
      organizationId,
      name,
      nameKey: nameKey(name),
      description,
      isAiGenerated: false,
      status: 'ACTIVE',
      createdAt: micros(this.clock),
    };
    await this.tags.insertOne(tag).catch(refuseDuplicate(name));
    return tag;
  }

  async update(
    organizationId: string,
    id: string,
    change: { name?: string; description?: string; status?: TagStatus },
  ): Promise<TagDocument> {
    const set = { ...change, ...(change.name === undefined ? {} : { nameKey: nameKey(change.name) }) };
    const updated =
      Object.keys(set).length === 0
        ? await this.tags.findOne({ _id: id, organizationId })
        : await this.tags
            .findOneAndUpdate({ _id: id, organizationId }, { $set: set }, { returnDocument: 'after' })
            .catch(refuseDuplicate(change.name ?? ''));
    if (!updated) throw notFound('tag');
    return updated;
  }

  async remove(organizationId: string, id: string): Promise<void> {
    const removed = await this.tags.deleteOne({ _id: id, organizationId });
    if (removed.deletedCount === 0) throw notFound('tag');
    await this.taggings.deleteMany({ organizationId, tagId: id });
  }

  /** Of these ids, the ones that exist in the organization. */
  async known(organizationId: string, ids: string[]): Promise<string[]> {
    const rows = await this.tags
      .find({ organizationId, _id: { $in: ids } })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return rows.map((row) => row._id);
  }

  /** Finds or makes the DRAFT tag that processing suggests under this name. */
  async suggested(organizationId: string, name: string, description: string): Promise<TagDocument> {
    const key = { organizationId, nameKey: nameKey(name) };
    const existing = await this.tags.findOne(key);
    if (existing) return existing;
    const tag: TagDocument = {
      _id: newId(),
      ...key,
      name,
      description,
      isAiGenerated: true,
      status: 'DRAFT',
      createdAt: micros(this.clock),
    };
    try {
      await this.tags.insertOne(tag);
      return tag;
    } catch (error) {
      const winner = isDuplicateKey(error) ? await this.tags.findOne(key) : null;
      if (!winner) throw error;
      return winner;
    }
  }

  async attach(organizationId: string, questionnaireId: string, tagIds: string[]): Promise<void> {
    await insertMissing(
      this.taggings,
      tagIds.map((tagId) => ({ _id: deterministicId(questionnaireId, tagId), organizationId, questionnaireId, tagId })),
    );
  }

  /** Leaves exactly these tags on a questionnaire. */
  async replace(organizationId: string, questionnaireId: string, tagIds: string[]): Promise<void> {
    await this.taggings.deleteMany({ organizationId, questionnaireId, tagId: { $nin: tagIds } });
    await this.attach(organizationId, questionnaireId, tagIds);
  }

  /** Tags of several questionnaires, by questionnaire id, by name. */
  async ofQuestionnaires(organizationId: string, questionnaireIds: string[]): Promise<Map<string, TagDocument[]>> {
    const byQuestionnaire = new Map<string, TagDocument[]>(questionnaireIds.map((id) => [id, []]));
    const rows = await readAll(this.taggings, { organizationId, questionnaireId: { $in: questionnaireIds } });
    if (rows.length === 0) return byQuestionnaire;
    const ids = [...new Set(rows.map((row) => row.tagId))];
    const tags = await readAll(this.tags, { organizationId, _id: { $in: ids } }, { sort: { nameKey: 1 } });
    for (const tag of tags) {
      if (tag.status === 'REJECTED') continue;
      for (const row of rows) if (row.tagId === tag._id) byQuestionnaire.get(row.questionnaireId)?.push(tag);
    }
    return byQuestionnaire;
  }

  /** The folded name of each questionnaire's first tag by name; nothing for those without a tag. */
  async firstNames(organizationId: string): Promise<Map<string, string>> {
    const carried = await readAll(this.taggings, { organizationId }, { projection: { questionnaireId: 1, tagId: 1 } });
    const shown = { organizationId, status: { $in: SHOWN } };
    const tags = await readAll(this.tags, shown, { projection: { nameKey: 1 } });
    const names = new Map(tags.map(({ _id, nameKey: key }) => [_id, key]));
    const first = new Map<string, string>();
    for (const { questionnaireId, tagId } of carried) {
      const name = names.get(tagId);
      const known = first.get(questionnaireId);
      if (name !== undefined && (known === undefined || name < known)) first.set(questionnaireId, name);
    }
    return first;
  }

  async purge(organizationId: string, questionnaireId: string): Promise<void> {
    await this.taggings.deleteMany({ organizationId, questionnaireId });
  }
}

function refuseDuplicate(name: string) {
  return (error: unknown): never => {
    if (isDuplicateKey(error)) throw new AppError('conflict', 'tag_exists', `A tag named "${name}" already exists.`);
    throw error;
  };
}
