import type { Notification } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { PageFrame } from '../ui/page.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { PreferencesForm } from './preferences-form.js';
import { useTold } from './told.js';

const MOST = 20;

/** What the person was told last, and how they want to be told. */
export default function NotificationsPage() {
  const { api } = useApp();
  const { told, mark, markAll } = useTold(MOST);
  const chosen = useLoad((signal) => api.call.getNotificationPreferences({ signal }), []);
  const columns: readonly Column<Notification>[] = [
    {
      title: t('notifications:about'),
      heading: true,
      cell: ({ id, subject, path, text, read_at: readAt }) => (
        <span class="item-name">
          <a href={path} onClick={() => void mark({ ids: [id] })}>
            {readAt === null ? <strong>{subject.title}</strong> : subject.title}
            {readAt === null && <span class="hidden"> ({t('notifications:isUnread')})</span>}
          </a>
          {text !== null && <span class="muted small text">{text}</span>}
        </span>
      ),
    },
    {
      title: t('notifications:happened'),
      named: true,
      cell: ({ kind, actor }) => (
        <span>
          {t(`notifications:kind.${kind}`)}
          {actor !== null && <span class="muted"> · {actor.name}</span>}
        </span>
      ),
    },
    { title: t('notifications:when'), named: true, cell: ({ created_at: time }) => <When time={time} /> },
  ];
  return (
    <PageFrame
      title={t('notifications:title')}
      actions={
        (told.data?.unread ?? 0) > 0 && <Button onClick={() => void markAll()}>{t('notifications:readAll')}</Button>
      }
    >
      <Content of={told} what={t('notifications:what')}>
        {({ notifications }) =>
          notifications.length === 0 ? (
            <Empty title={t('notifications:none')} icon="bell">
              <p>{t('notifications:noneHelp')}</p>
            </Empty>
          ) : (
            <section class="section">
              <h2>{t('notifications:last')}</h2>
              <Table caption={t('notifications:last')} columns={columns} rows={notifications} keyOf={({ id }) => id} />
            </section>
          )
        }
      </Content>
      <Content of={chosen} what={t('notifications:what')}>
        {(preferences) => <PreferencesForm preferences={preferences} onSaved={chosen.set} />}
      </Content>
    </PageFrame>
  );
}
