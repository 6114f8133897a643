import { MailWarning } from './mail-warning.js';
import { useRefusal } from '../core/permission.js';
import { Forbidden, ReadOnlyNote } from '../ui/permission.js';
import { isWithin } from '../core/paths.js';
import { usePlace } from '../core/router.js';
import { PageFrame, type PageProps } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';
import { t } from '../words/words.js';

/** The pages of the area, by what people come for. */
const GROUPS = {
  news: ['updates', 'categories', 'subscribers'],
  page: ['page', 'faq', 'subprocessors'],
  access: ['documents', 'requests', 'activity', 'nda'],
} as const;
type Group = keyof typeof GROUPS;

const addressOf = (tab: (typeof GROUPS)[Group][number]): string => `/trust-portal/${tab}`;

export const useMayNotWrite = (): string | undefined => useRefusal('ADMIN', 'Trust portal: write');

/** The pages of what customers are told. */
export function PortalFrame({ children, ...head }: Omit<PageProps, 'full'>) {
  const mayNotRead = useRefusal('ADMIN', 'Trust portal: read');
  const mayNotWrite = useMayNotWrite();
  if (mayNotRead !== undefined) return <Forbidden title={head.title} reason={mayNotRead} />;
  return (
    <PageFrame {...head}>
      {!head.back && <PortalTabs />}
      <MailWarning refusal={mayNotWrite} />
      <ReadOnlyNote refusal={mayNotWrite} />
      {children}
    </PageFrame>
  );
}

/** The groups, and below them the pages of the one that is open. */
function PortalTabs() {
  const { path } = usePlace();
  const names = Object.keys(GROUPS) as Group[];
  const open = names.find((name) => GROUPS[name].some((tab) => isWithin(path, addressOf(tab)))) ?? names[0]!;
  const groups = names.map((name) => [addressOf(GROUPS[name][0]), t(`portal:group.${name}`)] as const);
  const tabs = GROUPS[open].map((tab) => [addressOf(tab), t(`portal:tab.${tab}`)] as const);
  return (
    <div class="tab-rows">
      <Tabs label={t('portal:title')} tabs={groups} current={addressOf(GROUPS[open][0])} />
      <Tabs label={t(`portal:group.${open}`)} tabs={tabs} />
    </div>
  );
}
