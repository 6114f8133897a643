import { useRefusal } from '../core/permission.js';
import { Forbidden, ReadOnlyNote } from '../ui/permission.js';
import { PageFrame, type PageProps } from '../ui/page.js';
import { Tabs } from '../ui/tabs.js';
import { t } from '../words/words.js';

const tabs = (): readonly (readonly [path: string, name: string])[] => [
  ['/knowledge', t('knowledge:library')],
  ['/knowledge/conflicts', t('knowledge:conflicts')],
  ['/knowledge/documents', t('knowledge:documents')],
  ['/knowledge/told', t('ledger:title')],
  ['/knowledge/prove', t('backtest:title')],
  ['/knowledge/interviews', t('interview:title')],
  ['/knowledge/usual', t('usual:title')],
  ['/knowledge/topics', t('topics:title')],
];

export const useMayNotWrite = (): string | undefined => useRefusal('MEMBER', 'Knowledge: write');

/** The pages of what the organization knows. */
export function KnowledgeFrame({ title, children, ...head }: Omit<PageProps, 'full'>) {
  const mayNotRead = useRefusal('VIEWER', 'Knowledge: read');
  const mayNotWrite = useMayNotWrite();
  if (mayNotRead !== undefined) return <Forbidden title={title} reason={mayNotRead} />;
  return (
    <PageFrame title={title} {...head}>
      <Tabs label={t('knowledge:area')} tabs={tabs()} />
      <ReadOnlyNote refusal={mayNotWrite} />
      {children}
    </PageFrame>
  );
}
