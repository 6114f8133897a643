import {
  AppError,
  cleanName,
  cleanText,
  invalid,
  lengthOf,
  micros,
  newId,
  notFound,
  tracing,
  type Clock,
  type FieldError,
} from '@candor/runtime';
import { markdownMistake, markdownRefusal } from './delivery/markdown-bounds.js';
import { cancelled, noNotification, rescheduled, triggerOf, type ScheduleOptions } from './notification.js';
import type { CategoryStore } from './store/categories.js';
import type { DeliveryStore } from './store/deliveries.js';
import type { Update, UpdateStore } from './store/updates.js';
import { isTimezone, parseTime } from './times.js';

/** What a client sends of an update; what is undefined or not there was not sent. */
export interface UpdateInput {
  title?: string | undefined;
  description?: string | undefined;
  /** As sent: see times.ts. */
  updateDate?: string | undefined;
  /** '' removes it. */
  link?: string | undefined;
  linkText?: string | undefined;
  categoryIds?: string[] | undefined;
  timezone?: string | undefined;
  /** true: not on the portal until false is sent; undefined: as it is, no draft when it is made. */
  draft?: boolean | undefined;
  schedule: ScheduleOptions;
}

export interface UpdateParts {
  updates: UpdateStore;
  categories: CategoryStore;
  deliveries: DeliveryStore;
  clock: Clock;
  /** Called with an update whose notification is due, now or later. */
  onDue: (update: Update) => void;
}

const MAX = { title: 300, description: 100_000, link: 2000, link_text: 300 };

/** Updates of one trust portal: what the state table allows, each change one atomic write of the document. */
export class Updates {
  constructor(private readonly parts: UpdateParts) {}

