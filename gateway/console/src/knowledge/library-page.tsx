import { useState } from 'preact/hooks';
import type { LibraryAnswer } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { Icon } from '../ui/icon.js';
import { Pager } from '../ui/pager.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import { Empty, Failure } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { AnswerDialog } from './answer-dialog.js';
import { ImportAnswers } from './answer-import.js';
import { STATUSES, statusName, type AnswerStatus } from './answer-words.js';
import { KnowledgeFrame, useMayNotWrite } from './knowledge-frame.js';
import { exportLibrary } from './library-export.js';
import { soonEnd } from '../home/work.js';
import { LibraryTable } from './library-table.js';

const PAGE_SIZE = 25;
const statusIn = (text: string | null): AnswerStatus | undefined => STATUSES.find((status) => status === text);

/** The library of reusable answers. `?new=…` opens a new entry with that question, `?entry=…` the entry with that id. */
export default function LibraryPage() {
  const { api } = useApp();
  const mayNotWrite = useMayNotWrite();
  const [query, setQuery] = useQuery();
  const [open, setOpen] = useState<LibraryAnswer>();
  const [creating, setCreating] = useState(false);
  const [importing, setImporting] = useState(false);
  const [exporting, setExporting] = useState(false);
  const words = query.get('q') ?? '';
  const tag = query.get('tag') ?? '';
  const status = statusIn(query.get('status'));
  const page = pageIn(query);
  const asked = query.get('new') ?? undefined;
  const linked = query.get('entry') ?? '';
  const expiring = query.get('expires') === 'soon';
  const filter = {
    ...(expiring ? { expires_before: soonEnd() } : {}),
    ...(words === '' ? {} : { query: words }),
    ...(tag === '' ? {} : { tag }),
    ...(status === undefined ? {} : { status }),
  };
  const isFiltered = Object.keys(filter).length > 0;
  const list = useLoad(
    (signal) =>
      api.call.listLibraryAnswers({ query: { ...filter, limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [words, tag, status, expiring, page],
  );
  const total = list.data?.pagination.total ?? 0;
  const change = (values: Record<string, string | undefined>): void => setQuery({ page: undefined, ...values });

  const save = async (): Promise<void> => {
    setExporting(true);
    await attempt(async () => notify(t('knowledge:exported', { count: await exportLibrary(api, filter) })));
    setExporting(false);
  };
  const verify = async (answer: LibraryAnswer): Promise<void> => {
    const done = await attempt(() => api.call.verifyLibraryAnswer({ path: { answer_id: answer.id } }));
    if (!done) return;
    notify(t('knowledge:nowVerified'));
    list.reload();
  };
  const setStatus = async (answer: LibraryAnswer, next: AnswerStatus): Promise<void> => {
    const path = { answer_id: answer.id };
    if (!(await attempt(() => api.call.updateLibraryAnswer({ path, body: { status: next } })))) return;
    notify(t(next === 'ARCHIVED' ? 'knowledge:nowArchived' : 'knowledge:nowRestored'));
    list.reload();
  };

  const statuses = [
    ['', t('knowledge:everyStatus')],
    ...STATUSES.map((one) => [one, statusName(one)] as const),
  ] as const;
  return (
    <KnowledgeFrame
      title={t('knowledge:library')}
      subtitle={list.data && t(isFiltered ? 'knowledge:matches' : 'knowledge:entries', { count: total })}
      actions={
        <>
          <Button busy={exporting} disabled={total === 0} onClick={() => void save()}>
            <Icon name="download" />
            {t('knowledge:export')}
          </Button>
          <GuardedButton refusal={mayNotWrite} onClick={() => setImporting(true)}>
            <Icon name="upload" />
            {t('knowledge:import')}
          </GuardedButton>
          <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setCreating(true)}>
            <Icon name="plus" />
            {t('knowledge:newEntry')}
          </GuardedButton>
        </>
      }
    >
      <div class="toolbar" role="search">
        <SearchBox
          label={t('knowledge:search')}
          placeholder={t('knowledge:searchFor')}
          value={words}
          onSearch={(q) => change({ q })}
        />
        <Choice
          label={t('knowledge:status')}
          value={status ?? ''}
          options={statuses}
          onChoose={(chosen) => change({ status: chosen })}
        />
        {tag !== '' && (
          <button type="button" class="chip" aria-pressed="true" onClick={() => change({ tag: undefined })}>
            {t('knowledge:tag', { tag })}
            <Icon name="close" />
            <span class="hidden">{t('knowledge:everyTag')}</span>
          </button>
        )}
        {expiring && (
          <button type="button" class="chip" aria-pressed="true" onClick={() => change({ expires: undefined })}>
            {t('home:expiring')}
            <Icon name="close" />
            <span class="hidden">{t('home:everyAnswer')}</span>
          </button>
        )}
      </div>
      <Content of={list} what={t('knowledge:theLibrary')}>
        {({ answers }) =>
          answers.length > 0 ? (
            <LibraryTable
              answers={answers}
              refusal={mayNotWrite}
              onOpen={setOpen}
              onTag={(chosen) => change({ tag: chosen })}
              onVerify={(answer) => void verify(answer)}
              onStatus={(answer, next) => void setStatus(answer, next)}
            />
          ) : (
            <NothingFound filtered={isFiltered} mayWrite={mayNotWrite === undefined} />
          )
        }
      </Content>
      <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
      {(open !== undefined || creating || asked !== undefined) && (
        <AnswerDialog
          answer={open}
          question={asked ?? ''}
          refusal={mayNotWrite}
          onClose={() => {
            setOpen(undefined);
            setCreating(false);
            setQuery({ new: undefined });
          }}
          onSaved={list.reload}
        />
      )}
      {linked !== '' && (
        <LinkedEntry id={linked} onClose={() => setQuery({ entry: undefined })} onSaved={list.reload} />
      )}
      {importing && <ImportAnswers onClose={() => setImporting(false)} onImported={list.reload} />}
    </KnowledgeFrame>
  );
}

/** The entry that a reminder leads to. */
function LinkedEntry({ id, onClose, onSaved }: { id: string; onClose(): void; onSaved(): void }) {
  const { api } = useApp();
  const mayNotWrite = useMayNotWrite();
  const entry = useLoad((signal) => api.call.getLibraryAnswer({ path: { answer_id: id }, signal }), [id]);
  if (entry.error !== undefined) return <Failure message={entry.error} retry={entry.reload} />;
  if (!entry.data) return null;
  return <AnswerDialog key={id} answer={entry.data} refusal={mayNotWrite} onClose={onClose} onSaved={onSaved} />;
}

function NothingFound({ filtered, mayWrite }: { filtered: boolean; mayWrite: boolean }) {
  if (filtered) {
    return (
      <Empty title={t('knowledge:nothingMatches')} icon="search">
        <p>{t('knowledge:nothingMatchesHelp')}</p>
      </Empty>
    );
  }
  return (
    <Empty title={t('knowledge:empty')} icon="book">
      <p>
        {t('knowledge:emptyHelp')} {t(mayWrite ? 'knowledge:emptyToDo' : 'knowledge:whenAdded')}
      </p>
    </Empty>
  );
}
