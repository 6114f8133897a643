import { BRAND } from '@candor/runtime/brand';
import { useEffect, useState } from 'preact/hooks';
import { Bell, LoadedPopover } from '../notifications/bell.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/words.js';
import { AREAS } from './areas.js';
import { CommandPalette, usePaletteKey } from './command-palette.js';
import { useApp } from '../core/context.js';
import { Outlet } from './outlet.js';
import { isWithin } from '../core/paths.js';
import { hrefOf, usePlace } from '../core/router.js';
import { OrganizationSwitch, SessionMenu } from './session-menu.js';

/** The frame of every page: navigation, organization, key, theme. */
export function Shell() {
  const { session } = useApp();
  const { path } = usePlace();
  const [open, setOpen] = useState(false);
  const [palette, setPalette] = useState(false);
  const [bell, setBell] = useState(false);
  // What is read out is what stands there, also where only the sign is left of it.
  const goTo = t('panel:palette.openShort');
  const keys = `${t('panel:keys.control')}+K`;
  usePaletteKey(() => setPalette(true));
  const areas = AREAS.filter((area) => area.visible?.(session) ?? true);
  // Another page, also by the browser's Back: nothing of the one before stays open over it.
  useEffect(() => {
    setOpen(false);
    setPalette(false);
    setBell(false);
  }, [path]);

  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t('skip')}
      </a>
      <header class="topbar">
        <Button kind="quiet" label={t('navigation')} expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="menu" />
        </Button>
        <span class="brand">
          <span class="mark" aria-hidden="true">
            C
          </span>
          {BRAND.name}
        </span>
        <Button kind="quiet" class="to-palette" label={t('panel:palette.open')} onClick={() => setPalette(true)}>
          <Icon name="search" />
        </Button>
      </header>
      <div class={`rail${open ? ' open' : ''}`}>
        <p class="brand">
          <span class="mark" aria-hidden="true">
            C
          </span>
          <span class="rail-text">{BRAND.name}</span>
        </p>
        <OrganizationSwitch />
        <Button kind="quiet" class="palette-open" label={`${goTo} ${keys}`} onClick={() => setPalette(true)}>
          <Icon name="search" />
          <span class="rail-text">{goTo}</span>
          <kbd class="rail-text">{keys}</kbd>
        </Button>
        <nav aria-label={t('console')}>
          <ul>
            {areas.map((area) => (
              <li key={area.path}>
                {area.name === 'notifications' ? (
                  <Bell current={isWithin(path, area.path)} onOpen={() => setBell(true)} />
                ) : (
                  <a
                    href={hrefOf(area.path)}
                    aria-current={isWithin(path, area.path) ? 'page' : undefined}
                    title={t(`area.${area.name}`)}
                  >
                    <Icon name={area.icon} />
                    <span class="rail-text">{t(`area.${area.name}`)}</span>
                  </a>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <SessionMenu />
      </div>
      <main id="main" class="main" tabIndex={-1}>
        <Outlet areas={areas} />
      </main>
      {bell && <LoadedPopover onClose={() => setBell(false)} />}
      {palette && <CommandPalette onClose={() => setPalette(false)} />}
    </div>
  );
}
