import { useEffect, useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { Category, Update } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import type { PageProps } from '../app/areas.js';
import { useApp } from '../app/context.js';
import { guardLeaving, hrefOf, navigate } from '../app/router.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { CategoryChoice } from './category-choice.js';
import { MailPreview } from './mail-preview.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';
import { hereZone, instantOf, localInput } from './update-words.js';

/** Writes an update, or changes it, with the mail beside. Saving sends nothing. */
export default function UpdateFormPage({ params: { id } }: PageProps) {
  const title = id === undefined ? 'New update' : 'Edit the update';
  const back =
    id === undefined
      ? { path: '/trust-portal/updates', name: 'Updates' }
      : { path: `/trust-portal/updates/${id}`, name: 'The update' };
  return (
    <PortalFrame title={title} back={back}>
      <Loader id={id} />
    </PortalFrame>
  );
}

function Loader({ id }: { id: string | undefined }) {
  const { api } = useApp();
  const loaded = useLoad(
    async (signal) => {
      const [{ categories }, update] = await Promise.all([
        api.call.listTrustPortalCategories({ signal }),
        id === undefined ? undefined : api.call.getTrustPortalUpdate({ path: { update_id: id }, signal }),
      ]);
      return { categories, update };
    },
    [id],
  );
  return (
    <Content of={loaded} what="the form">
      {({ categories, update }) => <UpdateForm update={update} categories={categories} />}
    </Content>
  );
}

function UpdateForm({ update, categories }: { update: Update | undefined; categories: readonly Category[] }) {
  const { api } = useApp();
  const mayNotWrite = useMayNotWrite();
  const [title, setTitle] = useState(update?.title ?? '');
  const [description, setDescription] = useState(update?.description ?? '');
  const [date, setDate] = useState(localInput(update?.update_date ?? Date.now()));
  const [link, setLink] = useState(update?.link ?? '');
  const [linkText, setLinkText] = useState(update?.link_text ?? '');
  const [topics, setTopics] = useState<readonly string[]>(update?.category_ids ?? []);
  const [changed, setChanged] = useState(false);
  const task = useTask();
  // What is on the portal already stays there.
  const isDraft = update?.draft ?? true;
  useEffect(() => {
    if (!changed) return undefined;
    return guardLeaving(() => window.confirm('What you wrote is not saved. Leave it?'));
  }, [changed]);
  const typed =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setChanged(true);
    };

  const save = async (draft: boolean): Promise<void> => {
    const when = instantOf(date);
    const fields = {
      title,
      description,
      // Unchanged to the minute it stays as it was, with its seconds.
      ...(when === undefined || (update && date === localInput(update.update_date)) ? {} : { update_date: when }),
      link: link.trim() || null,
      link_text: linkText.trim() || null,
      category_ids: [...topics],
    };
    let saved: Update | undefined;
    const done = await task.run(async () => {
      saved = update
        ? await api.call.editTrustPortalUpdate({
            path: { update_id: update.id },
            body: { ...fields, ...(draft === update.draft ? {} : { draft }) },
          })
        : await api.call.createTrustPortalUpdate({
            body: { ...fields, draft, timezone: hereZone(), schedule_disabled: true },
          });
    });
    if (!done || !saved) return;
    notify(draft ? 'Saved as a draft. Nobody sees it yet.' : 'Saved. Nobody has been notified yet.');
    // Before the page goes: nothing is lost any more.
    guardLeaving(() => true)();
    navigate(`/trust-portal/updates/${saved.id}`);
  };

  return (
    <div class="columns">
      <form class="card" onSubmit={submitting(() => void save(false))}>
        <fieldset class="fields bare" disabled={mayNotWrite !== undefined}>
          <div class="whole">
            <TextField
              label="Title"
              help="Also the subject of the mail"
              required
              value={title}
              error={fieldWords(task.failure, 'title')}
              onInput={typed(setTitle)}
            />
          </div>
          <div class="whole">
            <TextField
              label="Text"
              help="Markdown: **bold**, *italic*, lists with -, [links](https://…)"
              required
              rows={10}
              value={description}
              error={fieldWords(task.failure, 'description')}
              onInput={typed(setDescription)}
            />
          </div>
          <div class="whole">
            <TextField
              label="Date"
              help="In the future, the update appears on the portal then"
              type="datetime-local"
              value={date}
              error={fieldWords(task.failure, 'update_date')}
              onInput={typed(setDate)}
            />
          </div>
          <TextField
            label="Link (optional)"
            type="url"
            placeholder="https://"
            value={link}
            error={fieldWords(task.failure, 'link')}
            onInput={typed(setLink)}
          />
          <TextField
            label="Words of the link (optional)"
            value={linkText}
            error={fieldWords(task.failure, 'link_text')}
            onInput={typed(setLinkText)}
          />
          <div class="whole">
            <CategoryChoice
              legend="Categories"
              help="Only subscribers of one of them hear of it; without any, all do."
              categories={categories}
              chosen={topics}
              onChange={typed(setTopics)}
            />
          </div>
        </fieldset>
        {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
        <p class="muted small">
          {isDraft
            ? 'Publishing puts it on the portal and mails nobody. Sending comes next, with the number of recipients.'
            : 'Saving changes it on the portal and mails nobody.'}
        </p>
        <div class="row-actions">
          <Button kind="primary" type="submit" busy={task.busy} disabled={mayNotWrite !== undefined}>
            {isDraft ? 'Publish and go on' : 'Save'}
          </Button>
          {isDraft && (
            <Button busy={task.busy} disabled={mayNotWrite !== undefined} onClick={() => void save(true)}>
              Save as a draft
            </Button>
          )}
          <a
            class="button quiet"
            href={hrefOf(update ? `/trust-portal/updates/${update.id}` : '/trust-portal/updates')}
          >
            Cancel
          </a>
        </div>
      </form>
      <div class="section">
        <h2>Preview of the mail</h2>
        <MailPreview title={title} description={description} link={link} linkText={linkText} />
      </div>
    </div>
  );
}
