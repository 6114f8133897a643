const DAYS: Record<string, number> = {
  second: 1 / 86_400,
  minute: 1 / 1_440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  quarter: 91,
  year: 365,
};
const NUMBERS: Record<string, number> = { one: 1, a: 1, an: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12, thirty: 30, ninety: 90 }; // prettier-ignore
const AMOUNT = `((?<!\\d)\\d+(?:\\.\\d+)?|${Object.keys(NUMBERS).join('|')})`;
const DURATION = new RegExp(
  `\\b${AMOUNT}[ -]?(?:business |working |calendar )?(${Object.keys(DAYS).join('|')})s?\\b`,
  'i',
);

/** The first duration of a text in days; a month is 30 days. */
export function durationInDays(text: string): number | undefined {
  const match = DURATION.exec(text);
  return match ? value(match[1]!) * DAYS[match[2]!.toLowerCase()]! : undefined;
}

/** What durations (in days) an option such as "Less than 30 days", "1-7 days", "> 1 year" or "24 hours" holds. */
export function rangeOf(option: string): ((days: number) => boolean) | undefined {
  const between = new RegExp(`${AMOUNT}\\s*(?:-|–|to)\\s*${AMOUNT}\\s*(${Object.keys(DAYS).join('|')})`, 'i').exec(
    option,
  );
  if (between) {
    const unit = DAYS[between[3]!.toLowerCase()]!;
    return (days) => days >= value(between[1]!) * unit && days <= value(between[2]!) * unit;
  }
  const limit = durationInDays(option);
  if (limit === undefined) return undefined;
  if (/<=|≤|\b(?:up to|at most|within|no more than|or less|or fewer|maximum)\b/i.test(option))
    return (days) => days <= limit;
  if (/<|\b(?:less than|under|below|fewer than)\b/i.test(option)) return (days) => days < limit;
  if (/>=|≥|\b(?:at least|or more|minimum|or longer)\b/i.test(option)) return (days) => days >= limit;
  if (/>|\+|\b(?:more than|over|above|longer than|greater than)\b/i.test(option)) return (days) => days > limit;
  return (days) => Math.abs(days - limit) < 1e-9;
}

function value(amount: string): number {
  return NUMBERS[amount.toLowerCase()] ?? Number(amount);
}
