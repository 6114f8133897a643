import { useStore } from '../app/store.js';
import { Check } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { t } from '../words/words.js';
import { shortcutList, shortcutsOn, switchShortcuts } from './shortcuts.js';

/** What the keys do, and whether they work. */
export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const on = useStore(shortcutsOn);
  return (
    <Dialog title={t('review:keys.title')} wide onClose={onClose}>
      <p class="muted small">{t('review:keys.for_chosen')}</p>
      <dl class="shortcuts">
        {shortcutList().map(([keys, words]) => (
          <div key={keys}>
            <dt>{keys.split(/( \S+ )/).map((part) => (/^ .* $/.test(part) ? part : <kbd key={part}>{part}</kbd>))}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Check checked={on} onChange={switchShortcuts}>
        {t('review:keys.work')}
      </Check>
    </Dialog>
  );
}
