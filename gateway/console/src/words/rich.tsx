import type { ComponentChildren } from 'preact';

/** How a marked part of a sentence is drawn. */
export type Parts = Record<string, (words: string) => ComponentChildren>;

/**
 * A sentence of the catalogue with parts that are more than text: `rich(t('app:help'), { link: (words) => <a …>{words}</a> })`
 * for "Read <link>the guide</link> first." An unknown mark stays text; so does a "<" in a value.
 */
export function rich(sentence: string, parts: Parts): ComponentChildren[] {
  const pieces = sentence.split(/<(\w+)>(.*?)<\/\1>/s);
  const drawn: ComponentChildren[] = [];
  for (let index = 0; index < pieces.length; index += 3) {
    drawn.push(pieces[index]);
    const name = pieces[index + 1];
    if (name === undefined) continue;
    const words = pieces[index + 2] ?? '';
    drawn.push(parts[name]?.(words) ?? `<${name}>${words}</${name}>`);
  }
  return drawn;
}
