import type { ComponentChildren } from 'preact';
import type { Overview } from '../api/types.js';
import { hrefOf } from '../app/router.js';
import { Badge } from '../ui/badges.js';
import { PageFrame } from '../ui/page.js';
import { QuestionnaireActions } from './questionnaire-actions.js';
import { toneOf } from './statuses.js';

type Tab = 'overview' | 'review' | 'extraction';

interface Props {
  overview: Overview;
  current: Tab;
  /** Whether every question is approved or not applicable; absent: as the counts tell. */
  reviewed?: boolean;
  /** The questionnaire as it is after what was done to it. */
  onChange(overview: Overview): void;
  full?: boolean;
  children: ComponentChildren;
}

const TABS: readonly (readonly [Tab, string, string])[] = [
  ['review', 'Review', '/review'],
  ['overview', 'Overview', ''],
  ['extraction', 'What was read', '/extraction'],
];

/** Title, status, what can be done, and the pages of one questionnaire. */
export function QuestionnaireFrame({ overview, current, reviewed, onChange, full = false, children }: Props) {
  const { approved_questions: approved, total_questions: total } = overview.statistics;
  return (
    <PageFrame
      title={overview.title}
      back={{ path: '/questionnaires', name: 'Questionnaires' }}
      badge={<Badge tone={toneOf(overview.status)}>{overview.status_display_name}</Badge>}
      subtitle={overview.company_name || undefined}
      actions={
        <QuestionnaireActions
          overview={overview}
          reviewed={reviewed ?? (total > 0 && approved === total)}
          onChange={onChange}
        />
      }
      full={full}
    >
      <nav class="tabs" aria-label="Questionnaire">
        {TABS.map(([tab, name, path]) => (
          <a
            key={tab}
            href={hrefOf(`/questionnaires/${overview.id}${path}`)}
            aria-current={tab === current ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {children}
    </PageFrame>
  );
}
