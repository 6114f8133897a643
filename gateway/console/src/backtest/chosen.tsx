import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { Content } from '../ui/content.js';
import { TextField } from '../ui/field.js';
import { number } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { SearchBox } from '../ui/search-box.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 10;

/** The questionnaires that a backtest tests: id → the day on which it was sent, "YYYY-MM-DD"; '': when it was completed. */
export type Chosen = ReadonlyMap<string, string>;

interface Props {
  chosen: Chosen;
  onChange(chosen: Chosen): void;
}

/** Chooses among the completed questionnaires, and says on which days they were sent. What is chosen stays while one searches on. */
export function ChosenQuestionnaires({ chosen, onChange }: Props) {
  const { api } = useApp();
  const [words, setWords] = useState('');
  const [page, setPage] = useState(0);
  const query = `${words.trim()} @status:COMPLETED`.trim();
  const list = useLoad(
    (signal) => api.call.searchQuestionnaires({ query: { query, limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [query, page],
  );
  const toggle = (id: string): void => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, '');
    onChange(next);
  };
  return (
    <fieldset class="choices">
      <legend>{t('backtest:parts')}</legend>
      <SearchBox
        label={t('backtest:search')}
        placeholder={t('backtest:search')}
        value={words}
        onSearch={(typed) => {
          setWords(typed);
          setPage(0);
        }}
      />
      <p role="status" class="muted small">
        {t('backtest:chosenCount', { count: chosen.size })}
      </p>
      <Content of={list} what={t('backtest:chooseWhat')}>
        {({ questionnaires, pagination: { total } }) =>
          questionnaires.length === 0 ? (
            <p>{t('backtest:noneFound')}</p>
          ) : (
            <>
              {questionnaires.map(({ id, title, company_name: company, total_questions: questions }) => (
                <div key={id} class="stacked">
                  <Check checked={chosen.has(id)} onChange={() => toggle(id)}>
                    <span class="text">
                      {title}{' '}
                      <span class="muted small">
                        {[company, t('backtest:questionCount', { questions: number(questions) })]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </span>
                  </Check>
                  {chosen.has(id) && (
                    <TextField
                      type="date"
                      label={t('backtest:sentOn', { title })}
                      help={t('backtest:sentOnHelp')}
                      value={chosen.get(id) ?? ''}
                      onInput={(day) => onChange(new Map(chosen).set(id, day))}
                    />
                  )}
                </div>
              ))}
              <Pager page={page} total={total} size={PAGE_SIZE} onPage={setPage} />
            </>
          )
        }
      </Content>
    </fieldset>
  );
}
