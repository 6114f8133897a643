/** A field as it stands in the text: its quotes included. */
export interface RawField {
  start: number;
  end: number;
}

export interface RawRecord {
  fields: RawField[];
  /** Of the record's text, its line end not included. */
  start: number;
  end: number;
}

/**
 * Cuts a CSV text into records and fields as the reader does: quotes count where a field begins, a doubled quote is one, and
 * a quote that is followed by something else ends the quoting. `quote` is '' when quotes are no quotes in this file.
 */
export function* csvRecords(text: string, delimiter: string, quote: '"' | ''): Generator<RawRecord> {
  let at = 0;
  while (at < text.length) {
    const record: RawRecord = { fields: [], start: at, end: at };
    for (;;) {
      const end = fieldEnd(text, at, delimiter, quote);
      record.fields.push({ start: at, end });
      at = end;
      if (delimiter === '' || !text.startsWith(delimiter, at)) break;
      at += delimiter.length;
    }
    record.end = at;
    if (text[at] === '\r' && text[at + 1] === '\n') at += 2;
    else if (at < text.length) at++;
    yield record;
  }
}

function fieldEnd(text: string, start: number, delimiter: string, quote: '"' | ''): number {
  let at = start;
  if (quote !== '' && text[at] === quote) {
    at++;
    for (;;) {
      const close = text.indexOf(quote, at);
      if (close < 0) return text.length;
      at = close + 1;
      if (text[at] !== quote) break;
      at++;
    }
  }
  for (; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '\n' || sign === '\r' || (delimiter !== '' && text.startsWith(delimiter, at))) return at;
  }
  return at;
}

/** Whether a quote is opened and never closed: then quotes are no quotes in this file. */
export function hasOpenQuote(text: string, delimiter: string): boolean {
  let last: RawField | undefined;
  for (const record of csvRecords(text, delimiter, '"')) last = record.fields.at(-1);
  if (last === undefined || last.end < text.length || text[last.start] !== '"') return false;
  const body = text.slice(last.start + 1, last.end).replaceAll('""', '');
  return !body.includes('"');
}

/** The value that a field's text stands for. */
export function fieldValue(raw: string, quote: '"' | ''): string {
  if (quote === '' || !raw.startsWith(quote)) return raw;
  const inner = /^"((?:[^"]|"")*)"$/.exec(raw)?.[1];
  return inner === undefined ? raw : inner.replaceAll('""', '"');
}

/** The text of a field with this value: quoted when it must be, or when its neighbours are. */
export function fieldText(value: string, delimiter: string, quote: '"' | '', always: boolean): string {
  if (quote === '') return value.replace(/[\r\n]+/g, ' ').replaceAll(delimiter === '' ? '\u0000' : delimiter, ' ');
  const must =
    always || /["\r\n]/.test(value) || (delimiter !== '' && value.includes(delimiter)) || /^\s|\s$/.test(value);
  return must ? `"${value.replaceAll('"', '""')}"` : value;
}
