import type { ComponentChildren } from 'preact';
import { Forbidden, ReadOnlyNote, useRefusal } from '../app/permission.js';
import { PageFrame } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';

const TABS = [
  ['/trust-portal/updates', 'Updates'],
  ['/trust-portal/categories', 'Categories'],
  ['/trust-portal/subscribers', 'Subscribers'],
] as const;

interface Props {
  title: string;
  back?: { path: string; name: string };
  badge?: ComponentChildren;
  subtitle?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export const useMayNotWrite = (): string | undefined => useRefusal('ADMIN', 'Trust portal: write');

/** The pages of what customers are told. */
export function PortalFrame({ title, back, children, ...head }: Props) {
  const mayNotRead = useRefusal('ADMIN', 'Trust portal: read');
  const mayNotWrite = useMayNotWrite();
  if (mayNotRead !== undefined) return <Forbidden title={title} reason={mayNotRead} />;
  return (
    <PageFrame title={title} {...head} {...(back ? { back } : {})}>
      {!back && <Tabs label="Trust portal" tabs={TABS} />}
      <ReadOnlyNote refusal={mayNotWrite} />
      {children}
    </PageFrame>
  );
}
