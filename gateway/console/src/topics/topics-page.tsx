import { useState } from 'preact/hooks';
import type { TopicRule } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { KnowledgeFrame } from '../knowledge/knowledge-frame.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { RuleDialog } from './rule-dialog.js';

/** What happens to questions of which topic. */
export default function TopicsPage() {
  const { api } = useApp();
  const refusal = useRefusal('ADMIN', 'Questionnaires: write');
  const [adding, setAdding] = useState(false);
  const list = useLoad((signal) => api.call.listTopicRules({ signal }), []);
  return (
    <KnowledgeFrame
      title={t('topics:title')}
      actions={
        <GuardedButton refusal={refusal} kind="primary" onClick={() => setAdding(true)}>
          {t('topics:add')}
        </GuardedButton>
      }
    >
      <p>{t('topics:intro')}</p>
      <Content of={list} what={t('topics:what')}>
        {({ rules }) => (
          <ol class="groups">
            {rules.map((rule) => (
              <Rule key={rule.id} rule={rule} refusal={refusal} onChange={list.reload} />
            ))}
          </ol>
        )}
      </Content>
      {adding && <RuleDialog onDone={list.reload} onClose={() => setAdding(false)} />}
    </KnowledgeFrame>
  );
}

interface RuleProps {
  rule: TopicRule;
  refusal: string | undefined;
  onChange(): void;
}

function Rule({ rule, refusal, onChange }: RuleProps) {
  const { api } = useApp();
  const path = { topic_rule_id: rule.id };
  const done = async (work: () => Promise<unknown>, words: string): Promise<void> => {
    if (!(await attempt(work))) return;
    notify(words);
    onChange();
  };
  const turn = (): Promise<void> =>
    done(
      () => api.call.changeTopicRule({ path, body: { active: !rule.active } }),
      t(rule.active ? 'topics:deactivated' : 'topics:activated'),
    );
  const remove = (): Promise<void> => done(() => api.call.deleteTopicRule({ path }), t('topics:removed'));
  return (
    <li class="card">
      <div class="card-head">
        <h2 class="text">{rule.name}</h2>
        <Badge tone={rule.active ? 'good' : 'neutral'}>{t(rule.active ? 'topics:active' : 'topics:inactive')}</Badge>
      </div>
      <p>{t(`topics:actions.${rule.action}`)}</p>
      <p class="muted small text">{[...rule.words, ...rule.sections].join(' · ')}</p>
      <div class="row-actions">
        <GuardedButton
          refusal={refusal}
          label={`${t(rule.active ? 'topics:deactivate' : 'topics:activate')}: ${rule.name}`}
          onClick={() => void turn()}
        >
          {t(rule.active ? 'topics:deactivate' : 'topics:activate')}
        </GuardedButton>
        {rule.updated_at !== null && (
          <GuardedButton
            refusal={refusal}
            kind="quiet"
            label={`${t('topics:remove')}: ${rule.name}`}
            onClick={() => void remove()}
          >
            {t('topics:remove')}
          </GuardedButton>
        )}
      </div>
    </li>
  );
}
