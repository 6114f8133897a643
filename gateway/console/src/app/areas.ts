import type { ComponentType } from 'preact';
import type { Session } from '../api/types.js';
import type { IconName } from '../ui/icon.js';
import type { app } from '../words/en/app.js';
import type { PageProps } from '../core/page-props.js';
import { may } from '../core/session.js';

export interface Page {
  /** Below /console, parameters with a colon: "/questionnaires/:id". */
  path: string;
  load(): Promise<{ default: ComponentType<PageProps> }>;
}

/** A part of the console with an entry in the navigation. */
export interface Area {
  /** Of its words in the catalogue. */
  name: keyof typeof app.area;
  icon: IconName;
  /** Where the navigation leads. */
  path: string;
  /** Whether the key may see it; absent: every key may. */
  visible?(session: Session): boolean;
  pages: Page[];
}

export const AREAS: readonly Area[] = [
  {
    name: 'home',
    icon: 'home',
    path: '/',
    visible: (session) =>
      (['Questionnaires: read', 'Knowledge: read', 'Trust portal: read'] as const).some((scope) =>
        may(session, 'VIEWER', scope),
      ),
    pages: [
      { path: '/', load: () => import('../home/home-page.js') },
      { path: '/asked', load: () => import('../asked/asked-page.js') },
      { path: '/asked/:id', load: () => import('../asked/asked-page.js') },
      { path: '/interviews/mine', load: () => import('../interview/mine-page.js') },
      { path: '/load', load: () => import('../asked/load-page.js') },
    ],
  },
  {
    name: 'questionnaires',
    icon: 'sheet',
    path: '/questionnaires',
    visible: (session) => may(session, 'VIEWER', 'Questionnaires: read'),
    pages: [
      { path: '/questionnaires', load: () => import('../questionnaires/list-page.js') },
      { path: '/questionnaires/:id', load: () => import('../questionnaires/overview-page.js') },
      { path: '/questionnaires/:id/review', load: () => import('../review/review-page.js') },
      { path: '/questionnaires/:id/extraction', load: () => import('../questionnaires/extraction-page.js') },
      { path: '/questionnaires/:id/corrections', load: () => import('../corrections/corrections-page.js') },
    ],
  },
  // Those that a key may not open say so themselves, and what would help.
  {
    name: 'knowledge',
    icon: 'book',
    path: '/knowledge',
    pages: [
      { path: '/knowledge', load: () => import('../knowledge/library-page.js') },
      { path: '/knowledge/conflicts', load: () => import('../knowledge/conflicts-page.js') },
      { path: '/knowledge/documents', load: () => import('../knowledge/documents-page.js') },
      { path: '/knowledge/told', load: () => import('../ledger/told-page.js') },
      { path: '/knowledge/prove', load: () => import('../backtest/prove-page.js') },
      { path: '/knowledge/interviews', load: () => import('../interview/interviews-page.js') },
      { path: '/knowledge/interviews/:id', load: () => import('../interview/interview-page.js') },
      { path: '/knowledge/usual', load: () => import('../interview/usual-page.js') },
      { path: '/knowledge/topics', load: () => import('../topics/topics-page.js') },
      { path: '/knowledge/documents/:id', load: () => import('../knowledge/document-page.js') },
      { path: '/knowledge/documents/:id/versions/:version', load: () => import('../knowledge/version-page.js') },
    ],
  },
  {
    name: 'portal',
    icon: 'megaphone',
    path: '/trust-portal',
    pages: [
      { path: '/trust-portal', load: () => import('../trust-portal/updates-page.js') },
      { path: '/trust-portal/updates', load: () => import('../trust-portal/updates-page.js') },
      { path: '/trust-portal/updates/new', load: () => import('../trust-portal/update-form-page.js') },
      { path: '/trust-portal/updates/:id', load: () => import('../trust-portal/update-page.js') },
      { path: '/trust-portal/updates/:id/edit', load: () => import('../trust-portal/update-form-page.js') },
      { path: '/trust-portal/categories', load: () => import('../trust-portal/categories-page.js') },
      { path: '/trust-portal/documents', load: () => import('../trust-portal/documents-page.js') },
      { path: '/trust-portal/requests', load: () => import('../trust-portal/access-requests-page.js') },
      { path: '/trust-portal/activity', load: () => import('../trust-portal/activity-page.js') },
      { path: '/trust-portal/nda', load: () => import('../trust-portal/nda-page.js') },
      { path: '/trust-portal/subscribers', load: () => import('../trust-portal/subscribers-page.js') },
      { path: '/trust-portal/page', load: () => import('../trust-portal/front-page.js') },
      { path: '/trust-portal/faq', load: () => import('../trust-portal/faq-page.js') },
      { path: '/trust-portal/subprocessors', load: () => import('../trust-portal/subprocessors-page.js') },
    ],
  },
  {
    name: 'insights',
    icon: 'chart',
    path: '/insights',
    pages: [
      { path: '/insights', load: () => import('../insights/gaps-page.js') },
      { path: '/insights/gaps', load: () => import('../insights/gaps-page.js') },
      { path: '/insights/conversations', load: () => import('../insights/conversations-page.js') },
    ],
  },
  {
    name: 'channels',
    icon: 'comment',
    path: '/channels',
    visible: (session) => may(session, 'ADMIN', 'Organizations: write'),
    pages: [{ path: '/channels', load: () => import('../channels/channels-page.js') }],
  },
  {
    name: 'notifications',
    icon: 'bell',
    path: '/notifications',
    // They are of a person, and a key need not be anybody's.
    visible: (session) => session.user_id !== null,
    pages: [{ path: '/notifications', load: () => import('../notifications/notifications-page.js') }],
  },
  {
    name: 'settings',
    icon: 'cog',
    path: '/settings',
    pages: [
      { path: '/settings', load: () => import('../settings/organizations-page.js') },
      { path: '/settings/organizations', load: () => import('../settings/organizations-page.js') },
      { path: '/settings/people', load: () => import('../settings/people-page.js') },
      { path: '/settings/sign-in', load: () => import('../settings/sign-in-page.js') },
      { path: '/settings/account', load: () => import('../settings/account-page.js') },
      { path: '/settings/keys', load: () => import('../settings/keys-page.js') },
      { path: '/settings/webhooks', load: () => import('../settings/webhooks-page.js') },
      { path: '/settings/webhooks/:id', load: () => import('../settings/webhook-page.js') },
      { path: '/connect-extension', load: () => import('../settings/connect-extension-page.js') },
      { path: '/settings/audit-log', load: () => import('../settings/audit-page.js') },
    ],
  },
];
