import type { Question } from '../api/types.js';
import { createStore } from '../state/store.js';

/** An edit that is not saved. */
export interface Draft {
  answer: string;
  comment: string;
  /** The question as it was when the edit began, or when somebody else's change was seen. */
  base: Question;
  /** Somebody else's change that this edit has run into. */
  conflict?: Question;
}

/** Edits by question: going to another question loses none. */
export class Drafts {
  readonly all = createStore<ReadonlyMap<string, Draft>>(new Map());

  get(id: string): Draft | undefined {
    return this.all.get().get(id);
  }

  begin(question: Question): void {
    if (this.get(question.id)) return;
    this.put(question.id, { answer: question.answer ?? '', comment: question.comment ?? '', base: question });
  }

  put(id: string, draft: Draft): void {
    this.all.set(new Map(this.all.get()).set(id, draft));
  }

  drop(id: string): void {
    const left = new Map(this.all.get());
    left.delete(id);
    this.all.set(left);
  }

  /** Those that say something else than what is stored. */
  changed(): ReadonlySet<string> {
    return new Set([...this.all.get()].filter(([, draft]) => isChanged(draft)).map(([id]) => id));
  }
}

export const isChanged = ({ answer, comment, base }: Draft): boolean =>
  answer !== (base.answer ?? '') || comment !== (base.comment ?? '');

/** What an edit sends: only what it changed. */
export function editOf({ answer, comment, base }: Draft): { answer?: string | null; comment?: string | null } {
  return {
    ...(answer === (base.answer ?? '') ? {} : { answer: answer.trim() || null }),
    ...(comment === (base.comment ?? '') ? {} : { comment: comment.trim() || null }),
  };
}

/** What is taken over from a suggestion. */
export interface Inserted {
  /** As it fits the cell; null when none of the options says it. */
  answer: string | null;
  /** Beside an option: why. */
  comment: string | null;
}

/** Several options of one answer, as the engine joins them. */
const BETWEEN_OPTIONS = '; ';

/** The edit with what was taken over: an option is chosen, a text follows what stands there already. */
export function withInserted(draft: Draft, { answer, comment }: Inserted): Draft {
  const { options, answer_type: type } = draft.base;
  const chosen = type === 'multi_choice' ? options.filter((one) => answer?.split(BETWEEN_OPTIONS).includes(one)) : [];
  const fits = type === 'multi_choice' ? chosen.join(', ') : (answer ?? '');
  const isChoice = type !== 'text' && options.length > 0;
  return {
    ...draft,
    answer: isChoice ? fits || draft.answer : joined(draft.answer, fits),
    comment: joined(draft.comment, comment ?? ''),
  };
}

/** Nothing is said twice. */
function joined(before: string, text: string): string {
  if (text === '' || before.includes(text)) return before;
  return before.trim() === '' ? text : `${before.trimEnd()} ${text}`;
}
