/** Name and colours of the product: portal, mails, console and ask page all take them from here. */
export const BRAND = {
  name: 'Candor',
  /** In which an organization is drawn that has chosen none. */
  accent: '#0f766e',
} as const;

/** One colour on light and on dark pages, "#rrggbb". */
export type Shades = readonly [light: string, dark: string];

/** Names of CSS variables, without their "--". */
export const COLOURS = {
  page: ['#f5f6f8', '#0f1419'],
  surface: ['#ffffff', '#171e26'],
  sunken: ['#eef1f4', '#11171d'],
  raised: ['#ffffff', '#1d2530'],
  line: ['#dce1e7', '#2c3641'],
  'line-strong': ['#88939f', '#66727f'],
  text: ['#17202a', '#e6ebf0'],
  muted: ['#56626f', '#9fabb8'],
  accent: [BRAND.accent, '#4fd1c1'],
  'accent-strong': ['#0b5c56', '#7fe3d6'],
  'on-accent': ['#ffffff', '#05211e'],
  'accent-surface': ['#e2f1ef', '#14322f'],
  good: ['#146c43', '#6ddaa1'],
  'good-surface': ['#e1f3e9', '#123323'],
  warn: ['#8a5300', '#f0bd62'],
  'warn-surface': ['#fdf1da', '#382a10'],
  bad: ['#b0301f', '#ff9a8b'],
  'bad-surface': ['#fde9e6', '#3c1a16'],
  busy: ['#1d5fa8', '#8bbcf5'],
  'busy-surface': ['#e5eff9', '#14283e'],
  mark: ['#fdf0b8', '#574a12'],
} as const satisfies Record<string, Shades>;

/** As CSS variables that follow the colour scheme of the element: `light-dark()`. */
export const schemeVariables = (colours: Readonly<Record<string, Shades>>): string =>
  Object.entries(colours)
    .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark});`)
    .join('');

/** The same for browsers without `light-dark()`: a rule for all, and one for people who have chosen dark. */
export function mediaVariables(colours: Readonly<Record<string, Shades>>): string {
  const rule = (shade: 0 | 1): string =>
    `:root{${Object.entries(colours)
      .map(([name, shades]) => `--${name}:${shades[shade]};`)
      .join('')}}`;
  return `${rule(0)}\n@media (prefers-color-scheme:dark){${rule(1)}}`;
}

type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** Of text on its ground (WCAG 2, level AA). */
const READABLE = 4.5;
const STEP = 0.04;

/**
 * The variables of an organization's own accent, "#rrggbb": the colour itself where text in it and on it can be read, else
 * the nearest shade that can. Undefined, or not a colour: the product's own.
 */
export function accentShades(accent: string | undefined): Record<string, Shades> {
  const { accent: own, 'accent-strong': strong, 'on-accent': on, 'accent-surface': surface } = COLOURS;
  if (accent === undefined || !/^#[0-9a-f]{6}$/i.test(accent) || accent.toLowerCase() === BRAND.accent) {
    return { accent: own, 'accent-strong': strong, 'on-accent': on, 'accent-surface': surface };
  }
  const given = rgb(accent);
  const [light, dark] = [onGround(given, BLACK, 'page', 0), onGround(given, WHITE, 'raised', 1)];
  const tints: [Rgb, Rgb] = [mixed(light, WHITE, 0.88), mixed(dark, rgb(COLOURS.surface[1]), 0.82)];
  return {
    accent: [hex(light), hex(dark)],
    'accent-strong': [
      hex(until(mixed(light, BLACK, 0.22), BLACK, tints[0])),
      hex(until(mixed(dark, WHITE, 0.22), WHITE, tints[1])),
    ],
    'on-accent': [hex(WHITE), hex(mixed(dark, BLACK, 0.88))],
    'accent-surface': [hex(tints[0]), hex(tints[1])],
  };
}

/** How well one can be read on the other: 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  return ratio(rgb(one), rgb(other));
}

const onGround = (colour: Rgb, towards: Rgb, ground: 'page' | 'raised', shade: 0 | 1): Rgb =>
  until(colour, towards, rgb(COLOURS[ground][shade]));

/** The colour, moved as far as it takes to be readable on the ground. */
function until(colour: Rgb, towards: Rgb, ground: Rgb): Rgb {
  for (let share = 0; share < 1; share += STEP) {
    const moved = rgb(hex(mixed(colour, towards, share)));
    if (ratio(moved, ground) >= READABLE) return moved;
  }
  return towards;
}

const mixed = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

function ratio(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function rgb(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const hex = (colour: Rgb): string =>
  `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
