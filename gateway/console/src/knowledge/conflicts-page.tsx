import { useState } from 'preact/hooks';
import type { LibraryAnswer } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../api/use-task.js';
import { useApp } from '../app/context.js';
import { GuardedButton } from '../app/permission.js';
import { pageIn, pageParam, useQuery } from '../app/use-query.js';
import { Badge } from '../ui/badges.js';
import { Content } from '../ui/content.js';
import { ago, count } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { AnswerDialog } from './answer-dialog.js';
import { originOf, stateOf } from './answer-words.js';
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
    if (done) notify(`Kept, and ${count(others.length, 'other')} archived.`);
    list.reload();
  };

  return (
    <KnowledgeFrame
      title="Duplicates and conflicts"
      subtitle={list.data && count(total, 'question with several entries', 'questions with several entries')}
    >
      <Content of={list} what="duplicates and conflicts">
        {({ conflicts }) =>
          conflicts.length === 0 ? (
            <Empty title="Nothing contradicts itself" icon="check">
              <p>No two entries in use ask the same question. After an import, look here again.</p>
            </Empty>
          ) : (
            <ul class="groups">
              {conflicts.map(({ kind, answers }) => (
                <li key={answers[0]?.id} class="card">
                  <div class="card-head">
                    <h2 class="text">{answers[0]?.question}</h2>
                    <Badge tone={kind === 'conflict' ? 'bad' : 'neutral'}>
                      {kind === 'conflict' ? 'The answers differ' : 'The same answer twice'}
                    </Badge>
                  </div>
                  <ul class="rivals">
                    {answers.map((answer) => (
                      <li key={answer.id}>
                        <p class="text">{answer.answer}</p>
                        <p class="muted small">
                          {originOf(answer)} {ago(answer.created_at)} · {stateOf(answer).name} ·{' '}
                          {answer.last_verified_at === null
                            ? 'never verified'
                            : `verified ${ago(answer.last_verified_at)}`}
                        </p>
                        <span class="row-actions">
                          <GuardedButton refusal={mayNotWrite} onClick={() => void keep(answer, answers)}>
                            Keep this, archive the {answers.length > 2 ? 'others' : 'other'}
                          </GuardedButton>
                          <GuardedButton refusal={undefined} kind="quiet" onClick={() => setOpen(answer)}>
                            {mayNotWrite === undefined ? 'Edit' : 'Open'}
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
