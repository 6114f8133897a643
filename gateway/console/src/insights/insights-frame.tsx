import type { ComponentChildren } from 'preact';
import { useRefusal } from '../core/permission.js';
import { Forbidden } from '../ui/permission.js';
import { PageFrame, type PageProps } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';
import { t } from '../words/words.js';

const tabs = (): readonly (readonly [path: string, name: string])[] => [
  ['/insights/gaps', t('insights:gaps')],
  ['/insights/conversations', t('insights:conversations')],
];

/** The name of a period in days; '': all time. */
export function periodName(days: '' | '7' | '30' | '90' | '366'): string {
  if (days === '') return t('insights:allTime');
  return days === '366' ? t('insights:lastYear') : t('insights:lastDays', { count: Number(days) });
}

/** A link to the page where people ask. */
export const AskLink = ({ children }: { children: string }) => <a href="/ask">{children}</a>;

/** The pages of what people ask. */
export function InsightsFrame({ children, ...head }: Omit<PageProps, 'full'>) {
  return (
    <PageFrame {...head}>
      <Tabs label={t('insights:area')} tabs={tabs()} />
      {children}
    </PageFrame>
  );
}

/** Shows the page to those who may read it, and to the others why not. */
export function ForReaders({ title, children }: { title: string; children: ComponentChildren }) {
  const mayNotRead = useRefusal('ADMIN', 'Insights: read');
  return mayNotRead === undefined ? <>{children}</> : <Forbidden title={title} reason={mayNotRead} />;
}
