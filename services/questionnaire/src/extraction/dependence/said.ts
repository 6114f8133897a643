import { dependenceWords } from './words.js';
import type { Read } from './types.js';

/** Shorter words ("of", "alle") are no subject that a question could take up. */
export const SHORTEST_WORD = 4;
/** So much of a word stays when its ending changes. */
const STEM = 5;
/** What stands in brackets is an example, not what is asked about. */
const ASIDE = /\([^()]*\)/gu;
/** So many questions that share the rarest word of a clause are looked at, the last first. */
const LOOKED_AT = 50;

export const stemOf = (word: string): string => word.slice(0, STEM);
export const isSubject = (word: string): boolean => word.length >= SHORTEST_WORD && !dependenceWords().light.has(word);
/** The words of a folded text, in their order. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}-]+/gu) ?? [];
export const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(stemOf));
/** Stems of the words that name what a folded text speaks of, in their order. */
export const subjectsOf = (text: string): string[] => [...new Set(wordsOf(text).filter(isSubject).map(stemOf))];

/** What the questions of a sheet have spoken of so far. */
export class Said {
  private readonly byStem = new Map<string, Read[]>();
  private readonly stems = new Map<Read, ReadonlySet<string>>();

  add(read: Read): void {
    const stems = stemsOf(read.text.replace(ASIDE, ' '));
    this.stems.set(read, stems);
    for (const stem of stems) {
      const there = this.byStem.get(stem);
      if (there) there.push(read);
      else this.byStem.set(stem, [read]);
    }
  }

  says(read: Read, stem: string): boolean {
    return this.stems.get(read)?.has(stem) ?? false;
  }

  firstWith(stem: string): Read | undefined {
    return this.byStem.get(stem)?.[0];
  }

  /** The last question that speaks of all of these. */
  lastWith(stems: readonly string[]): Read | undefined {
    const lists = stems.map((stem) => this.byStem.get(stem) ?? []);
    const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a), lists[0] ?? []);
    return shortest
      .slice(-LOOKED_AT)
      .reverse()
      .find((read) => stems.every((stem) => this.says(read, stem)));
  }
}