  /** `creationId`: for the update, the same for each repeat of one call; '' for any. */
  async create(organizationId: string, input: UpdateInput, creationId = ''): Promise<Update> {
    const { updates, clock } = this.parts;
    const now = micros(clock);
    const missing = (['title', 'description'] as const).filter((field) => input[field] === undefined);
    if (missing.length > 0) throw invalid(missing.map((path) => ({ path, message: `${path} is required.` })));
    const blank: Update = {
      id: creationId || newId(),
      organizationId,
      title: '',
      description: '',
      updateDate: now,
      link: undefined,
      linkText: undefined,
      categoryIds: [],
      archivedAt: undefined,
      draft: false,
      notification: noNotification(),
      timezone: 'UTC',
      sentAt: undefined,
      counts: { recipients: 0, delivered: 0, failed: 0, kept: 0 },
      fannedOutRev: 0,
      trace: '',
      announced: true,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    const update = await updates.insert(await this.changed(blank, input));
    if (update.notification.dueAt > 0) this.parts.onDue(update);
    return update;
  }

  /** Only what is given changes; a scheduling option replaces the schedule. */
  async edit(organizationId: string, updateId: string, input: UpdateInput): Promise<Update> {
    const edited = await this.write(organizationId, updateId, (update) => this.changed(update, input));
    if (edited.notification.dueAt > 0) this.parts.onDue(edited);
    return edited;
  }

  /** Cancels what is scheduled and what is not yet delivered; an archived one stays as it is. */
  async archive(organizationId: string, updateId: string): Promise<Update> {
    const now = micros(this.parts.clock);
    const archived = await this.write(organizationId, updateId, (update) => {
      if (update.archivedAt !== undefined) return update;
      const notification = cancelled(update.notification, 'The update was archived.');
      return { ...update, archivedAt: now, updatedAt: now, notification };
    });
    await this.parts.deliveries.cancelOpen(organizationId, updateId, 'update_archived');
    return archived;
  }

  /** Never re-arms a schedule. */
  async unarchive(organizationId: string, updateId: string): Promise<Update> {
    return this.write(organizationId, updateId, (update) => {
      if (update.archivedAt === undefined) {
        throw new AppError('conflict', 'update_not_archived', 'The update is not archived.');
      }
      return { ...update, archivedAt: undefined, updatedAt: micros(this.parts.clock) };
    });
  }

  /**
   * Removes an update and its deliveries for good, whatever its state. It is archived first, so that nobody goes on sending;
   * a deletion that was cut off is repeated.
   */
  async delete(organizationId: string, updateId: string): Promise<void> {
    await this.archive(organizationId, updateId);
    await this.parts.deliveries.removeAll(organizationId, updateId);
    await this.parts.updates.remove(organizationId, updateId);
  }

  async get(organizationId: string, updateId: string): Promise<Update> {
    const update = await this.parts.updates.find(organizationId, updateId);
    if (!update) throw notFound('update');
    return update;
  }

  /** Takes a category off its updates; a scheduled one that loses its last is cancelled: it would go to everyone. */
  async dropCategory(organizationId: string, categoryId: string): Promise<void> {
    for (const { id } of await this.parts.updates.withCategory(organizationId, categoryId)) {
      await this.write(organizationId, id, (update) => {
        const categoryIds = update.categoryIds.filter((other) => other !== categoryId);
        if (categoryIds.length === update.categoryIds.length) return update;
        const orphaned = categoryIds.length === 0 && update.notification.status === 'scheduled';
        const notification = orphaned
          ? cancelled(update.notification, 'Its last category was deleted.')
          : update.notification;
        return { ...update, categoryIds, notification, updatedAt: micros(this.parts.clock) };
      });
    }
  }

  /** Applies a change to the newest state; repeated when another write came between. */
  async write(
    organizationId: string,
    updateId: string,
    change: (update: Update) => Update | Promise<Update>,
  ): Promise<Update> {
    for (;;) {
      const before = await this.get(organizationId, updateId);
      const after = await change(before);
      if (after === before) return before;
      const written = await this.parts.updates.replace(organizationId, after);
      if (written) return written;
    }
  }

  private async changed(update: Update, input: UpdateInput): Promise<Update> {
    const now = micros(this.parts.clock);
    const errors = lengthErrors(input);
    const after: Update = { ...update, updatedAt: now };
    if (input.title !== undefined) after.title = cleanName(input.title);
    if (input.description !== undefined) {
      after.description = cleanText(input.description);
      const mistake = after.description.length > MAX.description ? undefined : markdownMistake(after.description);
      if (mistake) errors.push({ path: 'description', message: markdownRefusal('description', mistake) });
    }
    if (after.title === '') errors.push({ path: 'title', message: 'title is required.' });
    if (after.description.trim() === '') errors.push({ path: 'description', message: 'description is required.' });
    if (input.link !== undefined) after.link = input.link === '' ? undefined : input.link;
    if (after.link !== undefined && !isWebAddress(after.link)) {
      errors.push({ path: 'link', message: 'link must be an http or https address.' });
    }
    if (input.linkText !== undefined) after.linkText = cleanName(input.linkText) || undefined;
    if (input.timezone !== undefined) after.timezone = input.timezone;
    if (!isTimezone(after.timezone)) {
      errors.push({ path: 'timezone', message: 'timezone must be an IANA name, e.g. Europe/Berlin.' });
      throw invalid(errors);
    }
    if (input.updateDate !== undefined) {
      const parsed = parseTime(input.updateDate, after.timezone);
      if ('mistake' in parsed) errors.push({ path: 'update_date', message: parsed.mistake });
      else after.updateDate = parsed.at;
    }
    if (input.categoryIds) {
      after.categoryIds = [...new Set(input.categoryIds)];
      errors.push(...(await this.categoryErrors(update.organizationId, input.categoryIds)));
    }
    if (errors.length > 0) throw invalid(errors);
    if (input.draft !== undefined) after.draft = redrafted(update, input.draft);
    const trigger = triggerOf(input.schedule, after.timezone, now);
    if (trigger) {
      if (after.draft && trigger.kind !== 'disable') throw isDraft();
      after.trace = tracing().headers()['traceparent'] ?? '';
      after.notification = rescheduled(update.notification, update.archivedAt !== undefined, trigger, now);
    }
    return after;
  }

  private async categoryErrors(organizationId: string, categoryIds: string[]): Promise<FieldError[]> {
    if (categoryIds.length === 0) return [];
    const known = new Set((await this.parts.categories.list(organizationId)).map((category) => category.id));
    return categoryIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `category_ids.${index}`, message: 'There is no such category.' }],
    );
  }
}

/** Whether it is a draft now: what subscribers were told of, or are about to be, cannot be taken back as one. */
function redrafted({ draft, notification: { status } }: Update, wanted: boolean): boolean {
  if (!wanted || draft || !['scheduled', 'sending', 'sent', 'kept'].includes(status)) return wanted;
  throw new AppError(
    'conflict',
    'notification_already_sent',
    'Its emails are scheduled, on their way or sent. Archive the update instead, or cancel its schedule first.',
  );
}

const isDraft = (): AppError =>
  new AppError('conflict', 'update_is_draft', 'The update is a draft. Publish it first: send draft as false.');

function lengthErrors(input: UpdateInput): FieldError[] {
  const given = { title: input.title, description: input.description, link: input.link, link_text: input.linkText };
  return Object.entries(MAX).flatMap(([path, max]) =>
    lengthOf(given[path as keyof typeof MAX] ?? '') > max
      ? [{ path, message: `${path} has more than ${max} characters.` }]
      : [],
  );
}

/** Whether it is an http or https address. */
export function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
