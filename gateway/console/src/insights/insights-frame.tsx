import type { ComponentChildren } from 'preact';
import { Forbidden, useRefusal } from '../app/permission.js';
import { PageFrame } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';

const TABS = [
  ['/insights/gaps', 'Gaps'],
  ['/insights/conversations', 'Conversations'],
] as const;

interface Props {
  title: string;
  subtitle?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** The pages of what people ask. */
export function InsightsFrame({ title, children, ...head }: Props) {
  return (
    <PageFrame title={title} {...head}>
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
