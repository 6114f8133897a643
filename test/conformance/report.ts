/** What came of a check. */
export type Outcome = 'pass' | 'fail' | 'not observed';

export interface Result {
  id: string;
  /** Of the specification ("S 4.1") or of the decisions ("D 3"). */
  section: string;
  says: string;
  outcome: Outcome;
  /** What was seen, of a failure or of what could not be looked at. */
  saw: string;
}

/** What was seen is not what is promised. */
export class Mismatch extends Error {}

/** The installation gives no occasion to look. */
export class NotObserved extends Error {}

/** Asks for a value: throws `Mismatch` where it is another. */
export function same(what: string, seen: unknown, promised: unknown): void {
  const [a, b] = [JSON.stringify(seen), JSON.stringify(promised)];
  if (a !== b) throw new Mismatch(`${what}: ${short(a)}, not ${short(b)}`);
}

/** Throws `Mismatch` unless it holds. */
export function holds(what: string, isSo: boolean, seen: unknown = ''): void {
  if (!isSo) throw new Mismatch(`${what}: ${short(typeof seen === 'string' ? seen : JSON.stringify(seen))}`);
}

const short = (text = 'nothing'): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** The checks of one section, run one after the other; a failure of one keeps none of the others from running. */
export class Report {
  readonly results: Result[] = [];
  private section = '';
  private prefix = '';
  private count = 0;

  /** Checks from now on belong to this section; their ids are the prefix and a number. */
  chapter(section: string, prefix: string): void {
    this.section = section;
    if (prefix !== this.prefix) this.count = 0;
    this.prefix = prefix;
  }

  async check(says: string, look: () => unknown): Promise<void> {
    const { section } = this;
    const id = `${this.prefix}-${String(++this.count).padStart(2, '0')}`;
    let outcome: Outcome = 'pass';
    let saw = '';
    try {
      await look();
    } catch (error) {
      outcome = error instanceof NotObserved ? 'not observed' : 'fail';
      saw = error instanceof Error ? error.message : String(error);
    }
    this.results.push({ id, section, says, outcome, saw });
  }

  counted(outcome: Outcome): number {
    return this.results.filter((result) => result.outcome === outcome).length;
  }

  /** A table of all checks; of those that do not pass also what was seen. */
  table(): string {
    const lines = this.results.map(({ id, section, says, outcome, saw }) => {
      const mark = { pass: 'pass', fail: 'FAIL', 'not observed': '—   ' }[outcome];
      return `${mark}  ${id.padEnd(8)} ${section.padEnd(8)} ${says}${saw === '' ? '' : `\n        saw: ${saw}`}`;
    });
    const sums = (['pass', 'fail', 'not observed'] as const).map((outcome) => `${this.counted(outcome)} ${outcome}`);
    return [...lines, '', `${this.results.length} checks: ${sums.join(', ')}`].join('\n');
  }
}
