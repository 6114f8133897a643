/**
 * How a question hangs on its root: it asks only behind a yes or a no, or behind a choice of "other"; it is a part of it by
 * its number or below it as a stem; or it points back to it.
 */
export const DEPENDENCE_KINDS = ['if_yes', 'if_no', 'if_other', 'part', 'reference'] as const;
export type DependenceKind = (typeof DEPENDENCE_KINDS)[number];

export interface Dependence {
  /** Id of the question that it hangs on; that one stands before it. */
  questionId: string;
  kind: DependenceKind;
}

/** What is read of a question to find what it hangs on. */
export interface DependenceInput {
  _id: string;
  sheetId: string;
  section: string;
  number: string;
  stem: string;
  text: string;
  /** What another cell of its row says of when it is asked: "Only if question 10 is yes."; absent: nothing. */
  beside?: string;
}

/** A question as it is read. */
export interface Read {
  question: DependenceInput;
  /** Without its own number, folded. */
  text: string;
  condition: 'yes' | 'no' | undefined;
}

/** The root that was found. */
export interface Hanging {
  root: Read;
  kind: DependenceKind;
}
