import type { IconName } from '../ui/icon.js';
import type { Session } from '../api/types.js';
import { t } from '../words/words.js';
import { AREAS } from './areas.js';
import { isWithin } from '../core/paths.js';

type PortalTab = 'page' | 'documents' | 'requests' | 'activity' | 'nda' | 'faq' | 'subprocessors';

interface PalettePage {
  /** As in `areas.ts`. */
  path: string;
  name: string;
  icon: IconName;
}

/** The pages that can be gone to from anywhere, in the order of the navigation; without the areas that the key does not see. */
export function palettePages(session: Session): PalettePage[] {
  const hidden = AREAS.filter((area) => area.visible?.(session) === false);
  const own: PalettePage[] = session.sign_in
    ? [{ path: '/settings/account', icon: 'cog', name: t('account:title') }]
    : [];
  return [...allPages(), ...own].filter(({ path }) => !hidden.some((area) => isWithin(path, area.path)));
}

const PORTAL_TABS: readonly PortalTab[] = ['page', 'documents', 'requests', 'activity', 'nda', 'faq', 'subprocessors'];

/** The portal's pages bear its name, as knowledge has a page of documents too. */
const portalPages = (): PalettePage[] =>
  PORTAL_TABS.map((tab) => ({
    path: `/trust-portal/${tab}`,
    icon: 'megaphone',
    name: t('panel:palette.portalPage', { page: t(`portal:tab.${tab}`) }),
  }));

const allPages = (): PalettePage[] => [
  { path: '/', icon: 'home', name: t('area.home') },
  { path: '/questionnaires', icon: 'sheet', name: t('panel:palette.pages.questionnaires') },
  { path: '/knowledge', icon: 'book', name: t('panel:palette.pages.library') },
  { path: '/knowledge/conflicts', icon: 'book', name: t('panel:palette.pages.conflicts') },
  { path: '/knowledge/documents', icon: 'book', name: t('panel:palette.pages.documents') },
  { path: '/knowledge/told', icon: 'book', name: t('ledger:title') },
  { path: '/knowledge/prove', icon: 'book', name: t('backtest:title') },
  { path: '/knowledge/interviews', icon: 'book', name: t('interview:title') },
  { path: '/knowledge/usual', icon: 'book', name: t('usual:title') },
  { path: '/knowledge/topics', icon: 'book', name: t('topics:title') },
  { path: '/trust-portal/updates', icon: 'megaphone', name: t('panel:palette.pages.updates') },
  { path: '/trust-portal/categories', icon: 'megaphone', name: t('panel:palette.pages.categories') },
  { path: '/trust-portal/subscribers', icon: 'megaphone', name: t('panel:palette.pages.subscribers') },
  ...portalPages(),
  { path: '/insights/gaps', icon: 'chart', name: t('panel:palette.pages.gaps') },
  { path: '/insights/conversations', icon: 'chart', name: t('panel:palette.pages.conversations') },
  { path: '/channels', icon: 'comment', name: t('area.channels') },
  { path: '/notifications', icon: 'bell', name: t('area.notifications') },
  { path: '/settings/organizations', icon: 'cog', name: t('panel:palette.pages.organizations') },
  { path: '/settings/people', icon: 'cog', name: t('panel:palette.pages.people') },
  { path: '/settings/sign-in', icon: 'cog', name: t('settings:tab.signIn') },
  { path: '/settings/keys', icon: 'cog', name: t('panel:palette.pages.keys') },
  { path: '/settings/webhooks', icon: 'cog', name: t('panel:palette.pages.webhooks') },
  { path: '/settings/audit-log', icon: 'cog', name: t('panel:palette.pages.audit') },
];
