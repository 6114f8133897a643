import { Fragment } from 'preact';
import { useStore } from '../state/store.js';
import { Check } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { t } from '../words/words.js';
import { shortcuts, shortcutsOn, switchShortcuts } from './shortcuts.js';

/** All keys of the review, and the switch for those that are single letters and digits. */
export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const on = useStore(shortcutsOn);
  return (
    <Dialog title={t('panel:keys.title')} wide onClose={onClose}>
      <dl class="shortcuts">
        {shortcuts().map(([keys, words]) => (
          <div key={keys}>
            <dt>
              {keys.split('|').map((either, index) => (
                <Fragment key={either}>
                  {index > 0 && either !== '…' && keys.split('|')[index - 1] !== '…' && ` ${t('panel:keys.or')} `}
                  {either === '…'
                    ? ' … '
                    : either.split('+').map((key, place) => <Key key={key} name={key} joined={place > 0} />)}
                </Fragment>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Check checked={on} onChange={switchShortcuts}>
        {t('panel:keys.single')}
      </Check>
    </Dialog>
  );
}

function Key({ name, joined }: { name: string; joined: boolean }) {
  return (
    <>
      {joined && ' + '}
      <kbd>{name}</kbd>
    </>
  );
}
