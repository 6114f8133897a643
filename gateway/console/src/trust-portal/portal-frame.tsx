import { MailWarning } from './mail-warning.js';
import { Forbidden, ReadOnlyNote, useRefusal } from '../app/permission.js';
import { PageFrame, type PageProps } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';

const TABS = [
  ['/trust-portal/updates', 'Updates'],
  ['/trust-portal/categories', 'Categories'],
  ['/trust-portal/subscribers', 'Subscribers'],
] as const;

export const useMayNotWrite = (): string | undefined => useRefusal('ADMIN', 'Trust portal: write');

/** The pages of what customers are told. */
export function PortalFrame({ children, ...head }: Omit<PageProps, 'full'>) {
  const mayNotRead = useRefusal('ADMIN', 'Trust portal: read');
  const mayNotWrite = useMayNotWrite();
  if (mayNotRead !== undefined) return <Forbidden title={head.title} reason={mayNotRead} />;
  return (
    <PageFrame {...head}>
      {!head.back && <Tabs label="Trust portal" tabs={TABS} />}
      <MailWarning refusal={mayNotWrite} />
      <ReadOnlyNote refusal={mayNotWrite} />
      {children}
    </PageFrame>
  );
}
