import { grownCount, grownText } from './api-grown.js';
import type { Random } from './random.js';

export interface Schema {
  [key: string]: unknown;
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

/** Texts that have broken something somewhere before. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b\ufeff',
  'é'.normalize('NFD').repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  "' OR 1=1 --",
  '{"$gt":""}',
  '$where',
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
  '%00%ff%c0%ae',
  '%',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  '${7*7}{{7*7}}',
  '(((((((((((((((((((((((((((((a+)+)+)+)+',
  '[',
  '\\',
  '\r\nX-Injected: yes',
  'null',
  'true',
  '-0',
  '1e309',
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00T99:99:99Z',
  '@status:',
  '@title:"',
  '@@@:::"""',
  'x'.repeat(5000),
];

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  [[[[[[]]]]]],
  { $ne: null },
  { length: 5 },
  { toString: 'x' },
  JSON.parse('{"__proto__":{"polluted":true}}'),
];

/** Values for the fields that must not lead to the network. */
export interface FieldValues {
  /** By name: what a field of this name is given most of the time. */
  known: Readonly<Record<string, (random: Random) => unknown>>;
  schemas: Readonly<Record<string, Schema>>;
  /** How probably each text and each array is grown, often to its bound. */
  grown: number;
}

/** What they hold is an address that is called or shown as one: it must go nowhere. */
const ADDRESSES: ReadonlySet<string> = new Set(['url', 'link', 'logo_url', 'issuer']);

/** A value that a schema describes, or, with the probability `spoiled` at each place, one that it may not. */
export function valueOf(schema: Schema, random: Random, values: FieldValues, spoiled: number, depth = 0): unknown {
  if (random.chance(spoiled)) {
    return random.chance(0.5) ? random.pick(HOSTILE_TEXTS) : random.pick(HOSTILE_VALUES);
  }
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined)
    return depth > 6 ? {} : valueOf(values.schemas[name] ?? {}, random, values, spoiled, depth + 1);
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as unknown[]);
  // Beside properties, alternatives only say which of them go together.
  if (schema.anyOf && !schema.properties) return valueOf(random.pick(schema.anyOf), random, values, spoiled, depth + 1);
  if (schema.properties) return objectOf(schema, random, values, spoiled, depth);
  if (schema.items) {
    const { items } = schema;
    if (random.chance(values.grown)) {
      const small = { ...values, grown: 0 };
      return Array.from({ length: grownCount(schema, random) }, () => valueOf(items, random, small, 0, depth + 1));
    }
    return Array.from({ length: random.int(0, 4) }, () => valueOf(items, random, values, spoiled, depth + 1));
  }
  return isText(schema) && random.chance(values.grown) ? grownText(schema, random) : scalarOf(schema, random);
}

function objectOf(schema: Schema, random: Random, values: FieldValues, spoiled: number, depth: number) {
  const made: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const required = schema.required?.includes(name) ?? false;
    if (required ? random.chance(spoiled) : random.chance(0.5)) continue;
    const known = values.known[name];
    const free = random.chance(spoiled) || (!ADDRESSES.has(name) && random.chance(values.grown));
    // An example is an address that somebody may have.
    const plain = ADDRESSES.has(name) ? { ...part, example: undefined } : part;
    made[name] = known && !free ? known(random) : valueOf(plain, random, values, spoiled, depth + 1);
  }
  if (random.chance(spoiled)) made[random.pick(HOSTILE_TEXTS).slice(0, 50)] = random.pick(HOSTILE_VALUES);
  return made;
}

const isText = ({ type, format }: Schema): boolean =>
  [type ?? 'string'].flat().includes('string') && format !== 'uuid' && format !== 'date';

function scalarOf(schema: Schema, random: Random): unknown {
  const types = [schema['type'] ?? 'string'].flat() as string[];
  const type = random.pick(types);
  switch (type) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return random.int(Number(schema['minimum'] ?? 0), Math.min(Number(schema['maximum'] ?? 50), 50));
    case 'number':
      return random.int(0, 100_000) / 100;
    case 'null':
      return null;
  }
  switch (schema['format']) {
    case 'uuid':
      return random.uuid();
    case 'date':
      return `20${random.int(26, 39)}-0${random.int(1, 9)}-${random.int(10, 28)}`;
    case 'date-time':
      return `20${random.int(26, 39)}-0${random.int(1, 9)}-${random.int(10, 28)}T0${random.int(0, 9)}:00:00Z`;
    case 'email':
      return `reader${random.int(0, 500)}@example.com`;
  }
  if (typeof schema['example'] === 'string' && random.chance(0.4)) return schema['example'];
  return `${random.pick(['Encryption', 'Access', 'Backup', 'Vendor', 'Ünïcode', '问题'])} ${random.int(0, 400)}`;
}
