import type { Band } from '../api/types.js';
import { t } from '../words/words.js';

/** How sure an answer is: by a word and by bars, not by colour alone. */
export function BandBadge({ band }: { band: Band }) {
  return (
    <span class={`band ${band.toLowerCase()}`}>
      <span class="bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {t(`ui:band.${band}`)}
      <span class="hidden"> {t('ui:confidence')}</span>
    </span>
  );
}

export type Tone = 'neutral' | 'busy' | 'good' | 'attention' | 'warn' | 'bad';

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class={`badge ${tone}`}>
      <i aria-hidden="true" />
      {children}
    </span>
  );
}

interface ProgressProps {
  /** What it is the progress of. */
  label: string;
  /** Parts of the whole, the first at the left. */
  done: number;
  total: number;
  /** A second, paler part behind the first, counted from the left as well. */
  behind?: number;
}

export function Progress({ label, done, total, behind = 0 }: ProgressProps) {
  const share = (part: number): string => `${total === 0 ? 0 : Math.min(100, (part / total) * 100)}%`;
  return (
    <span
      class="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(total, 1)}
      aria-valuenow={Math.min(done, Math.max(total, 1))}
    >
      {behind > 0 && <span class="behind" style={{ width: share(behind) }} />}
      <span class="done" style={{ width: share(done) }} />
    </span>
  );
}
