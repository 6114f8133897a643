import { Forbidden, ReadOnlyNote } from '../ui/permission.js';
import { PageFrame, type PageProps } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';
import { t } from '../words/words.js';

const TABS = [
  ['/settings/organizations', 'organizations'],
  ['/settings/people', 'people'],
  ['/settings/sign-in', 'signIn'],
  ['/settings/keys', 'keys'],
  ['/settings/webhooks', 'webhooks'],
  ['/settings/audit-log', 'auditLog'],
] as const;

const SettingsTabs = () => (
  <Tabs label={t('settings:title')} tabs={TABS.map(([path, name]) => [path, t(`settings:tab.${name}`)] as const)} />
);

interface Props extends Omit<PageProps, 'full'> {
  /** Why nothing can be changed here; undefined: it can, or there is nothing to change. */
  mayNotWrite?: string | undefined;
}

/** The pages of how the organization is run. */
export function SettingsFrame({ mayNotWrite, children, ...head }: Props) {
  return (
    <PageFrame {...head}>
      {!head.back && <SettingsTabs />}
      <ReadOnlyNote refusal={mayNotWrite} />
      {children}
    </PageFrame>
  );
}

interface ForbiddenProps {
  title: string;
  reason: string;
}

/** A page of the settings that the key may not open; the others are still a click away. */
export function SettingsForbidden({ title, reason }: ForbiddenProps) {
  return (
    <>
      <div class="page">
        <SettingsTabs />
      </div>
      <Forbidden title={title} reason={reason} />
    </>
  );
}
