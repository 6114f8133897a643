import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Dialog } from './dialog.js';
import { Icon, type IconName } from './icon.js';

export interface PaletteItem {
  /** Unique in the palette. */
  id: string;
  name: string;
  /** Beside the name: what tells it from its like. */
  detail?: string;
  icon: IconName;
}

export interface PaletteGroup {
  name: string;
  items: readonly PaletteItem[];
}

interface Props {
  title: string;
  placeholder: string;
  /** When nothing fits what was typed. */
  empty: string;
  typed: string;
  groups: readonly PaletteGroup[];
  onType(words: string): void;
  /** The palette is to be closed by whoever shows it. */
  onChoose(id: string): void;
  onClose(): void;
}

/** A dialog in which one of many things is typed for and chosen, by keys alone or by pointer. */
export function Palette({ title, placeholder, empty, typed, groups, onType, onChoose, onClose }: Props) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const items = groups.flatMap((group) => group.items);
  const [activeId, setActive] = useState<string>();
  const active = items.find(({ id }) => id === activeId) ?? items[0];
  const optionId = (id: string): string => `${base}-${items.findIndex((one) => one.id === id)}`;
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  const move = (to: number): void => setActive(items[(to + items.length) % items.length]?.id);
  const pressed = (event: KeyboardEvent): void => {
    // Enter and arrows that end a composed character belong to it.
    if (event.isComposing || active === undefined) return;
    const at = items.indexOf(active);
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter') onChoose(active.id);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <div class="palette">
        <div class="search-box">
          <Icon name="search" />
          <input
            type="search"
            role="combobox"
            aria-label={placeholder}
            placeholder={placeholder}
            aria-expanded="true"
            aria-autocomplete="list"
            aria-controls={`${base}-list`}
            aria-activedescendant={active && optionId(active.id)}
            // No list of the browser: the options are our own.
            list={undefined}
            autocomplete="off"
            value={typed}
            onKeyDown={pressed}
            onInput={({ currentTarget }) => {
              setActive(undefined);
              onType(currentTarget.value);
            }}
          />
        </div>
        <div ref={list} id={`${base}-list`} class="palette-list" role="listbox" aria-label={title}>
          {groups
            .filter((group) => group.items.length > 0)
            .map((group) => (
              <div key={group.name} role="group" aria-label={group.name}>
                <p class="palette-group small muted" aria-hidden="true">
                  {group.name}
                </p>
                {group.items.map((item) => (
                  <div
                    key={item.id}
                    id={optionId(item.id)}
                    class="palette-item"
                    role="option"
                    aria-selected={item === active}
                    onClick={() => onChoose(item.id)}
                  >
                    <Icon name={item.icon} />
                    <span class="palette-name">{item.name}</span>
                    {item.detail !== undefined && <span class="muted small palette-detail">{item.detail}</span>}
                  </div>
                ))}
              </div>
            ))}
        </div>
        <p class="muted small palette-empty" role="status">
          {items.length === 0 ? empty : ''}
        </p>
      </div>
    </Dialog>
  );
}
