import type { IconName } from '../ui/icon.js';
import type { Session } from '../api/types.js';
import { t } from '../words/words.js';
import { AREAS } from './areas.js';
import { isWithin } from './paths.js';

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

const allPages = (): PalettePage[] => [
  { path: '/', icon: 'home', name: t('area.home') },
  { path: '/questionnaires', icon: 'sheet', name: t('panel:palette.pages.questionnaires') },
  { path: '/knowledge', icon: 'book', name: t('panel:palette.pages.library') },
  { path: '/knowledge/conflicts', icon: 'book', name: t('panel:palette.pages.conflicts') },
  { path: '/knowledge/documents', icon: 'book', name: t('panel:palette.pages.documents') },
  { path: '/knowledge/told', icon: 'book', name: t('ledger:title') },
  { path: '/trust-portal/updates', icon: 'megaphone', name: t('panel:palette.pages.updates') },
  { path: '/trust-portal/categories', icon: 'megaphone', name: t('panel:palette.pages.categories') },
  { path: '/trust-portal/subscribers', icon: 'megaphone', name: t('panel:palette.pages.subscribers') },
  { path: '/trust-portal/page', icon: 'megaphone', name: t('portal:tab.page') },
  { path: '/trust-portal/documents', icon: 'megaphone', name: t('portal:tab.documents') },
  { path: '/trust-portal/requests', icon: 'megaphone', name: t('portal:tab.requests') },
  { path: '/trust-portal/activity', icon: 'megaphone', name: t('portal:tab.activity') },
  { path: '/trust-portal/nda', icon: 'megaphone', name: t('portal:tab.nda') },
  { path: '/trust-portal/faq', icon: 'megaphone', name: t('portal:tab.faq') },
  { path: '/trust-portal/subprocessors', icon: 'megaphone', name: t('portal:tab.subprocessors') },
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
