import { useStore } from '../app/store.js';
import { Check } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { SHORTCUTS, shortcutsOn, switchShortcuts } from './shortcuts.js';

export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const on = useStore(shortcutsOn);
  return (
    <Dialog title="Keyboard" wide onClose={onClose}>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, words]) => (
          <div key={keys}>
            <dt>{keys.split(/( or | \+ )/).map((part) => (/^ /.test(part) ? part : <kbd key={part}>{part}</kbd>))}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Check checked={on} onChange={switchShortcuts}>
        Single keys work
      </Check>
    </Dialog>
  );
}
