import { useState } from 'preact/hooks';
import type { StandardQuestion } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { Badge, type Tone } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { SelectField } from '../ui/field.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 20;
const STATES = ['OPEN', 'ANSWERED', 'ALL'] as const;
const TONES: Record<StandardQuestion['state'], Tone> = { ANSWERED: 'good', OPEN: 'attention', WAITING: 'neutral' };

/** The usual questions one by one, the open ones first shown. `version` changes when there may be other states. */
export function UsualList({ version }: { version: string }) {
  const { api } = useApp();
  const [shown, setShown] = useState<(typeof STATES)[number]>('OPEN');
  const [page, setPage] = useState(0);
  const query = { ...(shown === 'ALL' ? {} : { state: shown }), limit: PAGE_SIZE, offset: page * PAGE_SIZE };
  const list = useLoad((signal) => api.call.listStandardQuestions({ query, signal }), [version, shown, page]);
  return (
    <section class="section" aria-label={t('usual:questions')}>
      <h2>{t('usual:questions')}</h2>
      <SelectField
        label={t('usual:show')}
        value={shown}
        options={STATES.map((one) => [one, one === 'ALL' ? t('usual:all') : t(`usual:state.${one}`)] as const)}
        onChange={(one) => {
          setShown(one);
          setPage(0);
        }}
      />
      <Content of={list} what={t('usual:what')}>
        {({ questions, pagination: { total } }) =>
          questions.length === 0 ? (
            <Empty title={t('usual:none')} icon="check">
              <p>{t('usual:noneHelp')}</p>
            </Empty>
          ) : (
            <>
              <ul class="groups">
                {questions.map(({ id, question, topic, state, band }) => (
                  <li key={id} class="affected">
                    <div class="card-head">
                      <span class="stacked">
                        <span class="text">{question}</span>
                        <span class="muted small">{t(`usual:topic.${topic}`)}</span>
                      </span>
                      <span class="row-actions">
                        {band === 'LOW' && <Badge tone="neutral">{t('usual:unsure')}</Badge>}
                        <Badge tone={TONES[state]}>{t(`usual:state.${state}`)}</Badge>
                      </span>
                    </div>
                  </li>
                ))}
              </ul>
              <Pager page={page} total={total} size={PAGE_SIZE} onPage={setPage} />
            </>
          )
        }
      </Content>
    </section>
  );
}
