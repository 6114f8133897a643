import { accentShades } from '@candor/runtime/brand';
import { useApp } from '../core/context.js';
import { MAIL } from './mail-words.js';
import { Markdown } from './markdown.js';
import { t } from '../words/words.js';

interface Props {
  title: string;
  /** Markdown. */
  description: string;
  link: string;
  linkText: string;
}

/** The mail as a subscriber will see it. */
export function MailPreview({ title, description, link, linkText }: Props) {
  const { organizations, session } = useApp();
  const shown = organizations.find(({ id }) => id === session.organization_id) ?? session.organization;
  const organization = shown.name;
  const [accent] = accentShades(shown.accent_color ?? undefined)['accent'] ?? [];
  const isLink = /^https?:\/\//i.test(link.trim());
  return (
    <section class="mail" aria-label={t('portal:email.title')}>
      <dl class="mail-head small">
        <div>
          <dt>{t('portal:email.subject')}</dt>
          <dd class="text">
            {title.trim() === '' ? <span class="muted">{t('portal:email.subjectHelp')}</span> : title}
          </dd>
        </div>
        <div>
          <dt>{t('portal:email.to')}</dt>
          <dd>{t('portal:email.toHelp')}</dd>
        </div>
      </dl>
      <div class="mail-body">
        <p class="mail-brand" style={{ borderColor: accent }}>
          {organization}
        </p>
        <h3>{title}</h3>
        {description.trim() === '' ? (
          <p class="muted">{t('portal:email.textHelp')}</p>
        ) : (
          <Markdown text={description} />
        )}
        {isLink && (
          <p>
            <a href={link.trim()} target="_blank" rel="noopener noreferrer">
              {linkText.trim() || link.trim()}
            </a>
          </p>
        )}
        <p lang="en">
          <u>{MAIL.onPortal}</u>
        </p>
        <hr />
        {shown.intro !== null && <p class="small muted text">{shown.intro}</p>}
        <p class="small muted" lang="en">
          {MAIL.why(organization)} <u>{MAIL.preferences}</u> · <u>{MAIL.unsubscribe}</u>
        </p>
      </div>
    </section>
  );
}
