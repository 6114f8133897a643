import { useEffect, useRef } from 'preact/hooks';
import { isWithin } from '../core/paths.js';
import { hrefOf, usePlace } from '../core/router.js';

interface Props {
  /** What the pages are of, for those who listen. */
  label: string;
  tabs: readonly (readonly [path: string, name: string])[];
  /** The one that is open, where the address does not tell. */
  current?: string | undefined;
}

/** Links to the pages of an area; those below a page count as it. */
export function Tabs({ label, tabs, current: given }: Props) {
  const { path } = usePlace();
  const current =
    given ??
    tabs
      .map(([to]) => to)
      .filter((to) => isWithin(path, to))
      .sort((a, b) => b.length - a.length)[0] ??
    tabs[0]?.[0];
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the bar is wider than the window.
    const shown = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && shown) bar.current.scrollLeft = shown.offsetLeft - bar.current.offsetLeft - 24;
  }, [current]);
  return (
    <nav ref={bar} class="tabs" aria-label={label}>
      {tabs.map(([to, name]) => (
        <a key={to} href={hrefOf(to)} aria-current={to === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
