import { useState } from 'preact/hooks';
import type { Recipients, Update } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { Dialog } from '../ui/dialog.js';
import { number } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Table, type Column } from '../ui/table.js';
import { reasonOf } from './update-words.js';

const PAGE_SIZE = 50;

const COLUMNS: readonly Column<Recipients['recipients'][number]>[] = [
  { title: 'Address', heading: true, cell: ({ email }) => <span class="text">{email}</span> },
  {
    title: 'Gets the mail',
    cell: (recipient) =>
      recipient.receives ? (
        <Badge tone="good">Yes</Badge>
      ) : (
        <span class="muted">
          <Badge tone="neutral">No</Badge> {reasonOf(recipient)}
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
      title="Who would get it now"
      wide
      plain
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Content of={list} what="the recipients">
        {({ recipients, receiving, pagination }) => (
          <>
            <p>
              <strong>{number(receiving)}</strong> of {number(pagination.total)} subscribers.
            </p>
            <Table caption="Subscribers" columns={COLUMNS} rows={recipients} keyOf={({ subscriber_id: id }) => id} />
            <Pager page={page} total={pagination.total} size={PAGE_SIZE} onPage={setPage} />
          </>
        )}
      </Content>
    </Dialog>
  );
}
