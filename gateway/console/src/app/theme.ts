import { createStore } from '../state/store.js';
import { storedTheme } from '../state/stored.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const initial = THEMES.find((theme) => theme === storedTheme.get()) ?? 'system';
export const theme = createStore<Theme>(initial);

/** The style sheet follows the attribute; without it, the system's preference. */
export function applyTheme(): void {
  const wanted = theme.get();
  if (wanted === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = wanted;
}

export function chooseTheme(wanted: Theme): void {
  storedTheme.set(wanted === 'system' ? undefined : wanted);
  theme.set(wanted);
  applyTheme();
}
