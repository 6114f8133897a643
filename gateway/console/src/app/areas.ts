import type { ComponentType } from 'preact';
import type { Session } from '../api/types.js';
import type { IconName } from '../ui/icon.js';
import { may } from './session.js';

export interface PageProps {
  /** Values of the parameters in the page's path. */
  params: Record<string, string>;
}

export interface Page {
  /** Below /console, parameters with a colon: "/questionnaires/:id". */
  path: string;
  load(): Promise<{ default: ComponentType<PageProps> }>;
}

/** A part of the console with an entry in the navigation. */
export interface Area {
  name: string;
  icon: IconName;
  /** Where the navigation leads. */
  path: string;
  /** Whether the key may see it; absent: every key may. */
  visible?(session: Session): boolean;
  pages: Page[];
}

export const AREAS: readonly Area[] = [
  {
    name: 'Questionnaires',
    icon: 'sheet',
    path: '/questionnaires',
    visible: (session) => may(session, 'VIEWER', 'Questionnaires: read'),
    pages: [
      { path: '/questionnaires', load: () => import('../questionnaires/list-page.js') },
      { path: '/questionnaires/:id', load: () => import('../questionnaires/overview-page.js') },
      { path: '/questionnaires/:id/review', load: () => import('../review/review-page.js') },
      { path: '/questionnaires/:id/extraction', load: () => import('../questionnaires/extraction-page.js') },
    ],
  },
];
