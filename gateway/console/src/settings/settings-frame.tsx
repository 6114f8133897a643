import { Forbidden, ReadOnlyNote } from '../app/permission.js';
import { PageFrame, type PageProps } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';

const TABS = [
  ['/settings/organizations', 'Organizations'],
  ['/settings/people', 'People'],
  ['/settings/keys', 'API keys'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/audit-log', 'Audit log'],
] as const;

interface Props extends Omit<PageProps, 'full'> {
  /** Why nothing can be changed here; undefined: it can, or there is nothing to change. */
  mayNotWrite?: string | undefined;
}

/** The pages of how the organization is run. */
export function SettingsFrame({ mayNotWrite, children, ...head }: Props) {
  return (
    <PageFrame {...head}>
      {!head.back && <Tabs label="Settings" tabs={TABS} />}
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
        <Tabs label="Settings" tabs={TABS} />
      </div>
      <Forbidden title={title} reason={reason} />
    </>
  );
}
