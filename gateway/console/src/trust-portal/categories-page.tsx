import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { Category } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf } from '../core/router.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { ago } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { notify } from '../ui/toast.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';
import { t } from '../words/words.js';

type Open = { kind: 'new' } | { kind: 'rename'; category: Category } | { kind: 'delete'; category: Category };

/** The topics that subscribers choose from. */
export default function CategoriesPage() {
  const mayNotWrite = useMayNotWrite();
  const [open, setOpen] = useState<Open>();
  return (
    <PortalFrame
      title={t('portal:tab.categories')}
      actions={
        <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setOpen({ kind: 'new' })}>
          <Icon name="plus" />
          {t('portal:category.new')}
        </GuardedButton>
      }
    >
      <CategoryList refusal={mayNotWrite} open={open} onOpen={setOpen} />
    </PortalFrame>
  );
}

interface ListProps {
  refusal: string | undefined;
  open: Open | undefined;
  onOpen(open: Open | undefined): void;
}

function CategoryList({ refusal, open, onOpen }: ListProps) {
  const { api } = useApp();
  const list = useLoad((signal) => api.call.listTrustPortalCategories({ signal }), []);
  const columns: readonly Column<Category>[] = [
    { title: t('portal:category.name'), heading: true, cell: ({ name }) => <strong class="text">{name}</strong> },
    {
      title: t('portal:tab.updates'),
      numeric: true,
      cell: ({ id, update_count: updates }) => (
        <a href={hrefOf(`/trust-portal/updates?archived=all&category=${id}`)}>
          {t('portal:category.updates', { count: updates })}
        </a>
      ),
    },
    {
      title: t('portal:created'),
      minor: true,
      numeric: true,
      cell: ({ created_at: created }) => <span class="muted nowrap">{ago(created)}</span>,
    },
    {
      title: t('portal:actions'),
      cell: (category) => (
        <span class="row-actions">
          <GuardedButton refusal={refusal} onClick={() => onOpen({ kind: 'rename', category })}>
            {t('portal:category.rename')}
            <span class="hidden"> {category.name}</span>
          </GuardedButton>
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => onOpen({ kind: 'delete', category })}>
            {t('portal:delete')}
            <span class="hidden"> {category.name}</span>
          </GuardedButton>
        </span>
      ),
    },
  ];
  return (
    <>
      <Content of={list} what={t('portal:what.categories')}>
        {({ categories }) =>
          categories.length > 0 ? (
            <Table caption={t('portal:category.caption')} columns={columns} rows={categories} keyOf={({ id }) => id} />
          ) : (
            <Empty title={t('portal:category.none')} icon="megaphone">
              <p>{t('portal:category.noneHelp')}</p>
            </Empty>
          )
        }
      </Content>
      {open && open.kind !== 'delete' && (
        <NameDialog
          category={open.kind === 'rename' ? open.category : undefined}
          onClose={() => onOpen(undefined)}
          onSaved={list.reload}
        />
      )}
      {open?.kind === 'delete' && (
        <DeleteCategory category={open.category} onClose={() => onOpen(undefined)} onDeleted={list.reload} />
      )}
    </>
  );
}

interface NameProps {
  /** Undefined: a new one. */
  category: Category | undefined;
  onClose(): void;
  onSaved(): void;
}

function NameDialog({ category, onClose, onSaved }: NameProps) {
  const { api } = useApp();
  const [name, setName] = useState(category?.name ?? '');
  const task = useTask();
  const save = async (): Promise<void> => {
    const body = { name };
    const done = await task.run(() =>
      category
        ? api.call.renameTrustPortalCategory({ path: { category_id: category.id }, body })
        : api.call.createTrustPortalCategory({ body }),
    );
    if (!done) return;
    notify(category ? t('portal:category.renamed') : t('portal:category.wasCreated'));
    onSaved();
    onClose();
  };
  const wrong = task.failure === undefined ? undefined : (fieldWords(task.failure, 'name') ?? wordsOf(task.failure));
  return (
    <FormDialog
      title={category ? t('portal:category.renameTitle') : t('portal:category.new')}
      action={category ? t('portal:category.rename') : t('portal:category.create')}
      task={task}
      told
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('portal:category.nameField')}
        help={t('portal:category.nameHelp')}
        required
        value={name}
        error={wrong}
        onInput={setName}
      />
    </FormDialog>
  );
}

function DeleteCategory({ category, onClose, onDeleted }: { category: Category; onClose(): void; onDeleted(): void }) {
  const { api } = useApp();
  return (
    <Confirm
      title={t('portal:category.deleteTitle', { name: category.name })}
      action={t('portal:delete')}
      danger
      work={() => api.call.deleteTrustPortalCategory({ path: { category_id: category.id } })}
      said={t('portal:category.deleted', { name: category.name })}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{t('portal:category.deleteHelp', { count: category.update_count })}</p>
    </Confirm>
  );
}
