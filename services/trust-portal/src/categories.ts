import { AppError, cleanName, invalid, lengthOf, micros, nameKey, newId, notFound, type Clock } from '@candor/runtime';
import type { Category, CategoryStore } from './store/categories.js';
import type { SubscriberStore } from './store/subscribers.js';
import type { UpdateStore } from './store/updates.js';
import type { Updates } from './updates.js';

export interface CategoryParts {
  categories: CategoryStore;
  subscribers: SubscriberStore;
  updates: UpdateStore;
  /** The use cases of updates: deleting a category changes them by their rules. */
  editing: Updates;
  clock: Clock;
}

export interface CountedCategory extends Category {
  /** Updates that carry it. */
  updateCount: number;
}

const MAX_NAME = 100;

/** Categories of one trust portal. */
export class Categories {
  constructor(private readonly parts: CategoryParts) {}

  /** By name; `query` is a part of it. */
  async list(organizationId: string, query: string): Promise<CountedCategory[]> {
    const [categories, counts] = await Promise.all([
      this.parts.categories.list(organizationId),
      this.parts.updates.countByCategory(organizationId),
    ]);
    const part = nameKey(query);
    return categories
      .filter((category) => nameKey(category.name).includes(part))
      .map((category) => ({ ...category, updateCount: counts.get(category.id) ?? 0 }));
  }

  async create(organizationId: string, name: string): Promise<CountedCategory> {
    const category: Category = {
      id: newId(),
      organizationId,
      name: checkedName(name),
      createdAt: micros(this.parts.clock),
    };
    if (!(await this.parts.categories.insert(category))) throw nameTaken();
    return { ...category, updateCount: 0 };
  }

  async rename(organizationId: string, categoryId: string, name: string): Promise<CountedCategory> {
    if (!(await this.parts.categories.find(organizationId, categoryId))) throw notFound('category');
    const renamed = await this.parts.categories.rename(organizationId, categoryId, checkedName(name));
    if (renamed === false) throw nameTaken();
    if (!renamed) throw notFound('category');
    const counts = await this.parts.updates.countByCategory(organizationId);
    return { ...renamed, updateCount: counts.get(categoryId) ?? 0 };
  }

  /** Hidden first and removed last, so that a deletion that was cut off can be repeated. */
  async delete(organizationId: string, categoryId: string): Promise<void> {
    const { categories, subscribers, editing } = this.parts;
    if (!(await categories.hide(organizationId, categoryId))) throw notFound('category');
    await editing.dropCategory(organizationId, categoryId);
    await subscribers.dropCategory(organizationId, categoryId);
    await categories.remove(organizationId, categoryId);
  }
}

function checkedName(given: string): string {
  const name = cleanName(given);
  if (nameKey(name) === '' || lengthOf(name) > MAX_NAME) {
    throw invalid([{ path: 'name', message: `name must have 1 to ${MAX_NAME} characters.` }]);
  }
  return name;
}

const nameTaken = (): AppError =>
  new AppError('conflict', 'category_name_taken', 'A category with this name exists already.');
