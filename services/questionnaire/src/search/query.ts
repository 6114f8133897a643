import { invalid } from '@candor/runtime';
import { nameKey } from '@candor/runtime/text';
import { wordsOf } from './block-words.js';
import { DISPLAY_NAMES, STATUSES, statusByName, type Status } from '../domain/status.js';

export interface SearchQuery {
  /** Folded; every one must match somewhere in the questionnaire. */
  words: string[];
  /** Folded words in a row, single blanks between them; every one must stand so in one text of the questionnaire. */
  phrases: string[];
  /** Folded substrings. */
  titles: string[];
  accounts: string[];
  statuses: Status[];
}

const FIELDS = ['title', 'status', 'account'] as const;
type Field = (typeof FIELDS)[number];

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name);

/** In straight or in curly quotes; a mark that is never closed says nothing. */
const QUOTED = /^["“”„«]([^"“”„«»]*)["“”»]/u;

/**
 * Parses the search syntax: plain words, phrases in double quotes, and filters `@field:value`, separated by spaces or plus
 * signs. Values with spaces stand in double quotes, and a blank may stand behind the colon; a status may also stand unquoted
 * ("@status:Ready for review"), longest match first. `@word` without a colon is plain text. Throws `invalid` for an unknown
 * field or status, naming the valid ones.
 */
export function parseQuery(text: string): SearchQuery {
  const query: SearchQuery = { words: [], phrases: [], titles: [], accounts: [], statuses: [] };
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\s\p{Cc}+]+/u, '');
    if (rest === '') return query;
    const filter = /^@([\p{L}\p{N}_]+):/u.exec(rest);
    if (filter) {
      rest = takeFilter(query, filter[1] ?? '', rest.slice(filter[0].length).replace(/^[ \t]+(?![@\s])/, ''));
      continue;
    }
    const quoted = QUOTED.exec(rest);
    if (quoted) {
      const words = wordsOf(quoted[1] ?? '');
      if (words.length > 1) query.phrases.push(words.join(' '));
      else query.words.push(...words);
      rest = rest.slice(quoted[0].length);
    } else {
      rest = rest.replace(/^["“”„«]/u, '');
      const word = /^[^\s\p{Cc}+]*/u.exec(rest)?.[0] ?? '';
      query.words.push(...wordsOf(word));
      rest = rest.slice(word.length);
    }
  }
}

function takeFilter(query: SearchQuery, name: string, rest: string): string {
  const field = name.toLowerCase();
  if (!isField(field)) {
    throw invalid(
      [{ path: 'query', message: `Unknown filter @${name}:. Use @title:, @status: or @account:.` }],
      'invalid_query',
    );
  }
  const quoted = QUOTED.exec(rest);
  if (field === 'status') {
    const { status, length } = quoted
      ? { status: statusByName(quoted[1] ?? ''), length: quoted[0].length }
      : longestStatus(rest);
    if (!status) throw unknownStatus(quoted?.[1] ?? /^[^\s+]*/u.exec(rest)?.[0] ?? '');
    query.statuses.push(status);
    return rest.slice(length);
  }
  const value = quoted?.[1] ?? /^[^\s+]*/u.exec(rest)?.[0] ?? '';
  const folded = nameKey(value);
  if (folded !== '') (field === 'title' ? query.titles : query.accounts).push(folded);
  return rest.slice(quoted ? quoted[0].length : value.length);
}

/** The longest code or display name that the text begins with and that ends at a separator. */
function longestStatus(text: string): { status: Status | undefined; length: number } {
  const names = STATUSES.flatMap((status) => [status, DISPLAY_NAMES[status]].map((name) => ({ status, name })));
  names.sort((a, b) => b.name.length - a.name.length);
  const found = names.find(({ name }) => {
    const next = text[name.length];
    const spaced = text.slice(0, name.length).replaceAll('+', ' ');
    return spaced.toLowerCase() === name.toLowerCase() && (next === undefined || /[\s+]/u.test(next));
  });
  return { status: found?.status, length: found?.name.length ?? 0 };
}

const unknownStatus = (value: string) =>
  invalid(
    [{ path: 'query', message: `Unknown status "${value}". Use one of ${STATUSES.join(', ')}.` }],
    'invalid_query',
  );
