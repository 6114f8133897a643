/**
 * A formula of OpenDocument in the words of Excel, so that mirrored questions and lists are found alike: `of:=[$Lists.$A$1:.$A$3]` is
 * `Lists!$A$1:$A$3`. Formulas of another grammar stay as they are, without their prefix and "=".
 */
export function asExcelFormula(formula: string): string {
  const bare = formula.replace(/^\s*[a-z][\w.-]*:(?==)/i, '').replace(/^\s*=/, '');
  return bare.replace(/"(?:[^"]|"")*"|\[([^[\]]*)\]|;/g, (found, reference: string | undefined) => {
    if (reference !== undefined) return asExcelReference(reference);
    return found === ';' ? ',' : found;
  });
}

const PART = /^\$?(?:('(?:[^']|'')*'|[^.'$:]+))?\.(\$?[A-Z]{1,3}\$?\d{1,7}|\$?[A-Z]{1,3}|\$?\d{1,7})$/i;

/** `$'My sheet'.$A$1:.$B$2` as `'My sheet'!$A$1:$B$2`; what is no such reference stays as it is. */
export function asExcelReference(reference: string): string {
  const parts = reference.trim().match(/(?:'(?:[^']|'')*'|[^':])+/g) ?? [];
  const [first, second] = parts.map((part) => PART.exec(part.trim()));
  if (parts.length === 0 || parts.length > 2 || !first || (parts.length === 2 && !second)) return reference;
  const sheet = first[1] === undefined ? '' : `${first[1]}!`;
  return `${sheet}${first[2] ?? ''}${second ? `:${second[2] ?? ''}` : ''}`;
}
