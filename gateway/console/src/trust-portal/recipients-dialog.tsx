import { useState } from 'preact/hooks';
import type { Recipients, Update } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { Dialog } from '../ui/dialog.js';
import { Pager } from '../ui/pager.js';
import { Table, type Column } from '../ui/table.js';
import { reasonName } from './update-words.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 50;

const columns = (): Column<Recipients['recipients'][number]>[] => [
  { title: t('portal:address'), heading: true, cell: ({ email }) => <span class="text">{email}</span> },
  {
    title: t('portal:recipients.receives'),
    cell: (recipient) =>
      recipient.receives ? (
        <Badge tone="good">{t('portal:recipients.yes')}</Badge>
      ) : (
        <span class="muted">
          <Badge tone="neutral">{t('portal:recipients.no')}</Badge> {reasonName(recipient.reason ?? '')}
        </span>
      ),
  },
];

/** Who would get the mail now, and why others would not. */
export function RecipientsDialog({ update, onClose }: { update: Update; onClose(): void }) {
  const { api } = useApp();
  const [page, setPage] = useState(0);
  const list = useLoad(
    (signal) =>
      api.call.listTrustPortalRecipients({
        path: { update_id: update.id },
        query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE },
        signal,
      }),
    [page],
  );
  return (
    <Dialog
      title={t('portal:recipients.title')}
      wide
      plain
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('ui:close')}</Button>}
    >
      <Content of={list} what={t('portal:what.recipients')}>
        {({ recipients, receiving, pagination }) => (
          <>
            <p>
              {rich(t('portal:recipients.receiving', { receiving, count: pagination.total }), {
                strong: (words) => <strong>{words}</strong>,
              })}
            </p>
            <Table
              caption={t('portal:recipients.caption')}
              columns={columns()}
              rows={recipients}
              keyOf={({ subscriber_id: id }) => id}
            />
            <Pager page={page} total={pagination.total} size={PAGE_SIZE} onPage={setPage} />
          </>
        )}
      </Content>
    </Dialog>
  );
}
