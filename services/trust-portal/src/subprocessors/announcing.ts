import { AppError, invalid, isoTime, micros, newId, firstCharacters, type Clock } from '@candor/runtime';
import type { CategoryStore } from '../store/categories.js';
import type { Announcement, AnnouncementStore, ToldChange } from '../store/announcements.js';
import type { SubprocessorFields } from '../store/subprocessors.js';
import type { Updates } from '../updates.js';
import { changeOf, type Subprocessors } from './subprocessors.js';

export interface AnnouncingParts {
  subprocessors: Subprocessors;
  announcements: AnnouncementStore;
  categories: CategoryStore;
  editing: Updates;
  clock: Clock;
}

export interface AnnounceInput {
  /** Of the update; subscribers choose it. */
  categoryId: string;
  /** Days from now until the changes take effect; 0: they have. */
  noticeDays: number;
  draft: boolean;
}

const DAY = 86_400_000_000;
const MOST_DAYS = 365;

/**
 * Tells the changes of subprocessors in one update. What is to be told is stored first; an announcement that was cut off is
 * taken up by whoever comes next, and nothing is told twice: the update's id is stored with it.
 */
export class SubprocessorNews {
  constructor(private readonly parts: AnnouncingParts) {}

  /** `creationId`: the same for each repeat of one call; '' for any. */
  async announce(
    organizationId: string,
    input: AnnounceInput,
    creationId = '',
  ): Promise<{ updateId: string; changes: number }> {
    await this.finish(organizationId);
    const changes = await this.pending(organizationId);
    if (changes.length === 0) throw nothingNew();
    await this.check(organizationId, input);
    const announcement = await this.parts.announcements.begin(organizationId, {
      id: creationId || newId(),
      organizationId,
      categoryId: input.categoryId,
      draft: input.draft,
      ...wordsOf(changes, input.noticeDays === 0 ? undefined : micros(this.parts.clock) + input.noticeDays * DAY),
      changes,
    });
    await this.carryOut(announcement);
    return { updateId: announcement.id, changes: announcement.changes.length };
  }

  /** Ends an announcement that a crash has cut off. */
  async finish(organizationId: string): Promise<void> {
    const open = await this.parts.announcements.open(organizationId);
    if (open) await this.carryOut(open);
  }

  private async carryOut(announcement: Announcement): Promise<void> {
    const { id, organizationId, title, description, draft, changes, categoryId } = announcement;
    const known = await this.parts.categories.find(organizationId, categoryId);
    await this.parts.editing.create(
      organizationId,
      {
        title,
        description,
        draft,
        categoryIds: known ? [categoryId] : [],
        // Without its category it would go to everyone.
        schedule: {
          sendImmediately: !draft && known !== undefined,
          scheduledAt: undefined,
          scheduleDisabled: false,
          clearScheduledAt: false,
        },
      },
      id,
    );
    for (const change of changes) await this.parts.subprocessors.markTold(organizationId, change);
    await this.parts.announcements.end(organizationId, id);
  }

  private async pending(organizationId: string): Promise<ToldChange[]> {
    return (await this.parts.subprocessors.list(organizationId)).flatMap((one) => {
      const kind = changeOf(one);
      const { name, purpose, data, region, since } = one;
      return kind
        ? [{ subprocessorId: one.id, kind, now: { name, purpose, data, region, since }, before: one.announced }]
        : [];
    });
  }

  private async check(organizationId: string, { categoryId, noticeDays }: AnnounceInput): Promise<void> {
    const errors = [];
    if (!Number.isInteger(noticeDays) || noticeDays < 0 || noticeDays > MOST_DAYS)
      errors.push({ path: 'notice_days', message: `notice_days must be from 0 to ${MOST_DAYS}.` });
    if (!(await this.parts.categories.find(organizationId, categoryId)))
      errors.push({ path: 'category_id', message: 'There is no such category.' });
    if (errors.length > 0) throw invalid(errors);
  }
}

const nothingNew = (): AppError =>
  new AppError('conflict', 'nothing_to_announce', 'No subprocessor has changed since the last announcement.');

/** Title and markdown of the update; `effective`: microseconds, undefined when the changes hold already. */
function wordsOf(changes: ToldChange[], effective: number | undefined): { title: string; description: string } {
  const day = effective === undefined ? undefined : isoTime(effective).slice(0, 10);
  const lines = changes.map(({ kind, now, before }) => `- ${TOLD[kind](now, before)}`);
  const [one] = changes;
  const title =
    changes.length === 1 && one
      ? TITLES[one.kind](plain(one.now.name))
      : `${changes.length} changes of our subprocessors`;
  const when = day === undefined ? 'These changes are in effect.' : `These changes take effect on ${day}.`;
  return { title, description: `${when}\n\n${lines.join('\n')}` };
}

const TITLES: Record<ToldChange['kind'], (name: string) => string> = {
  added: (name) => `New subprocessor: ${name}`,
  changed: (name) => `Subprocessor changed: ${name}`,
  removed: (name) => `Subprocessor removed: ${name}`,
};

const TOLD: Record<ToldChange['kind'], (now: SubprocessorFields, before: SubprocessorFields | undefined) => string> = {
  added: (now) => `**New:** ${detailsOf(now)}`,
  changed: (now, before) =>
    `**Changed:** ${detailsOf(now)}${before && before.name !== now.name ? ` (before: ${escaped(before.name)})` : ''}`,
  removed: (now) => `**Removed:** ${escaped(now.name)}`,
};

const detailsOf = ({ name, purpose, data, region }: SubprocessorFields): string =>
  [escaped(name), ...[purpose, data, region].filter((part) => part !== '').map(escaped)].join('; ');

const plain = (text: string): string => firstCharacters(text, 200);
/** What people typed stays text in markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+!<>&|~-]/g, '\\$&');
