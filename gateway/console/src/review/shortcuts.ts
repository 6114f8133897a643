import { useEffect, useRef } from 'preact/hooks';
import { createStore } from '../app/store.js';
import { storedShortcuts } from '../app/stored.js';

/** Single keys can be switched off: who speaks to their computer would press them by speaking (WCAG 2.1.4). */
export const shortcutsOn = createStore(storedShortcuts.get() !== 'off');

export function switchShortcuts(on: boolean): void {
  storedShortcuts.set(on ? undefined : 'off');
  shortcutsOn.set(on);
}

export type ShortcutKey = 'j' | 'k' | 'n' | 'a' | 'u' | 'e' | 'x' | 'r' | 'c' | 'b' | 'l' | '/' | '?' | 'Escape';

/** In the order in which the help shows them. */
export const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['j or ↓', 'Next question'],
  ['k or ↑', 'Previous question'],
  ['n', 'Next question that is not done'],
  ['a', 'Approve, and go on to the next'],
  ['u', 'Take the approval back'],
  ['e', 'Edit the answer'],
  ['Ctrl + Enter', 'Save the edit'],
  ['Ctrl + Shift + Enter', 'Save the edit, approve, and go on'],
  ['Esc', 'Leave the edit without saving'],
  ['x', 'Not applicable'],
  ['r', 'Regenerate from what is known now'],
  ['c', 'Write a remark'],
  ['b', 'Approve many at once'],
  ['l', 'Customer’s layout in place of the list'],
  ['/', 'Search the questions'],
  ['?', 'This help'],
];

const ARROWS: Readonly<Record<string, ShortcutKey>> = { ArrowDown: 'j', ArrowUp: 'k' };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Runs an action a key, unless somebody is typing or a dialog is open. */
export function useShortcuts(actions: Partial<Record<ShortcutKey, () => void>>): void {
  const newest = useRef(actions);
  newest.current = actions;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const arrow = ARROWS[event.key];
      // Arrows move in the list and in what is open; they are no single letters.
      if (arrow === undefined && !shortcutsOn.get() && event.key !== '?') return;
      const action = newest.current[arrow ?? (event.key as ShortcutKey)];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
