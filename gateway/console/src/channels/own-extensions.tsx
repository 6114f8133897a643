import { useState } from 'preact/hooks';
import type { ApiKey } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { day } from '../ui/format.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';

/** Browser extensions that act for the person who is signed in, each to be ended from here. */
export function OwnExtensions() {
  const { api } = useApp();
  const [open, setOpen] = useState<ApiKey>();
  const list = useLoad(async (signal) => (await api.call.listExtensions({ signal })).extensions, [api]);
  const columns: readonly Column<ApiKey>[] = [
    {
      title: t('channels:extension.one'),
      heading: true,
      cell: ({ name, prefix }) => (
        <span class="item-name">
          <strong>{name}</strong>
          <span class="muted small">{t('channels:extension.keyBegins', { prefix })}</span>
        </span>
      ),
    },
    { title: t('channels:since'), cell: ({ created_at: at }) => <When time={at} /> },
    {
      title: t('channels:extension.until'),
      minor: true,
      cell: ({ expires_at: until }) => until !== null && <span class="nowrap">{day(until.slice(0, 10))}</span>,
    },
    {
      title: t('settings:actions'),
      cell: (one) => (
        <Button onClick={() => setOpen(one)}>
          {t('channels:disconnect')}
          <span class="hidden"> {one.prefix}</span>
        </Button>
      ),
    },
  ];
  return (
    <section class="section" aria-labelledby="extensions-title">
      <h2 id="extensions-title">{t('channels:extension.mine')}</h2>
      <p class="muted">{t('channels:extension.mineHelp')}</p>
      <Content of={list} what={t('channels:extension.what')}>
        {(all) =>
          all.length === 0 ? (
            <p class="muted">{t('channels:extension.noneOfMine')}</p>
          ) : (
            <Table caption={t('channels:extension.mine')} columns={columns} rows={all} keyOf={({ id }) => id} />
          )
        }
      </Content>
      {open && (
        <Confirm
          title={t('channels:extension.disconnectTitle', { name: open.name })}
          action={t('channels:disconnect')}
          danger
          work={() => api.call.endExtension({ path: { extension_id: open.id } })}
          said={t('channels:extension.disconnected', { name: open.name })}
          onDone={list.reload}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('channels:extension.disconnectHelp')}</p>
        </Confirm>
      )}
    </section>
  );
}
