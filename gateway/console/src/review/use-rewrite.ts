import { useEffect, useRef, useState } from 'preact/hooks';
import type { Question, RewriteProposal } from '../api/types.js';
import { isAborted, isProblem, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { t } from '../words/words.js';
import { askedBy, type Wish } from './wishes.js';

/** How far the proposal is that was asked for. */
export type RewriteState = { wish: Wish } & (
  { kind: 'busy' } | { kind: 'failed'; words: string } | { kind: 'done'; proposal: RewriteProposal; taking: boolean }
);

export interface Rewriting {
  /** Undefined: nothing was asked for. */
  state: RewriteState | undefined;
  ask(wish: Wish): void;
  /** Makes the proposal the answer. */
  take(): void;
  /** Drops the proposal, or stops waiting for it. */
  leave(): void;
}

/** Asks for another wording of the open question's answer. `take` saves it, and says whether the proposal is done with. */
export function useRewrite(
  questionnaireId: string,
  question: Question,
  take: (proposal: RewriteProposal) => Promise<boolean>,
): Rewriting {
  const { api } = useApp();
  const [shown, setShown] = useState<{ id: string; state: RewriteState }>();
  const waiting = useRef<AbortController | undefined>(undefined);
  const leave = (): void => {
    waiting.current?.abort();
    setShown(undefined);
  };
  // What was asked for one question is nothing to the next, nor to an answer that has changed.
  useEffect(() => leave, [question.id, question.version]);

  const ask = async (wish: Wish): Promise<void> => {
    waiting.current?.abort();
    const asked = new AbortController();
    waiting.current = asked;
    const show = (state: RewriteState): void => {
      if (!asked.signal.aborted) setShown({ id: question.id, state });
    };
    show({ wish, kind: 'busy' });
    try {
      const proposal = await api.once.rewriteAnswer({
        path: { questionnaire_id: questionnaireId, question_id: question.id },
        headers: { 'If-Match': `"${question.version}"` },
        body: askedBy(wish),
        signal: asked.signal,
      });
      show({ wish, kind: 'done', proposal, taking: false });
    } catch (error) {
      if (!isAborted(error)) show({ wish, kind: 'failed', words: failureWords(error) });
    }
  };

  const state = shown?.id === question.id ? shown.state : undefined;
  const takeIt = async (): Promise<void> => {
    if (state?.kind !== 'done' || state.taking || state.proposal.outcome !== 'proposed') return;
    setShown({ id: question.id, state: { ...state, taking: true } });
    const isDone = await take(state.proposal);
    setShown(isDone ? undefined : { id: question.id, state: { ...state, taking: false } });
  };
  return { state, ask: (wish) => void ask(wish), take: () => void takeIt(), leave };
}

function failureWords(error: unknown): string {
  if (isProblem(error, 'endpoint_unavailable')) return t('rewrite:away');
  if (isProblem(error, 'language_not_detected')) return t('rewrite:languageUnknown');
  if (isProblem(error, 'answer_too_long')) return t('rewrite:tooLong');
  return wordsOf(error);
}
