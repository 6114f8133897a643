/** Signs that open an item of a list, those of Word's symbol font too; "o" is its bullet of the second level. */
const BULLET = String.raw`(?:[-*•·▪◦–—‣●○◆■➢➤❖\uF0A7\uF0B7]\s+|o\s+(?=\p{Lu}))`;

const CLAUSE = String.raw`\d{1,3}(?:\.\d{1,3})+\.?\s+`;

/** The mark of a list item at the start of a line, or the number of a clause. */
export const LIST_MARK = new RegExp(
  String.raw`^\s*(?:${BULLET}|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]\s+|§\s?\d{1,3}(?:\.\d{1,3})*\.?\s+|${CLAUSE}(?=[\p{Lu}"“]))`,
  'u',
);

/** The same for lines of plain text, where a letter with a full stop may be an initial. */
export const ITEM_LINE = new RegExp(
  String.raw`^\s*(?:${BULLET}|\(?\d{1,3}[.)]\s+|§?\s?${CLAUSE}(?=\p{Lu})|[a-z][.)]\s+)`,
  'u',
);
