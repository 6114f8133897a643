import { useState } from 'preact/hooks';
import type { KnowledgeDocument } from '../api/types.js';
import { useInterval, useLoad } from '../api/use-load.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { Forbidden, GuardedButton, ReadOnlyNote } from '../ui/permission.js';
import { navigate } from '../core/router.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Content } from '../ui/content.js';
import { ago, day } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { PageFrame } from '../ui/page.js';
import { Empty, Failure, Loading, Notice } from '../ui/states.js';
import { t } from '../words/words.js';
import { AffectedAnswers } from './affected-answers.js';
import { PassageList } from './passage-list.js';
import { DeleteDocument } from './delete-document.js';
import { DocumentVersions } from './document-versions.js';
import { DocumentReview } from './document-review.js';
import { DocumentState, isEarly, kindOf } from './document-table.js';
import { useMayNotWrite } from './knowledge-frame.js';
import { VersionDialog } from './version-dialog.js';

const backToDocuments = (): { path: string; name: string } => ({
  path: '/knowledge/documents',
  name: t('knowledge:documents'),
});
const PAGE_SIZE = 50;
const POLL_MS = 2000;

/** One document of the evidence, with the passages that answers cite. */
export default function DocumentPage({ params: { id = '' } }: PageProps) {
  const { api } = useApp();
  const mayNotRead = useRefusal('VIEWER', 'Knowledge: read');
  const document = useLoad((signal) => api.call.getKnowledgeDocument({ path: { document_id: id }, signal }), [id]);
  useInterval(document.reload, POLL_MS, document.data?.should_poll ?? false);
  if (mayNotRead !== undefined) return <Forbidden title={t('knowledge:document')} reason={mayNotRead} />;
  if (document.data) return <Shown document={document.data} onChanged={document.reload} />;
  return (
    <PageFrame title={t('knowledge:document')} back={backToDocuments()}>
      {document.error === undefined ? (
        <Loading what={t('knowledge:theDocument')} />
      ) : (
        <Failure message={document.error} retry={document.reload} />
      )}
    </PageFrame>
  );
}

function Shown({ document, onChanged }: { document: KnowledgeDocument; onChanged(): void }) {
  const mayNotWrite = useMayNotWrite();
  const [deleting, setDeleting] = useState(false);
  const [replacing, setReplacing] = useState(false);
  return (
    <PageFrame
      title={document.name}
      back={backToDocuments()}
      badge={<DocumentState document={document} />}
      subtitle={
        document.version > 1
          ? `${kindOf(document)}, ${t('evidence:version', { version: document.version, ago: ago(document.updated_at) })}`
          : t('knowledge:typeAndAge', { type: kindOf(document), ago: ago(document.created_at) })
      }
      actions={
        <>
          <GuardedButton refusal={mayNotWrite} kind="quiet" onClick={() => setDeleting(true)}>
            {t('knowledge:delete')}
          </GuardedButton>
          <GuardedButton
            refusal={mayNotWrite}
            kind="primary"
            disabled={document.should_poll}
            onClick={() => setReplacing(true)}
          >
            <Icon name="upload" />
            {t('evidence:newVersion')}
          </GuardedButton>
        </>
      }
    >
      <ReadOnlyNote refusal={mayNotWrite} />
      {document.error !== null && <Notice kind="error">{document.error.message}</Notice>}
      {document.warnings.length > 0 && (
        <Notice kind="warning">{document.warnings.map(({ message }) => message).join(' ')}</Notice>
      )}
      {isEarly(document) && (
        <Notice kind="info">{t('evidence:notYet', { day: day((document.effective_at ?? '').slice(0, 10)) })}</Notice>
      )}
      {document.upcoming !== null && (
        <Notice kind="info">
          {t('evidence:upcoming', {
            name: document.upcoming.name,
            day: day(document.upcoming.effective_at.slice(0, 10)),
          })}
        </Notice>
      )}
      {document.status === 'PROCESSING' && <Notice kind="info">{t('knowledge:processing')}</Notice>}
      {document.status === 'READY' && <AffectedAnswers document={document} />}
      {document.status === 'READY' && (
        <DocumentReview document={document} refusal={mayNotWrite} onChanged={onChanged} />
      )}
      {(document.version > 1 || document.upcoming !== null) && (
        <DocumentVersions document={document} refusal={mayNotWrite} onChanged={onChanged} />
      )}
      {document.status === 'READY' && <Passages document={document} />}
      {replacing && <VersionDialog document={document} onClose={() => setReplacing(false)} onReplaced={onChanged} />}
      {deleting && (
        <DeleteDocument
          document={document}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate('/knowledge/documents')}
        />
      )}
    </PageFrame>
  );
}

function Passages({ document: { id, version } }: { document: KnowledgeDocument }) {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const page = pageIn(query);
  const list = useLoad(
    (signal) =>
      api.call.listKnowledgePassages({
        path: { document_id: id },
        query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE },
        signal,
      }),
    [id, version, page],
  );
  return (
    <Content of={list} what={t('knowledge:thePassages')}>
      {({ passages, pagination }) =>
        passages.length > 0 ? (
          <PassageList
            passages={passages}
            total={pagination.total}
            page={page}
            size={PAGE_SIZE}
            onPage={(to) => setQuery({ page: pageParam(to) })}
          />
        ) : (
          <Empty title={t('knowledge:noPassages')} icon="book">
            <p>{t('knowledge:noPassagesHelp')}</p>
          </Empty>
        )
      }
    </Content>
  );
}
