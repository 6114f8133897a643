import { useState } from 'preact/hooks';
import type { KnowledgeDocument } from '../api/types.js';
import { useInterval, useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Content } from '../ui/content.js';
import { DropZone } from '../ui/drop-zone.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { t } from '../words/words.js';
import { DeleteDocument } from './delete-document.js';
import { DocumentTable } from './document-table.js';
import { DocumentUpload } from './document-upload.js';
import { KnowledgeFrame, useMayNotWrite } from './knowledge-frame.js';

const PAGE_SIZE = 25;
/** While a document is being read somebody may be waiting for it. */
const POLL_MS = 2000;

/** The documents that answers are drawn from. */
export default function DocumentsPage() {
  const { api } = useApp();
  const mayNotWrite = useMayNotWrite();
  const [query, setQuery] = useQuery();
  const [files, setFiles] = useState<File[]>();
  const [leaving, setLeaving] = useState<KnowledgeDocument>();
  const page = pageIn(query);
  const list = useLoad(
    (signal) => api.call.listKnowledgeDocuments({ query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [page],
  );
  const documents = list.data?.documents ?? [];
  const total = list.data?.pagination.total ?? 0;
  useInterval(
    list.reload,
    POLL_MS,
    documents.some(({ should_poll: busy }) => busy),
  );
  return (
    <DropZone hint={t('knowledge:drop')} enabled={mayNotWrite === undefined && files === undefined} onFiles={setFiles}>
      <KnowledgeFrame
        title={t('knowledge:documents')}
        subtitle={list.data && t('knowledge:documents', { count: total })}
        actions={
          <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setFiles([])}>
            <Icon name="upload" />
            {t('knowledge:addDocuments')}
          </GuardedButton>
        }
      >
        <Content of={list} what={t('knowledge:theDocuments')}>
          {() =>
            documents.length > 0 ? (
              <DocumentTable documents={documents} refusal={mayNotWrite} onDelete={setLeaving} />
            ) : (
              <Empty title={t('knowledge:noDocuments')} icon="book">
                <p>{t(mayNotWrite === undefined ? 'knowledge:noDocumentsHelp' : 'knowledge:whenAdded')}</p>
              </Empty>
            )
          }
        </Content>
        <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
      </KnowledgeFrame>
      {files && <DocumentUpload files={files} onClose={() => setFiles(undefined)} onUploaded={list.reload} />}
      {leaving && <DeleteDocument document={leaving} onClose={() => setLeaving(undefined)} onDeleted={list.reload} />}
    </DropZone>
  );
}
