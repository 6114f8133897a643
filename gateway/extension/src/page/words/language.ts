/**
 * What forms say in one language. Entries are lower case regular expressions, matched against the whole text (`whole`) or as
 * words in it (`within`).
 */
export interface Language extends Elsewhere {
  /** Begins of sentences that ask or demand. */
  asking: string[];
  /** Labels that name the field, not what is asked. Whole. */
  answer: string[];
  /** Labels of fields for comments on a question. Whole. */
  comment: string[];
  /** Begins of such labels; what follows says when a comment is wanted. */
  commentBegins: string[];
  /** Labels of the free choice. Whole. */
  other: string[];
  yes: string[];
  no: string[];
  notApplicable: string[];
  /** Further answers that forms offer as buttons. Whole. */
  grades: string[];
  /** Choices that choose nothing. Whole. */
  nothingChosen: string[];
  /** Choices that in some lists choose nothing, and in others say that there is none. Whole. */
  none: string[];
  /** Marks of a required field. Within. */
  required: string[];
  /** Hints of how a question is answered: by one choice, by several, by a text. Whole. */
  kinds: string[];
  /** What a switch shows of its state, besides yes and no. Whole. */
  states: string[];
  /** Labels and letters of the fields of a date. Whole. */
  day: string[];
  month: string[];
  year: string[];
  /** The word in "12 of 300", which counts characters. */
  counters: string[];
  /** The word in "Question 3: ", before a number. */
  numbering: string[];
  /** Marks of a field that may stay empty. Within. */
  optional: string[];
  /** Contact data of the visitor. Whole. */
  identity: string[];
  /** Column headings over questions. Whole. */
  questionColumn: string[];
}

/** What pages say beside and instead of questions, in one language. */
export interface Elsewhere {
  /** Buttons of forms that ask for something else: shop, sign-in, newsletter, filter. Whole. */
  otherPurpose: string[];
  /** Buttons that go on with a form. Whole. */
  goingOn: string[];
  /** Labels that never are a question: search, sort order, quantity, coupon, consent. Whole. */
  neverAsked: string[];
  /** Begins of labels that never are a question. */
  neverAskedBegins: string[];
  /** Names of regions that hold no question. Within. */
  otherRegions: string[];
  /** Buttons that take a choice back. Whole. */
  clearing: string[];
}
