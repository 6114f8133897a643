import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Empty, Failure, Loading } from '../ui/states.js';
import type { PageProps } from '../core/page-props.js';
import type { Area, Page } from './areas.js';
import { hrefOf, matchPath, navigate, usePlace } from '../core/router.js';
import { t } from '../words/words.js';

/** Pages that have been loaded. */
const loaded = new Map<Page, ComponentType<PageProps>>();

/** Shows the page that the address names. */
export function Outlet({ areas }: { areas: readonly Area[] }) {
  const { path } = usePlace();
  const home = areas[0]?.path;
  useEffect(() => {
    if (path === '/' && home !== undefined) navigate(home, { replace: true });
  }, [path, home]);

  for (const page of areas.flatMap((area) => area.pages)) {
    const params = matchPath(page.path, path);
    // Of another thing it is another page: nothing of the one before stays.
    if (params) return <Loader key={`${page.path} ${JSON.stringify(params)}`} page={page} params={params} />;
  }
  if (path === '/' && home !== undefined) return null;
  return (
    <Empty title={t('noSuchPage')} icon="search">
      <p>
        {t('noSuchPageHelp')} <a href={hrefOf('/')}>{t('goToStart')}</a>
      </p>
    </Empty>
  );
}

function Loader({ page, params }: { page: Page; params: Record<string, string> }) {
  const [error, setError] = useState('');
  const [round, setRound] = useState(0);
  const [Shown, show] = useState(() => loaded.get(page));
  useEffect(() => {
    if (loaded.has(page)) return;
    setError('');
    page.load().then(
      ({ default: component }) => {
        loaded.set(page, component);
        show(() => component);
      },
      () => setError(t('pageNotLoaded')),
    );
  }, [page, round]);
  if (Shown) return <Shown params={params} />;
  if (error !== '') return <Failure message={error} retry={() => setRound(round + 1)} />;
  return <Loading what={t('thePage')} />;
}
