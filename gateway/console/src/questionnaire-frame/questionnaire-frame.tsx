import type { ComponentChildren } from 'preact';
import type { Overview } from '../api/types.js';
import { hrefOf } from '../core/router.js';
import { NoKnowledge } from './no-knowledge.js';
import { Badge } from '../ui/badges.js';
import { PageFrame } from '../ui/page.js';
import { QuestionnaireActions } from './questionnaire-actions.js';
import { statusName, toneOf } from './statuses.js';
import { t } from '../words/words.js';

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

const TABS: readonly (readonly [Tab, string])[] = [
  ['review', '/review'],
  ['overview', ''],
  ['extraction', '/extraction'],
];

/** Title, status, what can be done, and the pages of one questionnaire. */
export function QuestionnaireFrame({ overview, current, reviewed, onChange, full = false, children }: Props) {
  const { approved_questions: approved, total_questions: total } = overview.statistics;
  return (
    <PageFrame
      title={overview.title}
      back={{ path: '/questionnaires', name: t('questionnaires:list.title') }}
      badge={<Badge tone={toneOf(overview.status)}>{statusName(overview.status)}</Badge>}
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
      <nav class="tabs" aria-label={t('questionnaires:list.questionnaire')}>
        {TABS.map(([tab, path]) => (
          <a
            key={tab}
            href={hrefOf(`/questionnaires/${overview.id}${path}`)}
            aria-current={tab === current ? 'page' : undefined}
          >
            {t(`questionnaires:tab.${tab}`)}
          </a>
        ))}
      </nav>
      {current !== 'extraction' && overview.statistics.not_answered_questions > 0 && <NoKnowledge />}
      {children}
    </PageFrame>
  );
}
