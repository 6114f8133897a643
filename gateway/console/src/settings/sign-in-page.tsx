import { CandorError } from '@candor/client';
import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { hrefOf } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Check } from '../ui/choices.js';
import { Content } from '../ui/content.js';
import { SelectField, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { wordsOf } from '../api/words.js';
import type { Organization } from '../api/types.js';
import { ProviderSection } from './sign-in-provider.js';
import { SettingsForbidden, SettingsFrame } from './settings-frame.js';
import { t } from '../words/words.js';

export default function SignInPage() {
  const mayNot = useRefusal('ADMIN', 'Organizations: write');
  return mayNot === undefined ? (
    <SignInSettings />
  ) : (
    <SettingsForbidden title={t('settings:tab.signIn')} reason={mayNot} />
  );
}

/** How people come in: by a provider, by their domain, from an identity provider. */
function SignInSettings() {
  const { api, organizations, session } = useApp();
  const provider = useLoad(async (signal) => {
    try {
      return { found: await api.call.getSignInProvider({ signal }) };
    } catch (error) {
      if (error instanceof CandorError && error.status === 404) return { found: undefined };
      throw error;
    }
  }, []);
  const organization = organizations.find(({ id }) => id === session.organization_id);
  return (
    <SettingsFrame title={t('settings:tab.signIn')}>
      <Content of={provider} what={t('joining:provider.what')}>
        {({ found }) => <ProviderSection key={found?.updated_at} provider={found} onChanged={provider.reload} />}
      </Content>
      {organization && <Joining organization={organization} />}
      <section class="section" aria-labelledby="scim-title">
        <h2 id="scim-title">{t('joining:scim.title')}</h2>
        <p class="muted">{t('joining:scim.help')}</p>
        <TextField label={t('joining:scim.address')} value={`${window.location.origin}/scim/v2`} readOnly />
        <p>
          <a href={hrefOf('/settings/keys')}>{t('joining:scim.key')}</a>
        </p>
      </section>
    </SettingsFrame>
  );
}

const JOINING = ['VIEWER', 'MEMBER', 'APPROVER'] as const;
type JoiningRole = (typeof JOINING)[number];

/** Whether people of the approved domains become users by signing in, and as what. */
function Joining({ organization }: { organization: Organization }) {
  const { api, session, switchOrganization } = useApp();
  const [allowed, setAllowed] = useState(organization.join_by_domain.allowed);
  const [role, setRole] = useState<JoiningRole>(organization.join_by_domain.role);
  const task = useTask();
  const save = async (): Promise<void> => {
    const done = await task.run(async () => {
      const body = { join_by_domain: { allowed, role } };
      await api.call.updateOrganization({ path: { organization_id: organization.id }, body });
      await switchOrganization(session.organization_id);
    });
    if (done) notify(t('joining:domains.saved'));
  };
  return (
    <section class="section" aria-labelledby="joining-title">
      <h2 id="joining-title">{t('joining:domains.title')}</h2>
      {organization.hd.length === 0 ? (
        <p class="muted">{t('joining:domains.none')}</p>
      ) : (
        <>
          <p class="muted">{t('joining:domains.help', { domains: organization.hd.join(', ') })}</p>
          <Check checked={allowed} onChange={setAllowed}>
            {t('joining:domains.allowed')}
          </Check>
          <SelectField
            label={t('joining:domains.role')}
            value={role}
            options={JOINING.map((one): readonly [JoiningRole, string] => [one, t(`settings:roleHelp.${one}`)])}
            onChange={(chosen) => setRole(chosen)}
          />
          <p>
            <Button busy={task.busy} onClick={() => void save()}>
              {t('settings:save')}
            </Button>
          </p>
          {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
        </>
      )}
    </section>
  );
}
