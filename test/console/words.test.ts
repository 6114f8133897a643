import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { english } from '../../gateway/console/src/words/english.js';
import { AUDITED } from '../../gateway/src/audit/audited.js';
import { textsOf } from './texts.js';

const root = fileURLToPath(new URL('../../gateway/console/src/', import.meta.url));
/** What the console's sources say: every file but the words themselves, and no tests. */
const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/^words\/|\.test\.|\.d\.ts$/.test(path))
  .map((path) => readFileSync(root + path, 'utf8'))
  .join('\n');

/** "review:approve" is "review.approve" of the catalogue; without a colon it is one of "app". */
const placeOf = (key: string): string => (key.includes(':') ? key.replace(':', '.') : `app.${key}`);

/** Every text of the sources that this finds, as a place in the catalogue. */
const placesOf = (pattern: RegExp): string[] => [...source.matchAll(pattern)].map(([, key]) => placeOf(key ?? ''));

/** "questions_one" and "questions_other" are asked for as "questions". */
const asked = (key: string): string => key.replace(/_(?:one|other)$/, '');

describe('the words of the console', () => {
  const keys = [...textsOf(english).keys()];

  it('are all said by some page', () => {
    const whole = new Set(placesOf(/['"`]([\w:.-]+)['"`]/g));
    // Of a key like `role.${role}` the beginning is known.
    const begun = placesOf(/`([\w:.-]+)\$\{/g);
    const isSaid = (key: string): boolean =>
      whole.has(asked(key)) || begun.some((beginning) => key.startsWith(beginning));
    expect(keys.filter((key) => !isSaid(key))).toEqual([]);
  });

  it('name every action of the audit log', () => {
    const actions = [...new Set(Object.values(AUDITED).map(({ action }) => action))];
    expect(actions.filter((action) => !keys.includes(`settings.action.${action}`))).toEqual([]);
  });

  it('name every fact that the audit log records', () => {
    const none = {
      query: {},
      body: {},
      reply: { counts: { added: 0, removed: 0, removed_with_work: 0, moved: 0, kept: 0 } },
    };
    const facts = new Set(Object.values(AUDITED).flatMap(({ details }) => Object.keys(details?.(none) ?? {})));
    expect(facts.size).toBeGreaterThan(10);
    expect([...facts].filter((fact) => !keys.includes(`settings.fact.${fact}`))).toEqual([]);
  });

  it('are all in the catalogue', () => {
    const known = new Set(keys.map(asked));
    const areas = Object.keys(english).join('|');
    const wanted = [
      ...placesOf(/\bt\(\s*['`]([\w:.]+)['`]/g),
      ...placesOf(new RegExp(`['\`]((?:${areas}):[\\w.]+)['\`]`, 'g')),
    ];
    expect(wanted.length).toBeGreaterThan(100);
    expect([...new Set(wanted)].filter((key) => !known.has(key))).toEqual([]);
  });
});
