import { fallbackDateFormat, plainDateFormat } from './date-formats.js';

/** The part of SheetJS's number formatter that is used here: `format` renders as Excel shows (SSF). */
interface SpreadsheetFormatter {
  format(format: string | number, value: unknown, options?: { date1904?: boolean }): string;
  is_date(format: string): boolean;
}

/** How numbers of one format are shown. */
export interface NumberFormat {
  readonly isDate: boolean;
  show(value: string): string;
  /** Formats with a text section change texts too; most do not. */
  showText(text: string): string;
}

/** Built-in formats of ECMA-376 18.8.30 that are not in the file; the formatter knows them by number. */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/** Number formats of a workbook, rendered to what a person would see. */
export class NumberFormats {
  #formatter: SpreadsheetFormatter | undefined;
  readonly #formats = new Map<string | number, NumberFormat>();

  private constructor(
    formatter: SpreadsheetFormatter,
    private readonly date1904: boolean,
  ) {
    this.#formatter = formatter;
  }

  static async load(date1904: boolean): Promise<NumberFormats> {
    const { SSF } = (await import('@e965/xlsx')) as unknown as { SSF: SpreadsheetFormatter };
    return new NumberFormats(SSF, date1904);
  }

  /** A format by its code, or by its built-in number. */
  format(code: string | number): NumberFormat {
    let format = this.#formats.get(code);
    if (format === undefined) {
      format = this.#create(code);
      this.#formats.set(code, format);
    }
    return format;
  }

  #create(code: string | number): NumberFormat {
    if (code === 0 || code === 49 || code === '@' || (typeof code === 'string' && /^general$/i.test(code))) {
      return { isDate: false, show: (value) => this.#general(value), showText: (text) => text };
    }
    const isDate =
      typeof code === 'number' ? BUILT_IN_DATES.has(code) : (this.#try(() => this.#formatter!.is_date(code)) ?? false);
    const dateCode = typeof code === 'string' && isDate ? plainDateFormat(code) : code;
    const textSection = typeof code === 'string' && code.includes('@');
    return {
      isDate,
      show: (value) =>
        this.#render(dateCode, Number(value)) ??
        (isDate ? this.#render(fallbackDateFormat(Number(value)), Number(value)) : undefined) ??
        this.#general(value),
      showText: (text) => (textSection ? (this.#render(dateCode, text) ?? text) : text),
    };
  }

  #render(code: string | number, value: number | string): string | undefined {
    if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
    return this.#try(() => this.#formatter!.format(code, value, { date1904: this.date1904 }).trim());
  }

  /** Format "General": up to eleven characters, as short as the value allows. */
  #general(value: string): string {
    if (/^-?\d{1,11}$/.test(value) || (value.length <= 10 && /^-?\d+\.\d*[1-9]$/.test(value))) return value;
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number)) return value;
    return this.#try(() => this.#formatter!.format('General', number)) ?? value;
  }

  /** Malformed formats of a customer's file must not fail the reading; the plain value is shown then. */
  #try<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch {
      return undefined;
    }
  }
}
