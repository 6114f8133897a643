import type { Document } from '../bson/values.js';

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = ['', 'a', 'ab', 'abc', 'b', 'Ba', 'é', '😀', 'a.b', 'x y'];
const DAY = 86_400_000;

/** Random documents, filters and updates of the portable subset, over few values so that they often meet. */
export class RandomOperations {
  constructor(private readonly random: () => number) {}

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  int(below: number): number {
    return Math.floor(this.random() * below);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.int(values.length)]!;
  }

  number(): number {
    return this.pick([-2, -1, 0, 1, 2, 3, 0.5, 7, 1e12, 2 ** 40]);
  }

  scalar(): unknown {
    const kind = this.int(10);
    if (kind < 4) return this.number();
    if (kind < 7) return this.pick(WORDS);
    if (kind === 7) return this.chance(0.5);
    if (kind === 8) return new Date(this.int(4) * DAY);
    return null;
  }

  embedded(): Document {
    return { x: this.number(), y: this.pick(WORDS) };
  }

  document(id: string): Document {
    const out: Document = { _id: id };
    if (this.chance(0.8)) out.a = this.scalar();
    if (this.chance(0.9)) out.b = this.number();
    if (this.chance(0.9)) out.c = this.pick(WORDS);
    if (this.chance(0.8)) out.d = this.embedded();
    if (this.chance(0.7)) out.e = Array.from({ length: this.int(4) }, () => this.scalar());
    if (this.chance(0.6)) out.f = Array.from({ length: this.int(3) }, () => this.embedded());
    return out;
  }

  private condition(): Document {
    const path = this.pick(['a', 'a', 'b', 'b', 'c', 'd.x', 'd.y', 'e', 'f.x', 'f.y', '_id']);
    const operand = (): unknown => {
      if (path === '_id') return `id${this.int(24)}`;
      if (path === 'b' || path.endsWith('x')) return this.number();
      if (path === 'c' || path.endsWith('y')) return this.pick(WORDS);
      return this.scalar();
    };
    const value = operand();
    const range = this.pick(['$gt', '$gte', '$lt', '$lte']);
    // mingo lets no missing field match `$gte: null` and `$lte: null`; MongoDB does.
    const bound = value ?? 1;
    switch (this.int(13)) {
      case 0:
      case 1:
      case 2:
        return { [path]: value };
      case 3:
        return { [path]: { $ne: value } };
      case 4:
        return { [path]: { [range]: bound } };
      case 5:
        return { [path]: { $gte: bound, $lte: operand() ?? 2 } };
      case 6:
        return { [path]: { [this.pick(['$in', '$in', '$nin'])]: [value, operand(), operand()] } };
      case 7:
        return { [path]: { $exists: this.chance(0.5) } };
      case 8:
        return {
          [this.pick(['c', 'd.y', 'f.y'])]: {
            $regex: this.pick(['^a', 'b', '^ab', 'B$', '.', '^a\\.']),
            $options: this.pick(['', 'i']),
          },
        };
      case 9:
        return { [path]: { $not: { [range]: bound } } };
      case 10:
        return { f: { $elemMatch: { x: { [range]: this.number() }, y: this.pick(WORDS) } } };
      case 11:
        return {
          e: this.pick([
            { $size: this.int(3) },
            { $all: [this.scalar() ?? 0, this.scalar() ?? 1] },
            { $elemMatch: { $gt: 0, $lt: 3 } },
          ]),
        };
      default:
        return {
          [this.pick(['a', 'c', 'd', 'd.x'])]: {
            $type: this.pick(['string', 'null', 'bool', 'date', 'object', 'number']),
          },
        };
    }
  }

  filter(depth = 0): Document {
    const kind = this.random();
    if (kind < 0.08) return {};
    if (depth < 2 && kind < 0.25) {
      const operator = this.pick(['$and', '$or', '$or', '$nor']);
      return { [operator]: Array.from({ length: 1 + this.int(3) }, () => this.filter(depth + 1)) };
    }
    const parts = Array.from({ length: 1 + this.int(3) }, () => this.condition());
    const merged: Document = {};
    for (const part of parts) {
      for (const [path, operand] of Object.entries(part)) if (!(path in merged)) merged[path] = operand;
    }
    return merged;
  }

  /** Sorts by fields that hold no arrays or documents, then by `_id`, so that the order is total. */
  sort(): Document {
    const fields: Document = {};
    for (let i = this.int(3); i > 0; i--) fields[this.pick(['b', 'c', 'd.x', 'd.y'])] = this.pick([1, -1]);
    return { ...fields, _id: this.pick([1, -1]) };
  }

  projection(): Document {
    return this.pick<Document>([
      {},
      { a: 1, b: 1 },
      { a: 1, _id: 0 },
      { 'd.x': 1 },
      { d: 0 },
      { 'd.x': 0, e: 0 },
      { 'f.x': 1, c: 1 },
      { _id: 0 },
    ]);
  }

  update(): Document {
    const updates: Document = {};
    const taken = new Set<string>();
    for (let i = 1 + this.int(2); i > 0; i--) {
      const [operator, path, operand] = this.modifier();
      const root = path.split('.')[0]!;
      if (taken.has(root)) continue;
      taken.add(root);
      updates[operator] = { ...(updates[operator] as Document | undefined), [path]: operand };
    }
    return updates;
  }

  private modifier(): [string, string, unknown] {
    switch (this.int(12)) {
      case 0:
        return ['$set', this.pick(['a', 'g']), this.scalar()];
      case 1:
        return ['$set', 'd.x', this.number()];
      case 2:
        return ['$unset', this.pick(['a', 'c', 'd.y', 'e', 'g']), ''];
      case 3:
        return ['$inc', this.pick(['b', 'd.x', 'h']), this.pick([-3, 1, 2])];
      case 4:
        return [this.pick(['$min', '$max']), this.pick(['b', 'h']), this.number()];
      case 5:
        return ['$push', 'e', this.scalar()];
      case 6:
        return ['$push', 'e', { $each: [this.scalar(), this.scalar()] }];
      case 7:
        // Its own field: mingo adds nothing to an array that holds some value twice.
        return ['$addToSet', 's', this.scalar()];
      case 8:
        return ['$pull', 'e', this.chance(0.5) ? this.scalar() : { $in: [this.scalar(), this.scalar()] }];
      case 9:
        return ['$pull', 'f', { x: this.number() }];
      case 10:
        return ['$push', 'f', this.embedded()];
      default:
        return ['$set', 'b', this.number()];
    }
  }
}
