import { useEffect, useRef, useState } from 'preact/hooks';
import type { Conversation } from '../api/types.js';
import { wordsOf, isAborted } from '../api/words.js';
import { useApp } from '../app/context.js';
import { useQuery } from '../app/use-query.js';
import { Button } from '../ui/button.js';
import { count, number } from '../ui/format.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import { Empty, Failure, Loading, Notice } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { ConversationDialog } from './conversation-dialog.js';
import { CHANNELS, narrowed, whoOf, type Channel } from './conversation-words.js';
import { ForReaders, InsightsFrame } from './insights-frame.js';

/** The most that a page of the API holds. */
const PAGE_SIZE = 100;
/** Pages that are loaded at once: 1,000 conversations, a tenth of the calls that a key may make in a minute. */
const PAGES_AT_ONCE = 10;
const DAY_US = 86_400_000_000;
const PERIODS = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['', 'All time'],
] as const;
const CHOICES: readonly (readonly [Channel | '', string])[] = [
  ['', 'Every channel'],
  ...Object.entries(CHANNELS).map(([channel, name]) => [channel as Channel, name] as const),
];
/** Rows that are drawn before more are asked for. */
const DRAWN = 100;

export default function ConversationsPage() {
  return (
    <ForReaders title="Conversations">
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
        const { data, total } = await api.call.listConversations({ query, signal: control.signal });
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
  const channel = CHOICES.find(([value]) => value === query.get('channel'))?.[0] ?? '';
  const period = PERIODS.find(([value]) => value === (query.get('days') ?? '30'))?.[0] ?? '';
  // To the hour, so that the same period stays the same.
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000_000;
  const since = period === '' ? 0 : hour - Number(period) * DAY_US;
  const { held, error, busy, complete, more } = useConversations(since);
  const [drawn, setDrawn] = useState(DRAWN);
  const found = narrowed(held.all, { words, channel, since });
  const open = held.all.find(({ id }) => id === query.get('conversation'));
  const columns: readonly Column<Conversation>[] = [
    {
      title: 'Question and answer',
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
    { title: 'Who', cell: (one) => <span class="text">{whoOf(one)}</span> },
    { title: 'Channel', minor: true, cell: ({ origin }) => <span class="nowrap">{CHANNELS[origin]}</span> },
    {
      title: 'When',
      numeric: true,
      cell: ({ answered_at: answered }) => <When time={answered} />,
    },
  ];
  return (
    <InsightsFrame
      title="Conversations"
      subtitle={held.next > 1 && `${count(found.length, 'conversation')}${complete ? '' : ' so far'}`}
    >
      <div class="toolbar" role="search">
        <SearchBox
          label="Search conversations"
          placeholder="Words of question, answer or person"
          value={words}
          onSearch={(q) => setQuery({ q })}
        />
        {/* "all" stands in the address, because nothing there means 30 days. */}
        <Choice
          label="Period"
          value={period}
          options={PERIODS}
          onChoose={(days) => setQuery({ days: days || 'all' })}
        />
        <Choice label="Channel" value={channel} options={CHOICES} onChoose={(value) => setQuery({ channel: value })} />
      </div>
      {error !== undefined && held.next > 1 && <Notice kind="error">{error}</Notice>}
      {held.next === 1 && busy && <Loading what="the conversations" />}
      {held.next === 1 && error !== undefined && <Failure message={error} retry={more} />}
      {found.length > 0 && (
        <Table
          caption="Conversations, newest first"
          columns={columns}
          rows={found.slice(0, drawn)}
          keyOf={({ id }) => id}
        />
      )}
      {held.next > 1 && complete && found.length === 0 && <NothingFound any={held.total > 0} />}
      <nav class="pager" aria-label="More conversations">
        {found.length > drawn && <Button onClick={() => setDrawn(drawn + DRAWN)}>Show more</Button>}
        {!complete && held.next > 1 && (
          <>
            <span class="muted" role="status">
              {number(held.all.length)} of {number(held.total)} looked at
            </span>
            <Button busy={busy} onClick={more}>
              Look at older ones
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
    <Empty title="Nothing matches" icon="search">
      <p>Try a longer period, another channel, or fewer words.</p>
    </Empty>
  ) : (
    <Empty title="Nobody has asked anything yet" icon="comment">
      <p>
        What people ask on the <a href="/ask">page for questions</a>, in Slack or in the browser extension is recorded
        here with its answer.
      </p>
    </Empty>
  );
}
