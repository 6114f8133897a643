/** Where "(…)" stands in a text: from each "(" to the next ")". Takes linear time, also where nothing closes them. */
export function bracketsOf(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = text.indexOf('(');
  while (start >= 0) {
    const close = text.indexOf(')', start);
    if (close < 0) break;
    found.push({ start, end: close + 1 });
    start = text.indexOf('(', close);
  }
  return found;
}

/** The text with a blank in the place of each "(…)". */
export function withoutBrackets(text: string): string {
  let plain = '';
  let from = 0;
  for (const { start, end } of bracketsOf(text)) {
    plain += `${text.slice(from, start)} `;
    from = end;
  }
  return plain + text.slice(from);
}
