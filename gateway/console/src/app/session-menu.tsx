import { useState } from 'preact/hooks';
import { wordsOf } from '../api/words.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { notify } from '../ui/toast.js';
import { chooseLanguage, language, LANGUAGES, t, type Language } from '../words/words.js';
import { useStore } from '../state/store.js';
import { useApp } from '../core/context.js';
import { roleName } from '../core/permission.js';
import { hrefOf, navigate } from '../core/router.js';
import { chooseTheme, theme, THEMES } from './theme.js';

/** Which organization this tab works in; a choice when there are several. */
export function OrganizationSwitch() {
  const { organizations, session, switchOrganization } = useApp();
  const [busy, setBusy] = useState(false);
  const current = organizations.find(({ id }) => id === session.organization_id);
  if (!current) return null;
  if (organizations.length === 1) return <p class="organization rail-text">{current.name}</p>;
  const choose = async (id: string): Promise<void> => {
    setBusy(true);
    try {
      navigate('/');
      await switchOrganization(id);
    } catch (error) {
      notify(wordsOf(error), 'error');
      setBusy(false);
    }
  };
  return (
    <label class="organization rail-text">
      <span class="hidden">{t('organization')}</span>
      <select
        disabled={busy}
        value={current.id}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          void choose(chosen);
        }}
      >
        {organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Who is here, in which role, and how the console looks. */
export function SessionMenu() {
  const { session, signOut } = useApp();
  const chosen = useStore(theme);
  const leave = t('signOut');
  return (
    <div class="session">
      <label class="rail-text">
        <span class="muted">{t('appearance')}</span>
        <select
          value={chosen}
          onChange={({ currentTarget }) => chooseTheme(THEMES.find((one) => one === currentTarget.value) ?? 'system')}
        >
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {t(`theme.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="rail-text">
        <span class="muted">{t('language')}</span>
        <select
          value={language.get()}
          onChange={({ currentTarget }) => {
            void chooseLanguage(currentTarget.value === 'de' ? 'de' : 'en');
          }}
        >
          {(Object.keys(LANGUAGES) as Language[]).map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGES[one]}
            </option>
          ))}
        </select>
      </label>
      {session.user && (
        <p class="rail-text">
          {session.sign_in ? <a href={hrefOf('/settings/account')}>{session.user.name}</a> : session.user.name}
        </p>
      )}
      <p class="muted rail-text">{t('signedInAs', { role: roleName(session.role) })}</p>
      <Button kind="quiet" label={leave} onClick={() => signOut()}>
        <Icon name="leave" />
        <span class="rail-text">{leave}</span>
      </Button>
    </div>
  );
}
