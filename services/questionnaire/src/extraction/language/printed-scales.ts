/** Signs that may stand between the steps of a printed scale. */
const SIGNS = /[-–—/|·]/gu;
/** Two steps or more at the end, set apart from the words before them by a tab, two blanks or a sign. */
const STEPS_AT_END = /(?:[\t:：?？.)）]|[^\S\t]{2})[^\S\t]?(\d{1,2}(?:[\s\-–—/|·]{1,5}\d{1,2}){2,10})$/u;

/** "1  2  3  4  5", "5 - 4 - 3 - 2 - 1": a line of nothing but the steps of a scale, to ring one of. */
export function printedScale(text: string): string[] | undefined {
  const steps = text.replace(SIGNS, ' ').trim().split(/\s+/);
  if (steps.length < 3 || steps.length > 11 || !steps.every((step) => /^\d{1,2}$/.test(step))) return undefined;
  const upwards = Number(steps[0]) < Number(steps.at(-1));
  const lowest = Number(upwards ? steps[0] : steps.at(-1));
  const at = (i: number): number => lowest + (upwards ? i : steps.length - 1 - i);
  return lowest <= 1 && steps.every((step, i) => Number(step) === at(i)) ? steps : undefined;
}

/** "The rooms were clean.    1 - 2 - 3 - 4 - 5": the steps stand behind what is rated, set apart from it. */
export function trailingScale(text: string): { before: string; options: string[] } | undefined {
  const line = text.trim();
  const found = STEPS_AT_END.exec(line);
  const options = printedScale(found?.[1] ?? '');
  if (found === null || options === undefined) return undefined;
  const before = line.slice(0, line.length - found[0].length + 1).trim();
  return /\p{L}{2}/u.test(before) ? { before, options } : undefined;
}

/** "1–5", "(0 to 3)", "1 / 2 / 3": a cell of nothing but a scale, as its steps. */
const RANGE = /^[([]?\s*([01])\s*(?:-|–|—|~|〜|～|…|\.\.\.?|to|bis|à|a|al|do|до)\s*(\d{1,2})\s*[)\]]?$/u;

/** The steps of a cell that shows the scale to choose from and nothing else, lowest first where only its ends are shown. */
export function printedRange(text: string): string[] | undefined {
  const [, from, to] = RANGE.exec(text.trim()) ?? [];
  if (from === undefined || to === undefined) return /^\d+$/.test(text.trim()) ? undefined : printedScale(text);
  const count = Number(to) - Number(from) + 1;
  return count >= 3 && count <= 11 ? Array.from({ length: count }, (_, i) => String(Number(from) + i)) : undefined;
}
