import { useEffect, useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { Category, Update } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { guardLeaving, hrefOf, navigate } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { CategoryChoice } from './category-choice.js';
import { MailPreview } from './mail-preview.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';
import { hereZone, instantOf, localInput } from './update-words.js';
import { t } from '../words/words.js';

/** Writes an update, or changes it, with the mail beside. Saving sends nothing. */
export default function UpdateFormPage({ params: { id } }: PageProps) {
  const title = id === undefined ? t('portal:update.new') : t('portal:form.edit');
  const back =
    id === undefined
      ? { path: '/trust-portal/updates', name: t('portal:tab.updates') }
      : { path: `/trust-portal/updates/${id}`, name: t('portal:form.theUpdate') };
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
    <Content of={loaded} what={t('portal:what.form')}>
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
    return guardLeaving(() => window.confirm(t('portal:form.leave')));
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
    notify(draft ? t('portal:form.savedDraft') : t('portal:form.saved'));
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
              label={t('portal:form.title')}
              help={t('portal:form.titleHelp')}
              required
              value={title}
              error={fieldWords(task.failure, 'title')}
              onInput={typed(setTitle)}
            />
          </div>
          <div class="whole">
            <TextField
              label={t('portal:form.text')}
              help={t('portal:form.textHelp')}
              required
              rows={10}
              value={description}
              error={fieldWords(task.failure, 'description')}
              onInput={typed(setDescription)}
            />
          </div>
          <div class="whole">
            <TextField
              label={t('portal:form.date')}
              help={t('portal:form.dateHelp')}
              type="datetime-local"
              value={date}
              error={fieldWords(task.failure, 'update_date')}
              onInput={typed(setDate)}
            />
          </div>
          <TextField
            label={t('portal:form.link')}
            type="url"
            placeholder="https://"
            value={link}
            error={fieldWords(task.failure, 'link')}
            onInput={typed(setLink)}
          />
          <TextField
            label={t('portal:form.linkText')}
            value={linkText}
            error={fieldWords(task.failure, 'link_text')}
            onInput={typed(setLinkText)}
          />
          <div class="whole">
            <CategoryChoice
              legend={t('portal:tab.categories')}
              help={t('portal:form.categoriesHelp')}
              categories={categories}
              chosen={topics}
              onChange={typed(setTopics)}
            />
          </div>
        </fieldset>
        {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
        <p class="muted small">{isDraft ? t('portal:form.publishHelp') : t('portal:form.saveHelp')}</p>
        <div class="row-actions">
          <Button kind="primary" type="submit" busy={task.busy} disabled={mayNotWrite !== undefined}>
            {isDraft ? t('portal:form.publish') : t('portal:form.save')}
          </Button>
          {isDraft && (
            <Button busy={task.busy} disabled={mayNotWrite !== undefined} onClick={() => void save(true)}>
              {t('portal:form.saveDraft')}
            </Button>
          )}
          <a
            class="button quiet"
            href={hrefOf(update ? `/trust-portal/updates/${update.id}` : '/trust-portal/updates')}
          >
            {t('ui:cancel')}
          </a>
        </div>
      </form>
      <div class="section">
        <h2>{t('portal:email.preview')}</h2>
        <MailPreview title={title} description={description} link={link} linkText={linkText} />
      </div>
    </div>
  );
}
