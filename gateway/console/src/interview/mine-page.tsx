import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { PageFrame } from '../ui/page.js';
import { Empty } from '../ui/states.js';
import { t } from '../words/words.js';
import { FactCard } from './fact-card.js';

/** What interviews ask of the person, one question at a time. */
export default function MinePage() {
  const { api, session } = useApp();
  const list = useLoad((signal) => api.call.listAskedFacts({ signal }), [session.organization_id]);
  const [at, setAt] = useState(0);
  return (
    <PageFrame title={t('interview:mine')}>
      <Content of={list} what={t('interview:whatMine')}>
        {({ facts }) => {
          const fact = facts[Math.min(at, facts.length - 1)];
          if (!fact)
            return (
              <Empty title={t('interview:mineNone')} icon="check">
                <p>{t('interview:mineNoneHelp')}</p>
              </Empty>
            );
          const position = facts.indexOf(fact);
          return (
            <>
              {facts.length > 1 && (
                <p class="row-actions">
                  <span>{t('interview:progress', { at: position + 1, total: facts.length })}</span>
                  {facts.map((one, index) => (
                    <Button key={one.id} kind="quiet" disabled={index === position} onClick={() => setAt(index)}>
                      {String(index + 1)}
                    </Button>
                  ))}
                </p>
              )}
              <FactCard key={fact.id} fact={fact} onDone={list.reload} />
            </>
          );
        }}
      </Content>
    </PageFrame>
  );
}
