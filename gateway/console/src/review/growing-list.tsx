import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Drawn at first, and more each time that the end comes near. */
const STEP = 60;
/** Pixels from the end. */
const NEAR = 600;

interface Props<Item> {
  label: string;
  items: readonly Item[];
  keyOf(item: Item): string;
  row(item: Item): ComponentChildren;
}

/** A list of whole texts, however high each is: its beginning, and more of it as it is scrolled. */
export function GrowingList<Item>({ label, items, keyOf, row }: Props<Item>) {
  const [drawn, setDrawn] = useState(STEP);
  const scrolled = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: { currentTarget: HTMLElement }) => {
    if (drawn < items.length && scrollTop + clientHeight + NEAR > scrollHeight) setDrawn(drawn + STEP);
  };
  return (
    <div class="growing" role="region" aria-label={label} tabIndex={0} onScroll={scrolled}>
      <ul>
        {items.slice(0, drawn).map((item) => (
          <li key={keyOf(item)}>{row(item)}</li>
        ))}
      </ul>
    </div>
  );
}
