import { useState } from 'preact/hooks';
import type { Subprocessor } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { Badge } from '../ui/badges.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { t } from '../words/words.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';
import { AnnounceDialog, SubprocessorDialog } from './subprocessor-dialogs.js';

type Open = { kind: 'new' } | { kind: 'announce'; changes: number } | { kind: 'edit' | 'remove'; one: Subprocessor };

/** Companies that process customers' data, and what subscribers are told of them. */
export default function SubprocessorsPage() {
  const { api } = useApp();
  const mayNotWrite = useMayNotWrite();
  const [open, setOpen] = useState<Open>();
  const list = useLoad((signal) => api.call.listSubprocessors({ signal }), []);
  const changes = list.data?.subprocessors.filter(({ change }) => change !== null).length ?? 0;
  const close = (): void => setOpen(undefined);
  return (
    <PortalFrame
      title={t('portal:tab.subprocessors')}
      actions={
        <>
          {changes > 0 && (
            <GuardedButton refusal={mayNotWrite} onClick={() => setOpen({ kind: 'announce', changes })}>
              {t('portal:subprocessor.announce')}
            </GuardedButton>
          )}
          <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setOpen({ kind: 'new' })}>
            <Icon name="plus" />
            {t('portal:subprocessor.new')}
          </GuardedButton>
        </>
      }
    >
      <Content of={list} what={t('portal:what.subprocessors')}>
        {({ subprocessors }) =>
          subprocessors.length > 0 ? (
            <List all={subprocessors} refusal={mayNotWrite} onOpen={setOpen} />
          ) : (
            <Empty title={t('portal:subprocessor.none')} icon="megaphone">
              <p>{t('portal:subprocessor.noneHelp')}</p>
            </Empty>
          )
        }
      </Content>
      {open?.kind === 'new' && <SubprocessorDialog one={undefined} onClose={close} onSaved={list.reload} />}
      {open?.kind === 'edit' && <SubprocessorDialog one={open.one} onClose={close} onSaved={list.reload} />}
      {open?.kind === 'announce' && <AnnounceDialog changes={open.changes} onClose={close} onAnnounced={list.reload} />}
      {open?.kind === 'remove' && (
        <Confirm
          title={t('portal:subprocessor.removeTitle', { name: open.one.name })}
          action={t('portal:subprocessor.remove')}
          danger
          work={() => api.call.removeSubprocessor({ path: { subprocessor_id: open.one.id } })}
          said={t('portal:subprocessor.removed', { name: open.one.name })}
          onDone={list.reload}
          onClose={close}
        >
          <p>{t('portal:subprocessor.removeHelp')}</p>
        </Confirm>
      )}
    </PortalFrame>
  );
}

interface ListProps {
  all: Subprocessor[];
  refusal: string | undefined;
  onOpen(open: Open): void;
}

function List({ all, refusal, onOpen }: ListProps) {
  const columns: readonly Column<Subprocessor>[] = [
    { title: t('portal:subprocessor.name'), heading: true, cell: ({ name }) => <strong class="text">{name}</strong> },
    { title: t('portal:subprocessor.purpose'), cell: ({ purpose }) => <span class="text">{purpose}</span> },
    { title: t('portal:subprocessor.data'), minor: true, cell: ({ data }) => <span class="text">{data}</span> },
    { title: t('portal:subprocessor.region'), cell: ({ region }) => region },
    { title: t('portal:subprocessor.since'), minor: true, cell: ({ since }) => since ?? '' },
    {
      title: t('portal:status'),
      cell: ({ change }) =>
        change === null ? (
          <Badge tone="good">{t('portal:subprocessor.announced')}</Badge>
        ) : (
          <Badge tone="attention">{t(`portal:subprocessor.change.${change}`)}</Badge>
        ),
    },
    {
      title: t('portal:actions'),
      cell: (one) =>
        one.change !== 'removed' && (
          <span class="row-actions">
            <GuardedButton refusal={refusal} onClick={() => onOpen({ kind: 'edit', one })}>
              {t('portal:subprocessor.edit')}
              <span class="hidden"> {one.name}</span>
            </GuardedButton>
            <GuardedButton refusal={refusal} kind="quiet" onClick={() => onOpen({ kind: 'remove', one })}>
              {t('portal:subprocessor.remove')}
              <span class="hidden"> {one.name}</span>
            </GuardedButton>
          </span>
        ),
    },
  ];
  return <Table caption={t('portal:subprocessor.caption')} columns={columns} rows={all} keyOf={({ id }) => id} />;
}
