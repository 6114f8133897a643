/** Why a document cannot be used. Each code has one plain sentence on what to do, for the processing log. */
export const DOCUMENT_FAILURES = {
  file_empty: 'The file is empty. Upload the file again, with its content.',
  file_damaged: 'The file is damaged or incomplete. Open it in its own program, save it again and upload that copy.',
  password_protected: 'The file is protected by a password. Remove the password and upload it again.',
  type_mismatch:
    'The content of the file is not of the type that was declared. Upload it with its real type and extension.',
  too_large_inflated: 'The file unpacks to more data than is allowed. Split it, or remove embedded content.',
  too_many_cells: 'The file has more cells than is allowed. Split it into several files.',
  no_text_layer:
    'The file has no text of its own (it may be a scan), and OCR read nothing of use in it. Upload a version with text, or the original document.',
  xfa_form:
    'The PDF is a dynamic XFA form, which only Adobe software can show. Print it to a plain PDF or use the original.',
  timed_out: 'Reading the file took too long. Simplify or split it and try again.',
  no_questions_found:
    'No questions were found in the file. Check that it is a questionnaire, or paste its questions as text.',
} as const;

export type DocumentFailureCode = keyof typeof DOCUMENT_FAILURES;

/** A document that cannot be used; terminal, never worth a retry with the same file (except `timed_out`). */
export class DocumentError extends Error {
  readonly code: DocumentFailureCode;
  /** What was found, in public words, e.g. "found a PDF, declared as .docx". */
  readonly detail: string | undefined;

  constructor(code: DocumentFailureCode, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? DOCUMENT_FAILURES[code] : `${DOCUMENT_FAILURES[code]} (${detail})`, options);
    this.name = 'DocumentError';
    this.code = code;
    this.detail = detail;
  }
}
