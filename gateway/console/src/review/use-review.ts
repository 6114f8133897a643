import type { Ref } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Assignee, Question, RewriteProposal } from '../api/types.js';
import { wordsOf } from '../api/words.js';
import { useStore } from '../state/store.js';
import { storedKeeping } from '../state/stored.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { editOf, isChanged, withInserted, type Draft, type Drafts, type Inserted } from './drafts.js';
import { canApprove, stateOf } from './filters.js';
import { withOption } from '../answers/option-choice.js';
import { Outdated, type QuestionsStore } from './questions-store.js';

/** The tick that takes saved answers into the library; it stays as the person left it. */
export interface Keep {
  on: boolean;
  change(on: boolean): void;
}

/** What can be done to the question that is open. */
export interface ReviewActions {
  draft: Draft | undefined;
  busy: boolean;
  /** What the service said against the edit. */
  error: string | undefined;
  mayComment: boolean;
  commentField: Ref<HTMLTextAreaElement>;
  /** Holds the search of the library. */
  suggestionBox: Ref<HTMLElement>;
  keep: Keep | undefined;
  /** The dialog that is open, and whether it waits for its answer. */
  regenerating: { sent: boolean } | undefined;
  /** The button of the menu. */
  rewriteMenu: Ref<HTMLButtonElement>;
  next(): void;
  previous(): void;
  approve(): void;
  unapprove(): void;
  edit(): void;
  change(draft: Draft): void;
  /** Takes a suggestion over into the edit. */
  insert(taken: Inserted): void;
  /** Chooses an option in the edit; false when there is none. */
  chooseOption(option: string | undefined): boolean;
  searchLibrary(): void;
  save(approve: boolean): void;
  cancel(): void;
  keepMine(): void;
  notApplicable(): void;
  askRegenerate(): void;
  stopRegenerating(): void;
  regenerate(instructions: string): void;
  openRewrite(): void;
  /** Saves a proposed wording; whether the proposal is done with. */
  takeRewrite(proposal: RewriteProposal): Promise<boolean>;
  assign(assignee: Pick<Assignee, 'id' | 'type'> | null): void;
  comment(): void;
}

interface Options {
  store: QuestionsStore;
  drafts: Drafts;
  /** The question that is open. */
  question: Question | undefined;
  editable: boolean;
  mayComment: boolean;
  /** Goes so many questions on in what is listed, as it was when the action began. */
  step(by: number): void;
  /** Goes on to the next question without an answer, when this one is still shown. */
  nextOpen(after: string): void;
  /** Whether saved answers may enter the library. */
  mayKeep: boolean;
}

