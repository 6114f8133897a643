import { accentShades } from '@candor/runtime/brand';
import { useApp } from '../app/context.js';
import { Markdown } from './markdown.js';

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
    <section class="mail" aria-label="The mail">
      <dl class="mail-head small">
        <div>
          <dt>Subject</dt>
          <dd class="text">{title.trim() === '' ? <span class="muted">The title</span> : title}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>Each subscriber by itself: nobody sees another’s address</dd>
        </div>
      </dl>
      <div class="mail-body">
        <p class="mail-brand" style={{ borderColor: accent }}>
          {organization}
        </p>
        <h3>{title}</h3>
        {description.trim() === '' ? (
          <p class="muted">What you write appears here.</p>
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
        <p>
          <u>Read it on the trust portal</u>
        </p>
        <hr />
        {shown.intro !== null && <p class="small muted text">{shown.intro}</p>}
        <p class="small muted">
          You get this because you subscribed to updates of {organization}. <u>Preferences</u> · <u>Unsubscribe</u>
        </p>
      </div>
    </section>
  );
}
