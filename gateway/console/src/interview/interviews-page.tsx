import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf } from '../core/router.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { KnowledgeFrame } from '../knowledge/knowledge-frame.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { coverageOf, gainOf, promiseOf, usualOf } from './interview-words.js';
import { PlanDialog } from './plan-dialog.js';

const PAGE_SIZE = 20;

/** Interviews, the newest first: what was promised, and what came of it. */
export default function InterviewsPage() {
  const { api } = useApp();
  const refusal = useRefusal('MEMBER', 'Questionnaires: write');
  const [query, setQuery] = useQuery();
  const page = pageIn(query);
  const [planning, setPlanning] = useState(false);
  const list = useLoad(
    (signal) => api.call.listInterviews({ query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [page],
  );
  return (
    <KnowledgeFrame
      title={t('interview:title')}
      actions={
        <GuardedButton refusal={refusal} kind="primary" onClick={() => setPlanning(true)}>
          {t('interview:plan')}
        </GuardedButton>
      }
    >
      <Content of={list} what={t('interview:what')}>
        {({ interviews, pagination: { total } }) =>
          interviews.length === 0 ? (
            <Empty title={t('interview:none')} icon="comment">
              <p>{t('interview:noneHelp')}</p>
            </Empty>
          ) : (
            <>
              <ol class="groups">
                {interviews.map((one) => (
                  <li key={one.id} class="card">
                    <div class="card-head">
                      <h2>
                        <a href={hrefOf(`/knowledge/interviews/${one.id}`)}>{one.title}</a>
                      </h2>
                      <Badge tone={one.state === 'SENT' ? 'busy' : 'neutral'}>
                        {t(`interview:interviewState.${one.state}`)}
                      </Badge>
                    </div>
                    <p>{promiseOf(one)}</p>
                    {usualOf(one) !== undefined && <p class="small">{usualOf(one)}</p>}
                    <p class="muted small">
                      {gainOf(one)} · {coverageOf(one)} · <When time={one.created_at} />
                    </p>
                  </li>
                ))}
              </ol>
              <Pager
                page={page}
                total={total}
                size={PAGE_SIZE}
                onPage={(next) => setQuery({ page: pageParam(next) })}
              />
            </>
          )
        }
      </Content>
      {planning && <PlanDialog onClose={() => setPlanning(false)} />}
    </KnowledgeFrame>
  );
}
