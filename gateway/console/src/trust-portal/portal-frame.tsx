import { MailWarning } from './mail-warning.js';
import { Forbidden, ReadOnlyNote, useRefusal } from '../app/permission.js';
import { PageFrame, type PageProps } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';
import { t } from '../words/words.js';

const TABS = [
  ...([
    'updates',
    'categories',
    'subscribers',
    'page',
    'documents',
    'requests',
    'activity',
    'nda',
    'faq',
    'subprocessors',
  ] as const),
] as const;

export const useMayNotWrite = (): string | undefined => useRefusal('ADMIN', 'Trust portal: write');

/** The pages of what customers are told. */
export function PortalFrame({ children, ...head }: Omit<PageProps, 'full'>) {
  const mayNotRead = useRefusal('ADMIN', 'Trust portal: read');
  const mayNotWrite = useMayNotWrite();
  if (mayNotRead !== undefined) return <Forbidden title={head.title} reason={mayNotRead} />;
  const tabs = TABS.map((tab) => [`/trust-portal/${tab}`, t(`portal:tab.${tab}`)] as const);
  return (
    <PageFrame {...head}>
      {!head.back && <Tabs label={t('portal:title')} tabs={tabs} />}
      <MailWarning refusal={mayNotWrite} />
      <ReadOnlyNote refusal={mayNotWrite} />
      {children}
    </PageFrame>
  );
}
