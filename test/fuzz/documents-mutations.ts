import { unzipSync, zipSync } from 'fflate';
export type Random = () => number;

/** A small seeded generator (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Mutates the bytes themselves, or (of a package) the content of one part, so that readers are reached behind the zip. */
export function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isZip || random() < 0.3) return mutateBytes(bytes, random);
  const parts: Record<string, Uint8Array> = unzipSync(bytes);
  const names = Object.keys(parts);
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const name = pick(names, random);
    const part = parts[name] ?? new Uint8Array();
    parts[name] =
      random() < 0.7 ? Buffer.from(mutateXml(Buffer.from(part).toString('utf8'), random)) : mutateBytes(part, random);
    if (random() < 0.03) Reflect.deleteProperty(parts, name);
  }
  return zipSync(parts);
}

const TOKENS = [
  '<',
  '>',
  '/>',
  '"',
  '&',
  '&amp;',
  '&#0;',
  '&#xD800;',
  '<!DOCTYPE x>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '\u0000',
  '\uFFFF',
  '-1',
  '99999999999',
  '1e999',
  'NaN',
  'A1:XFD1048576',
  'XFD1048576',
  '0',
  '""',
  ' ',
  '=',
  '(((((',
  '%1%2%3',
];

function mutateXml(xml: string, random: Random): string {
  const at = Math.floor(random() * xml.length);
  const tags = [...xml.matchAll(/<[^>]+>/g)];
  const tag = tags.length === 0 ? undefined : pick(tags, random);
  const values = [...xml.matchAll(/="([^"]*)"/g)];
  const value = values.length === 0 ? undefined : pick(values, random);
  switch (Math.floor(random() * 6)) {
    case 0:
      return xml.slice(0, at) + pick(TOKENS, random) + xml.slice(at);
    case 1:
      return tag === undefined ? xml : xml.slice(0, tag.index) + xml.slice(tag.index + tag[0].length);
    case 2:
      return tag === undefined
        ? xml
        : xml.slice(0, tag.index) + tag[0].repeat(1 + Math.floor(random() * 5_000)) + xml.slice(tag.index);
    case 3:
      return value === undefined
        ? xml
        : `${xml.slice(0, value.index)}="${pick(TOKENS, random)}"${xml.slice(value.index + value[0].length)}`;
    case 4:
      return (
        xml.slice(0, at) + xml.slice(Math.floor(random() * xml.length)) + xml.slice(at, at + Math.floor(random() * 500))
      );
    default:
      return xml.slice(0, at);
  }
}

function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = Math.floor(random() * copy.length);
  const length = Math.floor(random() * random() * copy.length);
  switch (Math.floor(random() * 6)) {
    case 0:
      for (let n = 1 + Math.floor(random() * 20); n > 0; n--)
        copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
      return copy;
    case 1:
      return copy.subarray(0, at);
    case 2:
      return copy.fill(random() < 0.5 ? 0 : 0xff, at, Math.min(copy.length, at + length));
    case 3:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]);
    case 4:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at, at + length), copy.subarray(at)]);
    default:
      return Buffer.concat([
        copy.subarray(0, at),
        Buffer.from(pick(TOKENS, random).repeat(1 + Math.floor(random() * 100))),
        copy.subarray(at),
      ]);
  }
}

function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)]!;
}
