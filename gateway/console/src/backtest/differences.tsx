import { useState } from 'preact/hooks';
import type { BacktestAnswer } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf } from '../core/router.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { SelectField } from '../ui/field.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { OlderDialog } from './older-dialog.js';

const PAGE_SIZE = 20;
const SHOWN = ['differences', 'CONTRADICTED', 'ANSWERED_WHERE_OPEN', 'OPEN_WHERE_ANSWERED', 'NOT_COMPARABLE'] as const;
type Shown = (typeof SHOWN)[number];

interface Props {
  /** Of the backtest. */
  id: string;
  /** Changes when there may be more. */
  version: string;
  onChange(): void;
}

/** Every difference with both texts and their sources, and what people say of it. */
export function Differences({ id, version, onChange }: Props) {
  const { api } = useApp();
  const [verdict, setVerdict] = useState<Shown>('differences');
  const [page, setPage] = useState(0);
  const [older, setOlder] = useState<BacktestAnswer>();
  const path = { backtest_id: id };
  const query = { verdict, limit: PAGE_SIZE, offset: page * PAGE_SIZE };
  const list = useLoad((signal) => api.call.listBacktestAnswers({ path, query, signal }), [id, version, verdict, page]);
  const changed = (): void => {
    list.reload();
    onChange();
  };
  return (
    <section class="section" aria-label={t('backtest:differences')}>
      <h2>{t('backtest:differences')}</h2>
      <SelectField
        label={t('backtest:show')}
        value={verdict}
        options={SHOWN.map((one) => [one, one === 'differences' ? t('backtest:all') : t(`backtest:verdict.${one}`)])}
        onChange={(one) => {
          setVerdict(one);
          setPage(0);
        }}
      />
      <Content of={list} what={t('backtest:what')}>
        {({ answers, pagination: { total } }) =>
          answers.length === 0 ? (
            <Empty title={t('backtest:noDifferences')} icon="check">
              <p>{t('backtest:noDifferencesHelp')}</p>
            </Empty>
          ) : (
            <>
              <ol class="groups">
                {answers.map((answer) => (
                  <Difference
                    key={answer.id}
                    id={id}
                    answer={answer}
                    onChange={changed}
                    onOlder={() => setOlder(answer)}
                  />
                ))}
              </ol>
              <Pager page={page} total={total} size={PAGE_SIZE} onPage={setPage} />
            </>
          )
        }
      </Content>
      {older && <OlderDialog id={id} answer={older} onDone={changed} onClose={() => setOlder(undefined)} />}
    </section>
  );
}

interface DifferenceProps {
  id: string;
  answer: BacktestAnswer;
  onChange(): void;
  onOlder(): void;
}

function Difference({ id, answer, onChange, onOlder }: DifferenceProps) {
  const { api } = useApp();
  const refusal = useRefusal('MEMBER', 'Questionnaires: write');
  const path = { backtest_id: id, backtest_answer_id: answer.id };
  const settle = async (settled: 'TAKEN' | 'OURS_WRONG' | 'OPEN'): Promise<void> => {
    if (!(await attempt(() => api.call.settleBacktestAnswer({ path, body: { settled } })))) return;
    notify(t(`backtest:settled.${settled}`));
    onChange();
  };
  const isOpen = answer.settled === 'OPEN';
  const isDifference = SHOWN.slice(1, 4).some((one) => one === answer.verdict);
  return (
    <li class="affected">
      <div class="card-head">
        <span class="stacked">
          <a href={hrefOf(`/questionnaires/${answer.questionnaire_id}/review?question=${answer.question_id}`)}>
            {answer.question}
          </a>
          <span class="muted small">{answer.customer || t('backtest:noCustomer')}</span>
        </span>
        <span class="row-actions">
          {answer.band !== null && <Badge tone="neutral">{t(`backtest:band.${answer.band}`)}</Badge>}
          <Badge tone="attention">{t(`backtest:verdict.${answer.verdict}`)}</Badge>
          {answer.reason !== null && <Badge tone="neutral">{t(`backtest:reason.${answer.reason}`)}</Badge>}
          {!isOpen && <Badge tone="neutral">{t(`backtest:settled.${answer.settled}`)}</Badge>}
        </span>
      </div>
      <Words answer={answer} />
      {isDifference && (
        <div class="row-actions">
          {isOpen ? (
            <>
              {answer.sent !== '' && (
                <>
                  <GuardedButton refusal={refusal} onClick={onOlder}>
                    {t('backtest:older')}
                  </GuardedButton>
                  <GuardedButton refusal={refusal} onClick={() => void settle('TAKEN')}>
                    {t('backtest:take')}
                  </GuardedButton>
                </>
              )}
              <GuardedButton refusal={refusal} kind="quiet" onClick={() => void settle('OURS_WRONG')}>
                {t('backtest:wrong')}
              </GuardedButton>
            </>
          ) : (
            <GuardedButton refusal={refusal} kind="quiet" onClick={() => void settle('OPEN')}>
              {t('backtest:again')}
            </GuardedButton>
          )}
        </div>
      )}
    </li>
  );
}

function Words({ answer }: { answer: BacktestAnswer }) {
  const both = [
    { name: t('backtest:ours'), text: answer.ours, comment: answer.ours_comment, sources: answer.ours_sources },
    { name: t('backtest:sent'), text: answer.sent, comment: answer.sent_comment, sources: answer.sent_sources },
  ];
  return (
    <dl class="facts">
      {both.map(({ name, text, comment, sources }) => (
        <div key={name}>
          <dt class="muted small">{name}</dt>
          <dd class="text">
            {text || t('backtest:leftOpen')}
            {comment !== '' && <p class="small">{comment}</p>}
            {sources.map(({ source_id: source, title, locator, quote }) => (
              <p key={`${source} ${quote}`} class="muted small">
                {`${title}${locator === '' ? '' : ` (${locator})`}: “${quote}”`}
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
