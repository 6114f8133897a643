import { Forbidden, ReadOnlyNote, useRefusal } from '../app/permission.js';
import { PageFrame, type PageProps } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';

const TABS = [
  ['/knowledge', 'Library'],
  ['/knowledge/conflicts', 'Duplicates and conflicts'],
  ['/knowledge/documents', 'Documents'],
] as const;

type Props = Omit<PageProps, 'full' | 'title'> & Partial<Pick<PageProps, 'title'>>;

export const useMayNotWrite = (): string | undefined => useRefusal('MEMBER', 'Knowledge: write');

/** The pages of what the organization knows. */
export function KnowledgeFrame({ title = 'Knowledge', children, ...head }: Props) {
  const mayNotRead = useRefusal('VIEWER', 'Knowledge: read');
  const mayNotWrite = useMayNotWrite();
  if (mayNotRead !== undefined) return <Forbidden title={title} reason={mayNotRead} />;
  return (
    <PageFrame title={title} {...head}>
      <Tabs label="Knowledge" tabs={TABS} />
      <ReadOnlyNote refusal={mayNotWrite} />
      {children}
    </PageFrame>
  );
}
