import { useEffect, useRef, useState } from 'preact/hooks';
import type { Conversation } from '../api/types.js';
import { wordsOf, isAborted } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useQuery } from '../core/use-query.js';
import { Button } from '../ui/button.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import { Empty, Failure, Loading, Notice } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';
import { ConversationDialog } from './conversation-dialog.js';
import { channelName, channelOf, CHANNELS, narrowed, whoOf } from './conversation-words.js';
import { AskLink, ForReaders, InsightsFrame, periodName } from './insights-frame.js';

/** The most that a page of the API holds. */
const PAGE_SIZE = 100;
/** Pages that are loaded at once: 1,000 conversations, a tenth of the calls that a key may make in a minute. */
const PAGES_AT_ONCE = 10;
const DAY_US = 86_400_000_000;
/** In days; '': all time. */
const PERIODS = ['7', '30', '90', ''] as const;
/** Rows that are drawn before more are asked for. */
const DRAWN = 100;

export default function ConversationsPage() {
  return (
    <ForReaders title={t('insights:conversations')}>
      <Conversations />
    </ForReaders>
  );
}

interface Held {
  all: Conversation[];
  total: number;
  next: number;
}

const NONE: Held = { all: [], total: 0, next: 1 };

/** Conversations of a period, newest first, as many as are needed for it. */
function useConversations(since: number) {
  const { api } = useApp();
  const [held, setHeld] = useState<Held>(NONE);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(true);
  const running = useRef<AbortController | undefined>(undefined);
  const isComplete = ({ all, total, next }: Held): boolean =>
    next > 1 && (all.length >= total || (all.at(-1)?.answered_at ?? 0) < since || next > Math.ceil(total / PAGE_SIZE));

  const load = async (from: Held): Promise<void> => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setBusy(true);
    setError(undefined);
    let now = from;
    try {
      for (let page = 0; page < PAGES_AT_ONCE && !isComplete(now); page++) {
        const query = { page: now.next, page_size: PAGE_SIZE };
        const { data, total } = await api.call.listConversations({
          query: { ...query, include: 'origin' },
          signal: control.signal,
        });
        // One that was recorded meanwhile moves the others to the next page.
        const known = new Set(now.all.map(({ id }) => id));
        now = { all: [...now.all, ...data.filter(({ id }) => !known.has(id))], total, next: now.next + 1 };
        setHeld(now);
      }
    } catch (failure) {
      if (isAborted(failure)) return;
      setError(wordsOf(failure));
    }
    if (running.current === control) setBusy(false);
  };
  useEffect(() => {
    void load(held);
    return () => running.current?.abort();
  }, [since]);
  return { held, error, busy, complete: isComplete(held), more: () => void load(held) };
}

function Conversations() {
  const [query, setQuery] = useQuery();
  const words = query.get('q') ?? '';
  const channel = CHANNELS.find((value) => value === query.get('channel')) ?? '';
  const period = PERIODS.find((days) => days === (query.get('days') ?? '30')) ?? '';
  // To the hour, so that the same period stays the same.
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000_000;
  const since = period === '' ? 0 : hour - Number(period) * DAY_US;
  const { held, error, busy, complete, more } = useConversations(since);
  const [drawn, setDrawn] = useState(DRAWN);
  const found = narrowed(held.all, { words, channel, since });
  const open = held.all.find(({ id }) => id === query.get('conversation'));
  const choices = [
    ['', t('insights:everyChannel')],
    ...CHANNELS.map((one) => [one, channelName(one)] as const),
  ] as const;
  const columns: readonly Column<Conversation>[] = [
    {
      title: t('insights:questionAndAnswer'),
      heading: true,
      cell: (one) => (
        <span class="entry">
          <button type="button" class="entry-name" onClick={() => setQuery({ conversation: one.id })}>
            {one.question}
          </button>
          <span class="muted clip">{one.answer}</span>
        </span>
      ),
    },
    { title: t('insights:askedBy'), cell: (one) => <span class="text">{whoOf(one)}</span> },
    {
      title: t('insights:channel'),
      minor: true,
      cell: (one) => <span class="nowrap">{channelOf(one)}</span>,
    },
    {
      title: t('insights:when'),
      numeric: true,
      cell: ({ answered_at: answered }) => <When time={answered} />,
    },
  ];
  return (
    <InsightsFrame
      title={t('insights:conversations')}
      subtitle={held.next > 1 && t(complete ? 'insights:found' : 'insights:foundSoFar', { count: found.length })}
    >
      <div class="toolbar" role="search">
        <SearchBox
          label={t('insights:search')}
          placeholder={t('insights:searchFor')}
          value={words}
          onSearch={(q) => setQuery({ q })}
        />
        {/* "all" stands in the address, because nothing there means 30 days. */}
        <Choice
          label={t('insights:period')}
          value={period}
          options={PERIODS.map((days) => [days, periodName(days)] as const)}
          onChoose={(days) => setQuery({ days: days || 'all' })}
        />
        <Choice
          label={t('insights:channel')}
          value={channel}
          options={choices}
          onChoose={(value) => setQuery({ channel: value })}
        />
      </div>
      {error !== undefined && held.next > 1 && <Notice kind="error">{error}</Notice>}
      {held.next === 1 && busy && <Loading what={t('insights:theConversations')} />}
      {held.next === 1 && error !== undefined && <Failure message={error} retry={more} />}
      {found.length > 0 && (
        <Table caption={t('insights:table')} columns={columns} rows={found.slice(0, drawn)} keyOf={({ id }) => id} />
      )}
      {held.next > 1 && complete && found.length === 0 && <NothingFound any={held.total > 0} />}
      <nav class="pager" aria-label={t('insights:more')}>
        {found.length > drawn && <Button onClick={() => setDrawn(drawn + DRAWN)}>{t('insights:showMore')}</Button>}
        {!complete && held.next > 1 && (
          <>
            <span class="muted" role="status">
              {t('insights:searched', { searched: held.all.length, total: held.total })}
            </span>
            <Button busy={busy} onClick={more}>
              {t('insights:loadOlder')}
            </Button>
          </>
        )}
      </nav>
      {open && <ConversationDialog conversation={open} onClose={() => setQuery({ conversation: undefined })} />}
    </InsightsFrame>
  );
}

function NothingFound({ any }: { any: boolean }) {
  return any ? (
    <Empty title={t('insights:nothingMatches')} icon="search">
      <p>{t('insights:nothingMatchesHelp')}</p>
    </Empty>
  ) : (
    <Empty title={t('insights:none')} icon="comment">
      <p>{rich(t('insights:noneHelp'), { ask: (words) => <AskLink>{words}</AskLink> })}</p>
    </Empty>
  );
}
