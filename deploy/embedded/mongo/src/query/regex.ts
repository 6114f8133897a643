import { isRegExp } from '../bson/values.js';
import { badValue, CommandError, ErrorCode, unsupported } from '../errors.js';

const ALLOWED_OPTIONS = /^[imsux]*$/;
const SYNTAX = new Set('^$\\.*+?()[]{}|/-');

/**
 * Translates a PCRE pattern to a JavaScript one in Unicode mode: `\A`, `\z`, `\Z` become assertions, an escaped letter or
 * punctuation mark that PCRE takes literally becomes the mark itself. What JavaScript cannot express is an error.
 */
function translate(pattern: string): string {
  let out = '';
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i]!;
    if (char === '[' && !inClass) inClass = true;
    else if (char === ']' && inClass) inClass = false;
    if (char !== '\\') {
      out += char;
      continue;
    }
    const next = pattern[++i];
    if (next === undefined) throw new CommandError(ErrorCode.InvalidRegex, 'Regular expression is invalid: \\ at end');
    if (next === 'Q' || next === 'E') throw unsupported('\\Q…\\E in a regular expression');
    if (next === 'A' && !inClass) out += '(?<![\\s\\S])';
    else if (next === 'z' && !inClass) out += '(?![\\s\\S])';
    else if (next === 'Z' && !inClass) out += '(?=\\n?(?![\\s\\S]))';
    else if (/[\p{L}\p{N}]/u.test(next)) out += `\\${next}`;
    else if (SYNTAX.has(next) && (next !== '-' || inClass)) out += `\\${next}`;
    else out += next;
  }
  return out;
}

/** Compiles `$regex` and its options (i, m, s, u); error 51091 for a pattern that cannot be compiled. */
export function compileRegex(pattern: string, options: string): RegExp {
  if (!ALLOWED_OPTIONS.test(options)) throw new CommandError(51108, `invalid flag in regex options: ${options}`);
  let source = pattern;
  let flags = options.replace('u', '');
  const inline = /^\(\?([imsx]+)\)/.exec(source);
  if (inline) {
    source = source.slice(inline[0].length);
    flags += inline[1]!;
  }
  if (flags.includes('x')) throw unsupported('The regular expression option x');
  try {
    return new RegExp(translate(source), `${[...new Set(flags)].join('')}u`);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(ErrorCode.InvalidRegex, `Regular expression is invalid: ${(error as Error).message}`);
  }
}

/** The literal text that every match of `^literal…` starts with, or undefined when there is none to use. */
export function literalPrefix(pattern: string, options: string): string | undefined {
  if (options !== '' || !pattern.startsWith('^') || pattern.includes('|')) return undefined;
  let prefix = '';
  for (let i = 1; i < pattern.length; i++) {
    let char = pattern[i]!;
    if (char === '\\') {
      const next = pattern[i + 1];
      if (next === undefined || /[\p{L}\p{N}]/u.test(next)) break;
      char = next;
      i++;
    } else if ('.*+?()[]{}^$'.includes(char)) {
      break;
    }
    const quantifier = pattern[i + 1];
    if (quantifier !== undefined && '*?{'.includes(quantifier)) break;
    prefix += char;
  }
  return prefix === '' ? undefined : prefix;
}

/** The text that a pattern without any operators stands for; undefined when it has some. */
export function literalOf(pattern: string, options: string): string | undefined {
  if (options !== '' || pattern === '') return undefined;
  let literal = '';
  for (let i = 0; i < pattern.length; i++) {
    let char = pattern[i]!;
    if (char === '\\') {
      char = pattern[++i] ?? '';
      if (char === '' || /[\p{L}\p{N}]/u.test(char)) return undefined;
    } else if ('.*+?()[]{}^$|'.includes(char)) {
      return undefined;
    }
    // Half of a pair has no bytes of its own.
    if (/[\ud800-\udfff]/.test(char)) return undefined;
    literal += char;
  }
  return literal;
}

/** The pattern and the options of `$regex` and `$options`. */
export function regexOperands(value: unknown, siblingOptions: unknown): { pattern: string; options: string } {
  if (siblingOptions !== undefined && typeof siblingOptions !== 'string') throw badValue('$options has to be a string');
  if (isRegExp(value)) return { pattern: value.pattern, options: siblingOptions ?? value.options };
  if (typeof value !== 'string') throw badValue('$regex has to be a string');
  compileRegex(value, siblingOptions ?? '');
  return { pattern: value, options: siblingOptions ?? '' };
}
