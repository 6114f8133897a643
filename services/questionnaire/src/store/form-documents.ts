/** What a field of a web form takes. */
export const FORM_KINDS = ['text', 'long_text', 'boolean', 'choice', 'multi_choice', 'number', 'date'] as const;
export type FormKind = (typeof FORM_KINDS)[number];

/** A question as it stands in a web form. */
export interface FormQuestion {
  /** Unique in the form, and the same whenever the page is read. */
  key: string;
  text: string;
  help: string;
  section: string;
  kind: FormKind;
  options: string[];
  /** Characters; 0: any. */
  maxLength: number;
  required: boolean;
}

/** A web form that a questionnaire is made of. Its pages come one after the other, so its questions grow. */
export interface StoredForm {
  pageUrl: string;
  host: string;
  /** Ids of its `form_pages`, in the order in which they came: the questions lie there, since they may be many. */
  pages: string[];
  /** Questions of all pages. */
  count: number;
  /** Characters of all their texts. */
  characters: number;
  /** Raised with each page that brings something new. */
  revision: number;
  /** The revision whose questions are stored as such; below `revision`, more are to be taken. */
  taken: number;
  /** When the last page came, microseconds. */
  at: number;
}

/** What a page of a form brought that no page before it had. */
export interface FormPageDocument {
  _id: string;
  organizationId: string;
  questionnaireId: string;
  questions: FormQuestion[];
}

export interface FormFields {
  /** Absent where a file or a text was uploaded. */
  form?: StoredForm;
}
