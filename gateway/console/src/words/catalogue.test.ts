import { describe, expect, it } from '@jest/globals';
import { english } from './english.js';
import { german } from './german.js';

type Words = { readonly [key: string]: string | Words };

/** Every text of a catalogue by its place: "review.approve". */
function textsOf(words: Words, place: string[] = []): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') found.set([...place, key].join('.'), value);
    else for (const [inner, text] of textsOf(value, [...place, key])) found.set(inner, text);
  }
  return found;
}

const put = (text: string): string[] => [...text.matchAll(/{{\s*(\w+)/g)].map(([, name]) => name ?? '').sort();
const marked = (text: string): string[] => [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name ?? '').sort();

describe('the catalogue', () => {
  const texts = textsOf(english);
  const translated = textsOf(german);

  it('says everything in German that it says in English', () => {
    expect([...translated.keys()].sort()).toEqual([...texts.keys()].sort());
    expect([...translated].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  it('puts the same values and marks into both', () => {
    const other = [...texts].filter(([key, text]) => {
      const german = translated.get(key) ?? '';
      return String(put(text)) !== String(put(german)) || String(marked(text)) !== String(marked(german));
    });
    expect(other.map(([key]) => key)).toEqual([]);
  });

  it('counts one and many in each language', () => {
    const lonely = [...texts.keys()].filter(
      (key) => key.endsWith('_one') && !texts.has(key.replace(/_one$/, '_other')),
    );
    expect(lonely).toEqual([]);
  });
});
