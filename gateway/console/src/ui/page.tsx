import { BRAND } from '@candor/runtime/brand';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { hrefOf } from '../core/router.js';
import { Icon } from './icon.js';

export interface PageProps {
  /** Also of the browser's tab. */
  title: string;
  /** Where the page belongs. */
  back?: { path: string; name: string };
  /** Beside the title. */
  badge?: ComponentChildren;
  /** Below the title. */
  subtitle?: ComponentChildren;
  actions?: ComponentChildren;
  /** Takes the whole window and scrolls inside. */
  full?: boolean;
  children: ComponentChildren;
}

/** The frame of a page: its title, what can be done, its content. */
export function PageFrame({ title, back, badge, subtitle, actions, full = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${BRAND.name}`;
  }, [title]);
  return (
    <div class={`page${full ? ' full' : ''}`}>
      <header class="page-head">
        <div class="page-title">
          {back && (
            <a class="back" href={hrefOf(back.path)}>
              <Icon name="back" />
              {back.name}
            </a>
          )}
          <div class="title-line">
            <h1 title={full ? title : undefined}>{title}</h1>
            {badge}
          </div>
          {subtitle && <div class="subtitle">{subtitle}</div>}
        </div>
        {actions !== undefined && <div class="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
