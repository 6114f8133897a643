import { useState } from 'preact/hooks';
import type { LibraryAnswer } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { ago } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { AnswerDialog } from './answer-dialog.js';
import { originOf, stateOf, verifiedWords } from './answer-words.js';
import { KnowledgeFrame, useMayNotWrite } from './knowledge-frame.js';

const PAGE_SIZE = 20;

/** Entries that ask the same: which one holds? */
export default function ConflictsPage() {
  const { api } = useApp();
  const mayNotWrite = useMayNotWrite();
  const [query, setQuery] = useQuery();
  const [open, setOpen] = useState<LibraryAnswer>();
  const page = pageIn(query);
  const list = useLoad(
    (signal) => api.call.listLibraryConflicts({ query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [page],
  );
  const total = list.data?.pagination.total ?? 0;

  const keep = async (kept: LibraryAnswer, answers: readonly LibraryAnswer[]): Promise<void> => {
    const others = answers.filter(({ id }) => id !== kept.id);
    const done = await attempt(async () => {
      await api.call.verifyLibraryAnswer({ path: { answer_id: kept.id } });
      for (const { id } of others) {
        await api.call.updateLibraryAnswer({ path: { answer_id: id }, body: { status: 'ARCHIVED' } });
      }
    });
    if (done) notify(t('knowledge:kept', { count: others.length }));
    list.reload();
  };

  return (
    <KnowledgeFrame title={t('knowledge:conflicts')} subtitle={list.data && t('knowledge:groups', { count: total })}>
      <Content of={list} what={t('knowledge:theConflicts')}>
        {({ conflicts }) =>
          conflicts.length === 0 ? (
            <Empty title={t('knowledge:noConflicts')} icon="check">
              <p>{t('knowledge:noConflictsHelp')}</p>
            </Empty>
          ) : (
            <ul class="groups">
              {conflicts.map(({ kind, answers }) => (
                <li key={answers[0]?.id} class="card">
                  <div class="card-head">
                    <h2 class="text">{answers[0]?.question}</h2>
                    <Badge tone={kind === 'conflict' ? 'bad' : 'neutral'}>
                      {t(kind === 'conflict' ? 'knowledge:answersDiffer' : 'knowledge:sameAnswer')}
                    </Badge>
                  </div>
                  <ul class="rivals">
                    {answers.map((answer) => (
                      <li key={answer.id}>
                        <p class="text">{answer.answer}</p>
                        <p class="muted small">
                          {t('knowledge:originAndAge', { origin: originOf(answer), ago: ago(answer.created_at) })} ·{' '}
                          {stateOf(answer).name} · {verifiedWords(answer)}
                        </p>
                        <span class="row-actions">
                          <GuardedButton refusal={mayNotWrite} onClick={() => void keep(answer, answers)}>
                            {t('knowledge:keep', { count: answers.length - 1 })}
                          </GuardedButton>
                          <GuardedButton refusal={undefined} kind="quiet" onClick={() => setOpen(answer)}>
                            {t(mayNotWrite === undefined ? 'knowledge:edit' : 'knowledge:open')}
                          </GuardedButton>
                        </span>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )
        }
      </Content>
      <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
      {open && (
        <AnswerDialog answer={open} refusal={mayNotWrite} onClose={() => setOpen(undefined)} onSaved={list.reload} />
      )}
    </KnowledgeFrame>
  );
}
