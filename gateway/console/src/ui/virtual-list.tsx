import type { ComponentChildren } from 'preact';
import { useWindow } from './window.js';

interface Props<Item> {
  /** What is listed, for those who listen. */
  label: string;
  items: readonly Item[];
  keyOf(item: Item): string;
  /** Pixels; every row has this height. */
  rowHeight: number;
  selectedKey: string | undefined;
  /** By a click, which says which keys were held. */
  onSelect(item: Item, click: MouseEvent): void;
  row(item: Item): ComponentChildren;
}

/** More than the rows that any window shows. */
const SLOTS = 200;

/** A list of any length to choose from: only the rows that are seen are in the document. */
export function VirtualList<Item>({ label, items, keyOf, rowHeight, selectedKey, onSelect, row }: Props<Item>) {
  const selected = items.findIndex((item) => keyOf(item) === selectedKey);
  const { element, first, end, measure } = useWindow(items.length, rowHeight, selected);
  const idOf = (item: Item): string => `row-${keyOf(item)}`;
  const current = items[selected];
  return (
    <div
      ref={element}
      class="virtual"
      role="listbox"
      aria-label={label}
      aria-activedescendant={current !== undefined && selected >= first && selected < end ? idOf(current) : undefined}
      tabIndex={0}
      onScroll={measure}
    >
      <div class="virtual-space" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, end).map((item, index) => (
          <div
            // By place, not by item: scrolling fills the same few elements anew instead of making others.
            key={(first + index) % SLOTS}
            id={idOf(item)}
            class="virtual-row"
            role="option"
            aria-selected={keyOf(item) === selectedKey}
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
            style={{ height: `${rowHeight}px`, transform: `translateY(${(first + index) * rowHeight}px)` }}
            onClick={(event) => onSelect(item, event)}
          >
            {row(item)}
          </div>
        ))}
      </div>
    </div>
  );
}
