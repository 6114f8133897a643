import { useEffect, useState } from 'preact/hooks';
import type { PortalProfile } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { guardLeaving, hrefOf } from '../core/router.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Choices } from '../ui/choices.js';
import { Content } from '../ui/content.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { When } from '../ui/when.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';
import { DomainProof } from './domain-proof.js';
import { LinkFields } from './link-fields.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';

const SECTIONS = ['updates', 'documents', 'faq', 'ask', 'subprocessors'] as const;

/** What the front page of the portal shows: a draft, its preview, and its publishing. */
export default function FrontPage() {
  const { api } = useApp();
  const profile = useLoad((signal) => api.call.getTrustPortalProfile({ signal }), []);
  return (
    <PortalFrame title={t('portal:frontPage.title')}>
      <p class="muted">
        {rich(t('portal:frontPage.lead'), {
          link: (words) => <a href={hrefOf('/settings/organizations')}>{words}</a>,
        })}
      </p>
      <Content of={profile} what={t('portal:what.page')}>
        {(shown) => (
          <>
            <PageForm key={shown.updated_at} profile={shown} onSaved={profile.reload} />
            <DomainProof profile={shown} onChecked={profile.reload} />
          </>
        )}
      </Content>
    </PortalFrame>
  );
}

function PageForm({ profile, onSaved }: { profile: PortalProfile; onSaved(): void }) {
  const { api } = useApp();
  const mayNotWrite = useMayNotWrite();
  const [about, setAbout] = useState(profile.draft.about);
  const [contact, setContact] = useState(profile.draft.contact_email ?? '');
  const [links, setLinks] = useState(profile.draft.links);
  const [sections, setSections] = useState(profile.draft.sections);
  const [domain, setDomain] = useState(profile.domain ?? '');
  const [changed, setChanged] = useState(false);
  const task = useTask();
  useEffect(() => {
    if (!changed) return undefined;
    return guardLeaving(() => window.confirm(t('portal:frontPage.leave')));
  }, [changed]);
  const typed =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setChanged(true);
    };
  const wrong = (field: string): string | undefined => fieldWords(task.failure, field);
  const run = async (publish: boolean): Promise<void> => {
    const done = await task.run(async () => {
      await api.call.editTrustPortalProfile({
        body: {
          about,
          links,
          sections,
          contact_email: contact.trim() || null,
          domain: domain.trim() || null,
        },
      });
      if (publish) await api.call.publishTrustPortalProfile();
    });
    if (!done) return;
    notify(publish ? t('portal:frontPage.wasPublished') : t('portal:frontPage.saved'));
    setChanged(false);
    onSaved();
  };
  const path = profile.preview_path;
  return (
    <form class="card" onSubmit={submitting(() => void run(false))}>
      <Published profile={profile} />
      <fieldset class="fields bare" disabled={mayNotWrite !== undefined}>
        <div class="whole">
          <TextField
            label={t('portal:frontPage.about')}
            help={t('portal:frontPage.aboutHelp')}
            rows={8}
            value={about}
            error={wrong('about')}
            onInput={typed(setAbout)}
          />
        </div>
        <TextField
          label={t('portal:frontPage.contact')}
          help={t('portal:frontPage.contactHelp')}
          type="email"
          value={contact}
          error={wrong('contact_email')}
          onInput={typed(setContact)}
        />
        <TextField
          label={t('portal:frontPage.domain')}
          help={t('portal:frontPage.domainHelp')}
          value={domain}
          error={wrong('domain')}
          onInput={typed(setDomain)}
        />
        <div class="whole">
          <LinkFields links={links} wrong={wrong} onChange={typed(setLinks)} />
        </div>
        <div class="whole">
          <Choices
            legend={t('portal:frontPage.sections')}
            help={<p class="field-help">{t('portal:frontPage.sectionsHelp')}</p>}
            items={SECTIONS.map((id) => ({ id, name: t(`portal:frontPage.section.${id}`) }))}
            chosen={sections}
            onChange={typed(setSections)}
          />
        </div>
      </fieldset>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
      <div class="row-actions">
        <Button kind="primary" busy={task.busy} disabled={mayNotWrite !== undefined} onClick={() => void run(true)}>
          {t('portal:frontPage.publish')}
        </Button>
        <Button type="submit" busy={task.busy} disabled={mayNotWrite !== undefined}>
          {t('portal:frontPage.save')}
        </Button>
        {path !== null && (
          <a class="button quiet" href={path} target="_blank" rel="noopener">
            {t('portal:frontPage.preview')}
          </a>
        )}
        {path !== null && (
          <a class="button quiet" href={path.replace(/\?.*$/, '')} target="_blank" rel="noopener">
            {t('portal:frontPage.visit')}
          </a>
        )}
      </div>
    </form>
  );
}

/** Since when visitors see what, and whether the draft says something else. */
function Published({ profile }: { profile: PortalProfile }) {
  const { published, published_at: at, draft } = profile;
  if (published === null || at === null) return <Notice kind="info">{t('portal:frontPage.neverPublished')}</Notice>;
  const differs = JSON.stringify(published) !== JSON.stringify(draft);
  return (
    <p class="row-actions">
      <span>{rich(t('portal:frontPage.publishedAt'), { when: () => <When time={at} /> })}</span>
      {differs && <Badge tone="attention">{t('portal:frontPage.differs')}</Badge>}
    </p>
  );
}
