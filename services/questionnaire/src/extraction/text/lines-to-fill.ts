const LINE_TO_FILL = /(?:_{3,}|\.{5,}|…{2,}|‗{3,}|(?:_\s){3,})/u;
/** "(e.g. 001)", "(DD/MM/YYYY)", "kg", "% of staff": what stands behind a blank and says how to fill it. */
const BEHIND_BLANK =
  /^(?:[(（][^()（）]*[)）]|[%‰€$£°]\s*(?:\p{L}+(?:\s\p{L}+){0,2})?|\p{Ll}[\p{L}/²³]*(?:\s\p{Ll}+){0,2}|mm\s?Hg)[.,;]?$/u;
/** "____ 岁", "____ 명": one character that counts what stands in the blank. */
const COUNTER = /^[\p{Script=Han}\p{Script=Hangul}][.,;。，；]?$/u;
/** "How many people work there ____? (estimate)": the sentence around a blank ends behind it. */
const END_BEHIND_BLANK = /^([?？؟])(?:\s?[(（][^()（）]*[)）])?$/u;
/** "____ (m/f), aged ____": how the blank before is filled, in front of the next label. */
const HINT_BEFORE_LABEL = /^[(（][^()（）]*[)）][\s,;，；、]*/u;

/** "/ ____ / A. Smith /": a line to sign on, between strokes; the name behind it is whoever signs. */
const SIGNED = /[/\\]\s*_{3,}\s*[/\\]\s*(?=\p{L})/u;
/** ", date", ".. Email:": what parts a label from the blank before it. */
const BEFORE_LABEL = /^[\s.,;·…]+/u;
/** "__ / __ / 202_ , at": the rest of a date, in front of the next label. */
const REST_OF_DATE = /^[/\\][^\p{L}]*/u;

/** Whether a text holds a line of underscores or dots to write on. */
export const hasLineToFill = (text: string): boolean => LINE_TO_FILL.test(text);

/** "Address: ____ Street ____ Town ____ Country": what each part of one blank takes stands behind it, in a word or two. */
const FEWEST_UNITS = 3;
const isUnit = (piece: string): boolean => /^\s*\p{Lu}[\p{L}'’-]*(?: [\p{L}'’-]+)?\s*$/u.test(piece);

/** The labels of the blanks of a text ("Name: ____ Date: ____"), without what only says how a blank is filled. */
export function labelsOfBlanks(text: string): string[] {
  const labels: string[] = [];
  const isSigned = SIGNED.test(text);
  const [first = '', ...more] = text.split(LINE_TO_FILL).filter((piece) => /\p{L}/u.test(piece));
  if (/[:：]\s*$/u.test(first) && more.length >= FEWEST_UNITS && more.every(isUnit)) return [first.trim()];
  text.split(LINE_TO_FILL).forEach((whole, i) => {
    const bare = i === 0 ? whole : whole.replace(BEFORE_LABEL, '').replace(REST_OF_DATE, '');
    const piece = isSigned ? bare.replace(/[/\\]\s*$/u, '').trim() : bare.trim();
    if (isSigned && !/[:：]$/u.test(piece)) return;
    const end = i === 0 ? undefined : END_BEHIND_BLANK.exec(piece)?.[1];
    const last = labels.at(-1);
    if (end !== undefined && last !== undefined) labels[labels.length - 1] = last + end;
    else if (
      /\p{L}/u.test(piece) &&
      end === undefined &&
      (i === 0 || !(BEHIND_BLANK.test(piece) || COUNTER.test(piece)))
    )
      labels.push(i === 0 ? piece : piece.replace(HINT_BEFORE_LABEL, ''));
  });
  return labels;
}
