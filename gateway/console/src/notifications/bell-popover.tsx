import { hrefOf } from '../core/router.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { Dialog } from '../ui/dialog.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { useTold } from './told.js';

/** So many fit without scrolling. */
const MOST = 6;

/** The last notifications beside the bell. It closes by Escape, the cross, a click beside it, or by going somewhere. */
export function BellPopover({ onClose }: { onClose(): void }) {
  const { told, mark, markAll } = useTold(MOST);
  const unread = told.data?.unread ?? 0;
  const actions = (
    <>
      <a class="button quiet" href={hrefOf('/notifications')} onClick={onClose}>
        {t('notifications:seeAll')}
      </a>
      <Button disabled={unread === 0} onClick={() => void markAll()}>
        {t('notifications:readAll')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('notifications:title')} beside plain onClose={onClose} actions={actions}>
      <Content of={told} what={t('notifications:what')}>
        {({ notifications }) => (
          <>
            <p class="muted small" role="status">
              {unread === 0 ? t('notifications:allRead') : t('notifications:unread', { count: unread })}
            </p>
            {notifications.length === 0 && <p>{t('notifications:noneHelp')}</p>}
            <ul class="told">
              {notifications.map(({ id, kind, actor, subject, path, read_at: readAt, created_at: time }) => (
                <li key={id}>
                  <a
                    href={path}
                    onClick={() => {
                      void mark({ ids: [id] });
                      onClose();
                    }}
                  >
                    {readAt === null ? <strong>{subject.title}</strong> : subject.title}
                    {readAt === null && <span class="hidden"> ({t('notifications:isUnread')})</span>}
                  </a>
                  <span class="muted small">
                    {t(`notifications:kind.${kind}`)}
                    {actor !== null && ` · ${actor.name}`} · <When time={time} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Content>
    </Dialog>
  );
}
