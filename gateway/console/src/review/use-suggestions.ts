import { useEffect, useRef, useState } from 'preact/hooks';
import type { Api } from '../api/api.js';
import type { Question } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import type { Inserted } from './drafts.js';
import { fromLibrary, stillOffered, type Offered } from './offered.js';

/** As many as there are digits to take them over by. */
const MOST_FOUND = 9;

export interface SuggestionList {
  offered: readonly Offered[];
  /** What the library is searched for; '': what is near the question. */
  words: string;
  loading: boolean;
  error: string | undefined;
  /** Place of the one that is being taken over. */
  taking: number | undefined;
  search(words: string): void;
  /** Takes over the one at a place, from 0, after a look at whether it still stands. */
  take(index: number): void;
}

/** Evidence near a question, or what a search in the library finds. `insert` gets what is taken over. */
export function useSuggestions(
  questionnaireId: string,
  question: Question,
  active: boolean,
  insert: (taken: Inserted) => void,
): SuggestionList {
  const { api } = useApp();
  const [words, search] = useState('');
  const [taking, setTaking] = useState<number>();
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  const found = useLoad(
    async (signal) => (active ? offeredFor(api, questionnaireId, question, words, signal) : []),
    [question.id, active, words],
  );
  const offered = found.data ?? [];

  const take = async (index: number): Promise<void> => {
    const chosen = offered[index];
    if (!chosen || found.loading || taking !== undefined) return;
    if (chosen.expired) {
      notify(t('panel:suggestions.isExpired'), 'error');
      return;
    }
    setTaking(index);
    try {
      const now = await offeredFor(api, questionnaireId, question, words);
      if (!isShown.current) return;
      if (stillOffered(chosen, now)) insert(chosen);
      else {
        found.set(now);
        notify(t('panel:suggestions.isGone'), 'error');
      }
    } catch (error) {
      notify(wordsOf(error), 'error');
    } finally {
      setTaking(undefined);
    }
  };

  const { loading, error } = found;
  return { offered, words, loading, error, taking, search, take: (index) => void take(index) };
}

async function offeredFor(
  api: Api,
  questionnaireId: string,
  question: Question,
  words: string,
  signal?: AbortSignal,
): Promise<Offered[]> {
  const sent = signal ? { signal } : {};
  if (words !== '') {
    const query = { query: words, status: 'APPROVED', limit: MOST_FOUND } as const;
    const { answers } = await api.call.listLibraryAnswers({ query, ...sent });
    return answers.map((one) => fromLibrary(one, question));
  }
  const path = { questionnaire_id: questionnaireId, question_id: question.id };
  const { suggestions } = await api.call.listSuggestions({ path, ...sent });
  return suggestions.map((one) => ({ ...one, expired: false }));
}
