import type { ComponentChildren } from 'preact';
import { Forbidden, ReadOnlyNote } from '../app/permission.js';
import { PageFrame } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';

const TABS = [
  ['/settings/organizations', 'Organizations'],
  ['/settings/people', 'People'],
  ['/settings/keys', 'API keys'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/audit-log', 'Audit log'],
] as const;

interface Props {
  title: string;
  back?: { path: string; name: string };
  badge?: ComponentChildren;
  subtitle?: ComponentChildren;
  actions?: ComponentChildren;
  /** Why nothing can be changed here; undefined: it can, or there is nothing to change. */
  mayNotWrite?: string | undefined;
  children: ComponentChildren;
}

/** The pages of how the organization is run. */
export function SettingsFrame({ title, back, mayNotWrite, children, ...head }: Props) {
  return (
    <PageFrame title={title} {...head} {...(back ? { back } : {})}>
      {!back && <Tabs label="Settings" tabs={TABS} />}
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
