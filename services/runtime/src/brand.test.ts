import { describe, expect, it } from '@jest/globals';
import { accentShades, BRAND, COLOURS, contrast, mediaVariables, schemeVariables, type Shades } from './brand.js';

const grounds: Record<'page' | 'surface', Shades> = COLOURS;

describe('the colours of the product', () => {
  it.each([0, 1] as const)('can be read on their grounds, shade %s', (shade) => {
    for (const name of ['text', 'muted', 'accent', 'accent-strong', 'good', 'warn', 'bad', 'busy'] as const) {
      for (const ground of Object.values({ page: grounds.page, surface: grounds.surface })) {
        expect([name, contrast(COLOURS[name][shade], ground[shade]) >= 4.5]).toEqual([name, true]);
      }
    }
    for (const name of ['good', 'warn', 'bad', 'busy'] as const) {
      const tint = COLOURS[`${name}-surface`][shade];
      expect([name, contrast(COLOURS[name][shade], tint) >= 4.5]).toEqual([name, true]);
    }
  });
});

describe('an accent of an organization', () => {
  it.each(['#000000', '#ffffff', '#ffff00', '#ff0000', '#5b21b6', '#0055ff', '#7f7f7f', '#00ff88'])(
    '%s gives text and buttons that can be read, light and dark',
    (accent) => {
      const { accent: own, 'accent-strong': strong, 'on-accent': on, 'accent-surface': tint } = accentShades(accent);
      for (const shade of [0, 1] as const) {
        for (const ground of [COLOURS.page, COLOURS.surface]) {
          expect(contrast(own![shade], ground[shade])).toBeGreaterThanOrEqual(4.5);
        }
        for (const button of [own, strong]) expect(contrast(on![shade], button![shade])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(strong![shade], tint![shade])).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it('stays what it is where it can be read', () => {
    expect(accentShades('#5B21B6')['accent']![0]).toBe('#5b21b6');
  });

  it('is the product’s own when there is none, or it is none', () => {
    for (const none of [undefined, '', 'red;}', BRAND.accent]) {
      expect(accentShades(none)['accent']).toEqual(COLOURS.accent);
    }
  });
});

it('variables are written for every browser, and for a choice on the page', () => {
  const one = { page: ['#ffffff', '#000000'] as const };
  expect(schemeVariables(one)).toBe('--page:light-dark(#ffffff,#000000);');
  expect(mediaVariables(one)).toBe(
    ':root{--page:#ffffff;}\n@media (prefers-color-scheme:dark){:root{--page:#000000;}}',
  );
});
