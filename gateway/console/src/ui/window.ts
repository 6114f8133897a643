import { useEffect, useRef, useState } from 'preact/hooks';

export interface Window {
  /** Rows from `first` up to, without, `end` are to be drawn. */
  first: number;
  end: number;
}

/** Rows drawn above and below what is seen, so that scrolling shows no gaps. */
const SPARE = 6;

export function windowOf(scrollTop: number, height: number, rowHeight: number, count: number): Window {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE);
  return { first, end: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + SPARE) };
}

/** Where to scroll to so that a row is seen; undefined when it is already. */
export function scrollFor(index: number, scrollTop: number, height: number, rowHeight: number): number | undefined {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return top + rowHeight - height;
  return undefined;
}

/** Follows the scrolling of an element whose rows are all of one height. */
export function useWindow(count: number, rowHeight: number, shownIndex: number | undefined) {
  const element = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<Window>({ first: 0, end: Math.min(count, 30) });
  const measure = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = element.current ?? {};
    setSeen((before) => {
      const now = windowOf(scrollTop, clientHeight, rowHeight, count);
      return before.first === now.first && before.end === now.end ? before : now;
    });
  };
  useEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [count, rowHeight]);
  useEffect(() => {
    const box = element.current;
    if (!box || shownIndex === undefined || shownIndex < 0) return;
    const to = scrollFor(shownIndex, box.scrollTop, box.clientHeight, rowHeight);
    if (to !== undefined) box.scrollTop = to;
  }, [shownIndex, rowHeight]);
  // A shorter list than a moment ago must not draw rows that are gone.
  const end = Math.min(seen.end, count);
  return { element, first: Math.min(seen.first, end), end, measure };
}
