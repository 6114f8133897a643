import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { Category } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { GuardedButton } from '../app/permission.js';
import { hrefOf } from '../app/router.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { ago, count } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { notify } from '../ui/toast.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';

type Open = { kind: 'new' } | { kind: 'rename'; category: Category } | { kind: 'delete'; category: Category };

/** The topics that subscribers choose from. */
export default function CategoriesPage() {
  const mayNotWrite = useMayNotWrite();
  const [open, setOpen] = useState<Open>();
  return (
    <PortalFrame
      title="Categories"
      actions={
        <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setOpen({ kind: 'new' })}>
          <Icon name="plus" />
          New category
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
    { title: 'Category', heading: true, cell: ({ name }) => <strong class="text">{name}</strong> },
    {
      title: 'Updates',
      numeric: true,
      cell: ({ id, update_count: updates }) => (
        <a href={hrefOf(`/trust-portal/updates?archived=all&category=${id}`)}>{count(updates, 'update')}</a>
      ),
    },
    {
      title: 'Created',
      minor: true,
      numeric: true,
      cell: ({ created_at: created }) => <span class="muted nowrap">{ago(created)}</span>,
    },
    {
      title: 'What to do',
      cell: (category) => (
        <span class="row-actions">
          <GuardedButton refusal={refusal} onClick={() => onOpen({ kind: 'rename', category })}>
            Rename<span class="hidden"> {category.name}</span>
          </GuardedButton>
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => onOpen({ kind: 'delete', category })}>
            Delete<span class="hidden"> {category.name}</span>
          </GuardedButton>
        </span>
      ),
    },
  ];
  return (
    <>
      <Content of={list} what="the categories">
        {({ categories }) =>
          categories.length > 0 ? (
            <Table caption="Categories by name" columns={columns} rows={categories} keyOf={({ id }) => id} />
          ) : (
            <Empty title="No categories yet" icon="megaphone">
              <p>
                With categories, subscribers choose what they hear of: certifications, incidents, subprocessors. Without
                any, everybody hears of every update.
              </p>
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
    notify(category ? 'Renamed.' : 'Created.');
    onSaved();
    onClose();
  };
  const wrong = task.failure === undefined ? undefined : (fieldWords(task.failure, 'name') ?? wordsOf(task.failure));
  return (
    <FormDialog
      title={category ? 'Rename the category' : 'New category'}
      action={category ? 'Rename' : 'Create'}
      task={task}
      told
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField label="Name" help="Subscribers read it" required value={name} error={wrong} onInput={setName} />
    </FormDialog>
  );
}

function DeleteCategory({ category, onClose, onDeleted }: { category: Category; onClose(): void; onDeleted(): void }) {
  const { api } = useApp();
  return (
    <Confirm
      title={`Delete “${category.name}”?`}
      action="Delete"
      danger
      work={() => api.call.deleteTrustPortalCategory({ path: { category_id: category.id } })}
      said={`“${category.name}” deleted.`}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>
        {count(category.update_count, 'update loses', 'updates lose')} it, and so do the subscribers who chose it. Who
        chose nothing else hears of no update any more. This cannot be undone.
      </p>
    </Confirm>
  );
}
