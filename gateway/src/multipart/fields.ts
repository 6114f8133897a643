import { invalid } from '@candor/runtime';

/** The text fields of a form. A blank field counts as absent. */
export class FormFields {
  private readonly values = new Map<string, string[]>();

  add(name: string, value: string): void {
    if (value.trim() === '') return;
    const own = this.values.get(name);
    if (own) own.push(value);
    else this.values.set(name, [value]);
  }

  /** Of the fields that say something; of lists without their brackets. */
  names(): string[] {
    return [...this.values.keys()].map((key) => key.replace(/\[\d*\]$/, ''));
  }

  /** The field's value, the first one when it was sent repeatedly. */
  text(name: string): string | undefined {
    return this.values.get(name)?.[0];
  }

  /**
   * A list in any of the forms that clients send: the field repeated, `name[]`, `name[0]`, one JSON array, or one
   * comma-separated value. Undefined when absent.
   */
  list(name: string): string[] | undefined {
    const sent = [...this.values].flatMap(([key, values]) => (isListKey(key, name) ? values : []));
    const [first] = sent;
    if (first === undefined) return undefined;
    if (sent.length > 1) return sent.map((value) => value.trim());
    if (first.trim().startsWith('[')) return jsonStrings(name, first);
    return first
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '');
  }
}

const isListKey = (key: string, name: string): boolean =>
  key === name || (key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length)));

function jsonStrings(name: string, text: string): string[] {
  const wrong = invalid([{ path: name, message: 'must be a JSON array of strings, or comma-separated' }]);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (!Array.isArray(parsed) || !parsed.every((value) => typeof value === 'string')) throw wrong;
  return parsed.map((value) => value.trim()).filter((value) => value !== '');
}
