import { useState } from 'preact/hooks';
import type { PortalDocument } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Badge } from '../ui/badges.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { at, bytes, number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { t } from '../words/words.js';
import { AddPortalDocument, EditPortalDocument, NewPortalVersion } from './portal-document-dialogs.js';
import { VISIBILITY_TONES } from './portal-document-words.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';

const PAGE_SIZE = 100;

type Open =
  | { kind: 'add' }
  | { kind: 'edit'; document: PortalDocument }
  | { kind: 'version'; document: PortalDocument }
  | { kind: 'delete'; document: PortalDocument };

/** What the portal hands out. */
export default function DocumentsPage() {
  const mayNotWrite = useMayNotWrite();
  const [open, setOpen] = useState<Open>();
  return (
    <PortalFrame
      title={t('portal:tab.documents')}
      actions={
        <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setOpen({ kind: 'add' })}>
          <Icon name="plus" />
          {t('portal:document.add')}
        </GuardedButton>
      }
    >
      <DocumentList refusal={mayNotWrite} open={open} onOpen={setOpen} />
    </PortalFrame>
  );
}

interface ListProps {
  refusal: string | undefined;
  open: Open | undefined;
  onOpen(open: Open | undefined): void;
}

function DocumentList({ refusal, open, onOpen }: ListProps) {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const page = pageIn(query);
  const list = useLoad(
    (signal) => api.call.listPortalDocuments({ query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [page],
  );
  const close = (): void => onOpen(undefined);
  const columns: readonly Column<PortalDocument>[] = [
    {
      title: t('portal:document.title'),
      heading: true,
      cell: ({ title, category, file_name: file, size }) => (
        <span class="stacked">
          <strong class="text">{title}</strong>
          <span class="small muted text">{[category, file, bytes(size)].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    {
      title: t('portal:document.whoMay'),
      cell: ({ visibility }) => (
        <Badge tone={VISIBILITY_TONES[visibility]}>{t(`portal:document.visibility.${visibility}`)}</Badge>
      ),
    },
    {
      title: t('portal:document.version'),
      cell: ({ version, valid_until: until }) => (
        <span class="stacked small muted">
          <span class="nowrap">{t('portal:document.versionOf', { version: number(version) })}</span>
          {until !== null && <span>{t('portal:document.until', { time: at(until) })}</span>}
        </span>
      ),
    },
    { title: t('portal:document.downloads'), numeric: true, minor: true, cell: ({ downloads }) => number(downloads) },
    {
      title: t('portal:actions'),
      cell: (document) => (
        <span class="row-actions">
          <GuardedButton refusal={refusal} onClick={() => onOpen({ kind: 'edit', document })}>
            {t('portal:document.edit')}
            <span class="hidden"> {document.title}</span>
          </GuardedButton>
          <GuardedButton refusal={refusal} onClick={() => onOpen({ kind: 'version', document })}>
            {t('portal:document.newVersion')}
            <span class="hidden"> {document.title}</span>
          </GuardedButton>
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => onOpen({ kind: 'delete', document })}>
            {t('portal:delete')}
            <span class="hidden"> {document.title}</span>
          </GuardedButton>
        </span>
      ),
    },
  ];
  return (
    <>
      <Content of={list} what={t('portal:what.documents')}>
        {({ documents }) =>
          documents.length > 0 ? (
            <Table caption={t('portal:document.caption')} columns={columns} rows={documents} keyOf={({ id }) => id} />
          ) : (
            <Empty title={t('portal:document.none')} icon="book">
              <p>{t('portal:document.noneHelp')}</p>
            </Empty>
          )
        }
      </Content>
      <Pager
        page={page}
        total={list.data?.pagination.total ?? 0}
        size={PAGE_SIZE}
        onPage={(to) => setQuery({ page: pageParam(to) })}
      />
      {open?.kind === 'add' && <AddPortalDocument onClose={close} onDone={list.reload} />}
      {open?.kind === 'edit' && <EditPortalDocument document={open.document} onClose={close} onDone={list.reload} />}
      {open?.kind === 'version' && <NewPortalVersion document={open.document} onClose={close} onDone={list.reload} />}
      {open?.kind === 'delete' && (
        <Confirm
          title={t('portal:document.deleteTitle', { title: open.document.title })}
          action={t('portal:delete')}
          danger
          work={() => api.call.deletePortalDocument({ path: { portal_document_id: open.document.id } })}
          said={t('portal:document.deleted')}
          onDone={list.reload}
          onClose={close}
        >
          <p>{t('portal:document.deleteHelp')}</p>
        </Confirm>
      )}
    </>
  );
}
