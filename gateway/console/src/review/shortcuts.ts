import { useEffect, useRef } from 'preact/hooks';
import { createStore } from '../app/store.js';
import { storedShortcuts } from '../app/stored.js';
import { t } from '../words/words.js';

/** Single keys can be switched off: who speaks to their computer would press them by speaking (WCAG 2.1.4). */
export const shortcutsOn = createStore(storedShortcuts.get() !== 'off');

export function switchShortcuts(on: boolean): void {
  storedShortcuts.set(on ? undefined : 'off');
  shortcutsOn.set(on);
}

export type ShortcutKey =
  'j' | 'k' | 'n' | 'a' | 'u' | 'e' | 'd' | 'x' | 'X' | 's' | 'r' | 'c' | 'b' | 'l' | '/' | '?' | 'Escape';

/** Keys and what they do, in the order in which the help shows them. */
export const shortcutList = (): readonly (readonly [string, string])[] => [
  [`j ${t('review:keys.or')} ↓`, t('review:keys.next')],
  [`k ${t('review:keys.or')} ↑`, t('review:keys.previous')],
  ['n', t('review:keys.next_undone')],
  ['a', t('review:keys.approve')],
  ['u', t('review:keys.unapprove')],
  ['e', t('review:keys.edit')],
  [t('review:keys.ctrl_enter'), t('review:keys.save')],
  [t('review:keys.ctrl_shift_enter'), t('review:keys.save_and_approve')],
  [t('review:keys.esc'), t('review:keys.cancel')],
  ['d', t('review:keys.not_applicable')],
  ['r', t('review:keys.regenerate')],
  ['s', t('review:keys.same_answer')],
  ['x', t('review:keys.choose')],
  [t('review:keys.shift_x'), t('review:keys.choose_all')],
  ['c', t('review:keys.comment')],
  ['b', t('review:keys.approve_many')],
  ['l', t('review:keys.layout')],
  ['/', t('review:keys.search')],
  ['?', t('review:keys.help')],
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
