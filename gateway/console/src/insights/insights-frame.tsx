import type { ComponentChildren } from 'preact';
import { Forbidden, useRefusal } from '../app/permission.js';
import { PageFrame, type PageProps } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';

const TABS = [
  ['/insights/gaps', 'Gaps'],
  ['/insights/conversations', 'Conversations'],
] as const;

/** The pages of what people ask. */
export function InsightsFrame({ children, ...head }: Omit<PageProps, 'full'>) {
  return (
    <PageFrame {...head}>
      <Tabs label="Insights" tabs={TABS} />
      {children}
    </PageFrame>
  );
}

/** Shows the page to those who may read it, and to the others why not. */
export function ForReaders({ title, children }: { title: string; children: ComponentChildren }) {
  const mayNotRead = useRefusal('ADMIN', 'Insights: read');
  return mayNotRead === undefined ? <>{children}</> : <Forbidden title={title} reason={mayNotRead} />;
}