export function useReview(options: Options): ReviewActions {
  const { store, drafts, question, editable, mayComment, step, nextOpen, mayKeep } = options;
  const { busy } = useStore(store.state);
  const all = useStore(drafts.all);
  const [error, setError] = useState<{ id: string; words: string }>();
  const [regenerating, setRegenerating] = useState<{ id: string; sent: boolean }>();
  const commentField = useRef<HTMLTextAreaElement>(null);
  const suggestionBox = useRef<HTMLElement>(null);
  const rewriteMenu = useRef<HTMLButtonElement>(null);
  const [keeps, setKeeps] = useState(storedKeeping.get() === 'on');
  const isKept = mayKeep && keeps;
  const draft = question && all.get(question.id);
  const isBusy = question !== undefined && busy.has(question.id);

  /** Runs what is done to the open question, and says what stood against it. */
  const run = async (work: (open: Question) => Promise<unknown>): Promise<void> => {
    if (!question || !editable) return;
    setError(undefined);
    try {
      await work(question);
    } catch (reason) {
      notify(reason instanceof Outdated ? t('panel:outdated') : wordsOf(reason), 'error');
    }
  };

  /** The dialog stays when it is refused: its guidance is the person's work. */
  const regenerate = async (instructions: string): Promise<void> => {
    if (!question || !editable) return;
    const { id } = question;
    // Another question's dialog may be open by the time that the answer comes.
    const show = (sent: boolean | undefined): void =>
      setRegenerating((shown) => (shown?.id !== id ? shown : sent === undefined ? undefined : { id, sent }));
    setError(undefined);
    show(true);
    try {
      await store.regenerate(question, instructions);
      show(undefined);
      notify(t('panel:regenerate.done'));
    } catch (reason) {
      const isOutdated = reason instanceof Outdated;
      show(isOutdated ? undefined : false);
      if (isOutdated) notify(t('panel:outdated'), 'error');
      else setError({ id, words: wordsOf(reason) });
    }
  };

  const takeRewrite = async ({ question_id: id, version, text }: RewriteProposal): Promise<boolean> => {
    if (!question || !editable || question.id !== id) return true;
    try {
      if (question.version !== version) throw new Outdated(question);
      await store.edit(question, { answer: text });
      notify(t('rewrite:taken'));
      return true;
    } catch (reason) {
      notify(reason instanceof Outdated ? t('rewrite:outdated') : wordsOf(reason), 'error');
      return reason instanceof Outdated;
    }
  };

  const save = async (edited: Draft, approve: boolean): Promise<void> => {
    if (!question || !editable || isBusy) return;
    const wasOpen = stateOf(question) === 'open';
    setError(undefined);
    try {
      const isSent = isChanged(edited) || (isKept && edited.answer.trim() !== '');
      const kept = isKept ? { keep_in_library: true } : {};
      const saved = isSent ? await store.edit(edited.base, { ...editOf(edited), ...kept }) : question;
      drafts.drop(question.id);
      if (approve && canApprove(saved)) {
        await store.approve(saved);
        if (!wasOpen) step(1);
      }
      if (wasOpen && stateOf(saved) !== 'open') nextOpen(question.id);
    } catch (reason) {
      if (reason instanceof Outdated) drafts.put(question.id, { ...edited, conflict: reason.current });
      else setError({ id: question.id, words: wordsOf(reason) });
    }
  };

  /** Changes the edit of the open question, which begins if there is none. */
  const changeDraft = (change: (open: Draft) => Draft): void => {
    if (!question || !editable || isBusy) return;
    drafts.begin(question);
    const begun = drafts.get(question.id);
    if (begun) drafts.put(question.id, change(begun));
  };

  const approve = (): void => {
    if (!question || draft) return;
    if (!canApprove(question)) {
      if (question.approved_at !== null) step(1);
      else notify(t('panel:commands.nothingToApproveHelp'), 'error');
      return;
    }
    // The next one is shown at once; what was approved may leave the list.
    void run((open) => store.approve(open));
    step(1);
  };

  return {
    draft,
    busy: isBusy,
    error: error?.id === question?.id ? error?.words : undefined,
    mayComment,
    commentField,
    suggestionBox,
    keep: mayKeep
      ? {
          on: keeps,
          change: (on) => {
            storedKeeping.set(on ? 'on' : undefined);
            setKeeps(on);
          },
        }
      : undefined,
    regenerating: question !== undefined && regenerating?.id === question.id ? regenerating : undefined,
    next: () => step(1),
    previous: () => step(-1),
    approve,
    unapprove: () => void run((open) => store.unapprove(open)),
    edit: () => {
      if (question && editable) drafts.begin(question);
    },
    change: (changed) => {
      if (question) drafts.put(question.id, changed);
    },
    insert: (taken) => changeDraft((open) => withInserted(open, taken)),
    chooseOption: (option) => {
      if (option === undefined || !question || !editable) return false;
      changeDraft((open) => ({ ...open, answer: withOption(question, open.answer, option) }));
      return true;
    },
    searchLibrary: () => suggestionBox.current?.querySelector('input')?.focus(),
    save: (andApprove) => {
      if (draft) void save(draft, andApprove);
    },
    cancel: () => {
      setError(undefined);
      if (question) drafts.drop(question.id);
    },
    keepMine: () => {
      if (!question || !draft?.conflict) return;
      const { conflict, ...rest } = draft;
      const mine = { ...rest, base: conflict };
      drafts.put(question.id, mine);
      void save(mine, false);
    },
    notApplicable: () => {
      if (!draft) void run((open) => store.edit(open, { answer_status: 'NOT_APPLICABLE', answer: null }));
    },
    askRegenerate: () => {
      if (question && editable && !draft) setRegenerating({ id: question.id, sent: false });
    },
    stopRegenerating: () => {
      setError(undefined);
      setRegenerating(undefined);
    },
    regenerate: (instructions) => void regenerate(instructions),
    rewriteMenu,
    openRewrite: () => rewriteMenu.current?.click(),
    takeRewrite,
    assign: (assignee) => void run((open) => store.assign(open, assignee)),
    comment: () => commentField.current?.focus(),
  };
}
