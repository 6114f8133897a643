import { useEffect, useRef, useState } from 'preact/hooks';
import type { Question } from '../api/types.js';

/** The questions that a person has chosen in the list. */
export interface Marks {
  ids: ReadonlySet<string>;
  /** Chosen and listed, in the order of the list. */
  questions: readonly Question[];
  /** Chooses a question, or not any more. */
  toggle(id: string): void;
  /** Chooses all from the last one that was touched up to this one. */
  upTo(id: string): void;
  /** Chooses everything that is listed; once more: nothing. */
  all(): void;
  choose(ids: Iterable<string>): void;
  clear(): void;
}

const NONE: ReadonlySet<string> = new Set();

/** `from` up to `to` of a list, whichever comes first in it; `to` alone when `from` is not in it. */
export function between(listed: readonly string[], from: string | undefined, to: string): string[] {
  const [one, other] = [from === undefined ? -1 : listed.indexOf(from), listed.indexOf(to)];
  if (other < 0) return [];
  if (one < 0) return [to];
  return listed.slice(Math.min(one, other), Math.max(one, other) + 1);
}

/**
 * Follows what is chosen of the listed questions. `current` is where a range begins when nothing was touched yet. What leaves
 * the list is not chosen any more.
 */
export function useMarks(listed: readonly Question[], current: string | undefined): Marks {
  const [ids, setIds] = useState(NONE);
  const touched = useRef<string | undefined>(undefined);
  const questions = ids.size === 0 ? [] : listed.filter(({ id }) => ids.has(id));
  useEffect(() => {
    if (questions.length < ids.size) setIds(new Set(questions.map(({ id }) => id)));
  }, [listed, ids]);
  const choose = (wanted: Iterable<string>): void => setIds(new Set(wanted));
  return {
    ids,
    questions,
    toggle: (id) => {
      touched.current = id;
      const now = new Set(ids);
      if (!now.delete(id)) now.add(id);
      setIds(now);
    },
    upTo: (id) => {
      const order = listed.map((one) => one.id);
      const range = between(order, touched.current ?? current, id);
      touched.current = id;
      setIds(new Set([...ids, ...range]));
    },
    all: () => setIds(questions.length === listed.length ? NONE : new Set(listed.map(({ id }) => id))),
    choose,
    clear: () => {
      touched.current = undefined;
      setIds(NONE);
    },
  };
}
