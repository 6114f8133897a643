import type { ComponentChildren } from 'preact';
import { Forbidden, ReadOnlyNote, useRefusal } from '../app/permission.js';
import { PageFrame } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';

const TABS = [
  ['/knowledge', 'Library'],
  ['/knowledge/conflicts', 'Duplicates and conflicts'],
  ['/knowledge/documents', 'Documents'],
] as const;

interface Props {
  /** Of the browser's tab as well. */
  title?: string;
  subtitle?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export const useMayNotWrite = (): string | undefined => useRefusal('MEMBER', 'Knowledge: write');

/** The pages of what the organization knows. */
export function KnowledgeFrame({ title = 'Knowledge', subtitle, actions, children }: Props) {
  const mayNotRead = useRefusal('VIEWER', 'Knowledge: read');
  const mayNotWrite = useMayNotWrite();
  if (mayNotRead !== undefined) return <Forbidden title={title} reason={mayNotRead} />;
  return (
    <PageFrame title={title} subtitle={subtitle} actions={actions}>
      <Tabs label="Knowledge" tabs={TABS} />
      <ReadOnlyNote refusal={mayNotWrite} />
      {children}
    </PageFrame>
  );
}
