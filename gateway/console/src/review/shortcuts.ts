import { useEffect, useRef } from 'preact/hooks';
import { createStore } from '../state/store.js';
import { storedShortcuts } from '../state/stored.js';
import { t } from '../words/words.js';

/** Single keys can be switched off: who speaks to their computer would press them by speaking (WCAG 2.1.4). */
export const shortcutsOn = createStore(storedShortcuts.get() !== 'off');

export function switchShortcuts(on: boolean): void {
  storedShortcuts.set(on ? undefined : 'off');
  shortcutsOn.set(on);
}

export type ShortcutKey =
  'j' | 'k' | 'n' | 'a' | 'u' | 'e' | 'd' | 'x' | 'X' | 's' | 'r' | 'w' | 'c' | 'b' | 'l' | 'f' | '/' | '?' | 'Escape';

/** In the order in which the help shows them: keys ("+" pressed together, "|" either), and what they do. */
export const shortcuts = (): (readonly [string, string])[] => [
  ['j|↓', t('panel:keys.next')],
  ['k|↑', t('panel:keys.previous')],
  ['n', t('panel:keys.nextOpen')],
  ['a', t('panel:keys.approve')],
  ['u', t('panel:keys.unapprove')],
  ['e', t('panel:keys.edit')],
  ['1|…|9', t('panel:keys.digit')],
  ['Alt+1|…|9', t('panel:keys.suggestion')],
  ['f', t('panel:keys.searchLibrary')],
  [`${t('panel:keys.control')}+Enter`, t('panel:keys.save')],
  [`${t('panel:keys.control')}+${t('panel:keys.shift')}+Enter`, t('panel:keys.saveAndApprove')],
  [t('panel:keys.escape'), t('panel:keys.cancel')],
  ['d', t('panel:keys.notApplicable')],
  ['s', t('review:keys.same_answer')],
  ['x', t('review:keys.choose')],
  [t('review:keys.shift_x'), t('review:keys.choose_all')],
  ['r', t('panel:keys.regenerate')],
  ['w', t('panel:keys.rewrite')],
  ['c', t('panel:keys.remark')],
  ['b', t('panel:keys.approveMany')],
  ['l', t('panel:keys.layout')],
  ['/', t('panel:keys.search')],
  [`${t('panel:keys.control')}+K`, t('panel:keys.palette')],
  ['?', t('panel:keys.help')],
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

/** Whether keys pressed there become text. */
const takesText = (target: EventTarget | null): boolean =>
  isTyping(target) && !(target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type));

/** Fields in which Alt and a digit take over a suggestion: those of the answer, and the search of suggestions. */
const OWN_FIELDS = '.editor, .suggestions';

interface DigitActions {
  /** The n-th option, from 1; false when there is none. */
  option(place: number): boolean;
  /** The n-th suggestion, from 1; false when there is none. */
  suggestion(place: number): boolean;
}

/**
 * Digits of the question that is shown. One alone chooses an option, or takes over a suggestion where there are no options;
 * with Alt it takes over a suggestion, also while the answer is written.
 */
export function useDigits(actions: DigitActions | undefined): void {
  const newest = useRef(actions);
  newest.current = actions;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { target, altKey } = event;
      // With Alt, some keyboards write another sign than the digit: the key counts.
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
      if (digit === undefined || !newest.current || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || document.querySelector('dialog[open]')) return;
      const isOwn = target instanceof Element && target.closest(OWN_FIELDS) !== null;
      if (takesText(target) && !(altKey && isOwn)) return;
      if (!altKey && !shortcutsOn.get()) return;
      const place = Number(digit);
      const { option, suggestion } = newest.current;
      if (altKey ? suggestion(place) : option(place) || suggestion(place)) event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
