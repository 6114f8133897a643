/** Paths on a grid of 16 by 16, drawn as lines. */
const PATHS = {
  home: 'M2.500 8 8 3l5.500 5M4 7v6.500h3V10h2v3.500h3V7',
  sheet: 'M3 2.5h10v11H3zM3 6h10M3 9.5h10M6.5 6v7.5',
  book: 'M3 3.5c2-1 3.500-.8 5 .4 1.500-1.200 3-1.400 5-.4v9c-2-1-3.500-.8-5 .4-1.500-1.200-3-1.400-5-.4zM8 3.900v9',
  megaphone: 'M3 6.500v3h2.500l5.500 3v-9l-5.500 3zM13 6.500v3M5.500 9.500l.8 3.500',
  chart: 'M3 13V7M7 13V3M11 13V9M14 13.500H2',
  bell: 'M4 11V7.500a4 4 0 0 1 8 0V11l1 1.500H3zM6.800 14h2.400M8 3.500V2',
  cog: 'M8 5.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M8 2v1.800M8 12.200V14M2 8h1.800M12.200 8H14M3.800 3.800 5 5M11 11l1.200 1.200M12.200 3.800 11 5M5 11l-1.200 1.200',
  menu: 'M2.500 4.500h11M2.500 8h11M2.500 11.500h11',
  search: 'M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M10.300 10.300 13.500 13.500',
  upload: 'M8 10.500V3M5 5.500 8 2.500l3 3M3 10v3h10v-3',
  download: 'M8 2.500V10M5 7.500l3 3 3-3M3 10.500V13h10v-2.500',
  leave: 'M6.500 3H3v10h3.500M7 8h6.500M11 5.500 13.500 8 11 10.500',
  close: 'M3.500 3.500l9 9M12.500 3.500l-9 9',
  check: 'M3 8.500 6.500 12 13 4.500',
  pencil: 'M3 13l.7-3L10.500 3.200l2.300 2.300L6 12.300z',
  refresh: 'M13 8a5 5 0 1 1-1.500-3.600M13 2.500v3h-3',
  warning: 'M8 2.500 14 13H2zM8 6.500v3M8 11.200v.3',
  clock: 'M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11M8 5v3.200l2 1.300',
  comment: 'M2.500 3h11v8H7l-3 2.500V11H2.500z',
  next: 'M6 3.500 10.500 8 6 12.500',
  previous: 'M10 3.500 5.500 8 10 12.500',
  back: 'M13 8H3M6.500 4.500 3 8l3.500 3.500',
  more: 'M3.500 8h.1M8 8h.1M12.500 8h.1',
  keyboard: 'M2 4.500h12v7H2zM4.500 7h.1M7 7h.1M9.500 7h.1M11.500 7h.1M5 9.500h6',
  quote: 'M4 5h3v3.500L5.500 11M9.500 5h3v3.500L11 11',
  plus: 'M8 3v10M3 8h10',
  bin: 'M3 4.500h10M6.500 4.500v-2h3v2M4.500 4.500l.5 9h6l.5-9M7 7v4M9 7v4',
  person: 'M8 2.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M3 13.500c.5-3 2.500-4 5-4s4.500 1 5 4',
} as const;
export type IconName = keyof typeof PATHS;

/** A sign beside words, or in a button with a label: those who listen do not hear it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
