import {
  AppError,
  cleanName,
  invalid,
  lengthOf,
  micros,
  newId,
  notFound,
  type Clock,
  type FieldError,
} from '@candor/runtime';
import type { ToldChange } from '../store/announcements.js';
import type { Subprocessor, SubprocessorFields, SubprocessorStore } from '../store/subprocessors.js';

export interface SubprocessorParts {
  subprocessors: SubprocessorStore;
  clock: Clock;
}

type Input = { [Field in keyof SubprocessorFields]?: string | undefined };

const MAX = { name: 200, purpose: 1000, data: 1000, region: 200 };
/** As many as a page can show. */
const MOST = 500;

/** Subprocessors of one organization; each remembers what was announced of it. */
export class Subprocessors {
  constructor(private readonly parts: SubprocessorParts) {}

  /** By name; those whose removal is not announced last. */
  list(organizationId: string): Promise<Subprocessor[]> {
    return this.parts.subprocessors.list(organizationId);
  }

  /** What visitors see, by name. */
  async published(organizationId: string): Promise<Subprocessor[]> {
    return (await this.list(organizationId)).filter(({ removed }) => !removed);
  }

  async get(organizationId: string, id: string): Promise<Subprocessor> {
    const found = await this.parts.subprocessors.find(organizationId, id);
    if (!found || found.removed) throw notFound('subprocessor');
    return found;
  }

  /** `creationId`: the same for each repeat of one call; '' for any. */
  async add(organizationId: string, input: Input, creationId = ''): Promise<Subprocessor> {
    const fields = checked({ name: '', purpose: '', data: '', region: '', since: '' }, input);
    if ((await this.published(organizationId)).length >= MOST) throw tooMany();
    const now = micros(this.parts.clock);
    const stored = await this.parts.subprocessors.insert({
      id: creationId || newId(),
      organizationId,
      ...fields,
      announced: undefined,
      removed: false,
      createdAt: now,
      updatedAt: now,
      version: 1,
    });
    if (!stored) throw nameTaken();
    return stored;
  }

  /** Only what is given changes. */
  async edit(organizationId: string, id: string, input: Input): Promise<Subprocessor> {
    for (;;) {
      const before = await this.get(organizationId, id);
      const after = { ...before, ...checked(before, input), updatedAt: micros(this.parts.clock) };
      const written = await this.parts.subprocessors.replace(organizationId, after);
      if (written === undefined) throw nameTaken();
      if (written) return written;
    }
  }

  /** One that nobody was told of goes at once, any other when its removal is announced. */
  async remove(organizationId: string, id: string): Promise<void> {
    for (;;) {
      const before = await this.get(organizationId, id);
      if (!before.announced) {
        await this.parts.subprocessors.remove(organizationId, before);
        if (!(await this.parts.subprocessors.find(organizationId, id))) return;
        continue;
      }
      const gone = { ...before, removed: true, updatedAt: micros(this.parts.clock) };
      if (await this.parts.subprocessors.replace(organizationId, gone)) return;
    }
  }

  /** Marks a change as told, as far as it is still the same; repeats are harmless. */
  async markTold(organizationId: string, change: ToldChange): Promise<void> {
    for (;;) {
      const one = await this.parts.subprocessors.find(organizationId, change.subprocessorId);
      if (!one || (one.removed && change.kind === 'removed')) {
        if (one) await this.parts.subprocessors.remove(organizationId, one);
        return;
      }
      const told = { ...one, announced: change.kind === 'removed' ? undefined : change.now };
      if (await this.parts.subprocessors.replace(organizationId, told)) return;
    }
  }
}

/** What has changed of it since it was announced; undefined: nothing. */
export function changeOf(one: Subprocessor): ToldChange['kind'] | undefined {
  if (one.removed) return 'removed';
  if (!one.announced) return 'added';
  const { announced } = one;
  const differs = (Object.keys(announced) as (keyof SubprocessorFields)[]).some((key) => announced[key] !== one[key]);
  return differs ? 'changed' : undefined;
}

function checked(before: SubprocessorFields, input: Input): SubprocessorFields {
  const after: SubprocessorFields = {
    name: cleanName(input.name ?? before.name),
    purpose: cleanName(input.purpose ?? before.purpose),
    data: cleanName(input.data ?? before.data),
    region: cleanName(input.region ?? before.region),
    since: (input.since ?? before.since).trim(),
  };
  const errors: FieldError[] = Object.entries(MAX).flatMap(([path, max]) =>
    lengthOf(after[path as keyof typeof MAX]) > max
      ? [{ path, message: `${path} has more than ${max} characters.` }]
      : [],
  );
  if (after.name === '') errors.push({ path: 'name', message: 'name is required.' });
  if (after.since !== '' && !isDay(after.since))
    errors.push({ path: 'since', message: 'since must be a day, YYYY-MM-DD.' });
  if (errors.length > 0) throw invalid(errors);
  return after;
}

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(NaN);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

const nameTaken = (): AppError =>
  new AppError('conflict', 'subprocessor_name_taken', 'A subprocessor with this name exists already.');
const tooMany = (): AppError =>
  new AppError('conflict', 'too_many_subprocessors', `There are ${MOST} subprocessors already. Remove some first.`);
