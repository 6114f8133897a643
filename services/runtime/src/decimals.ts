/** Characters that a decimal may have; longer ones are refused before anything looks at them. */
export const MOST_DECIMAL = 60;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,6}))?$/i;

/**
 * A decimal of at least 0 as it is stored: its digits exactly as they were given, without what says nothing ("+5." is "5",
 * "-0" is "0"). Undefined when the text is none, is below 0, or is larger than a number can be.
 */
export function decimalOf(given: string): string | undefined {
  const text = given.trim();
  if (text.length > MOST_DECIMAL) return undefined;
  const [, sign, before = '', after = '', exponent] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || before + after === '' || !Number.isFinite(Number(text))) return undefined;
  const isZero = !/[1-9]/.test(before + after);
  if (isZero) return '0';
  if (sign === '-') return undefined;
  const whole = before.replace(/^0+(?=\d)/, '') || '0';
  const power = exponent === undefined ? 0 : Number(exponent);
  return `${whole}${after === '' ? '' : `.${after}`}${power === 0 ? '' : `e${power}`}`;
}
