import { tokenize, type Token } from '../finding/tokens.js';

/** A term of the thesaurus found in a text: tokens [start, end). */
export interface ConceptSpan {
  concept: number;
  start: number;
  end: number;
}

/** A concept whose parts stand apart in a text ("rights of all staff are reviewed"): the tokens of each part found. */
export interface ComposedSpan {
  concept: number;
  /** One place of each part. */
  parts: ConceptSpan[];
  /** Further places of the parts among those. */
  also: ConceptSpan[];
}

interface Composition {
  concepts: number[];
  parts: number;
}

interface ComposedPart {
  stems: readonly string[];
  of: number;
  part: number;
}

/** Parts are the bits of a number. */
const MOST_PARTS = 31;
const NO_PARTS: readonly ComposedPart[] = [];

/** Whether a term, of which the first word is known to stand there, stands there whole. */
export function standsAt(stems: readonly string[], tokens: readonly Token[], start: number): boolean {
  for (let i = 1; i < stems.length; i++) if (tokens[start + i]?.stem !== stems[i]) return false;
  return true;
}

/** Concepts of the thesaurus that may be said in parts: "rights of all staff are reviewed" is an access review. */
export class Compositions {
  private readonly composed: Composition[] = [];
  /** First stem of a part → the compositions that it can be of. */
  private readonly composedParts = new Map<string, ComposedPart[]>();
  /** For each composition the parts that a text has so far, a bit each; all zero between calls. */
  private readonly seenParts: Uint32Array;

  /** Of each its concepts and, for each part, the terms that can say it. */
  constructor(list: readonly { name: string; concepts: number[]; parts: readonly string[][] }[]) {
    for (const { name, concepts, parts } of list) {
      const of = this.composed.length;
      if (parts.length > MOST_PARTS) throw new Error(`${name} has more than ${MOST_PARTS} parts`);
      this.composed.push({ concepts, parts: parts.length });
      parts.forEach((terms, part) => {
        for (const term of terms) this.addPart(term, of, part);
      });
    }
    this.seenParts = new Uint32Array(this.composed.length);
  }

  private addPart(term: string, of: number, part: number): void {
    const stems = tokenize(term).map((t) => t.stem);
    const first = stems[0];
    if (first === undefined) return;
    this.composedParts.set(first, [...(this.composedParts.get(first) ?? []), { stems, of, part }]);
  }

  /**
   * Concepts said in parts that stand near each other, in any order. The nearest places of the parts count; parts do not
   * share words.
   */
  find(tokens: readonly Token[]): ComposedSpan[] {
    const complete = this.completeIn(tokens);
    if (complete.size === 0) return [];
    for (let start = 0; start < tokens.length; start++) {
      for (const { stems, of, part } of this.composedParts.get(tokens[start]!.stem) ?? NO_PARTS) {
        const parts = complete.get(of);
        if (parts && standsAt(stems, tokens, start))
          parts[part]!.push({ concept: part, start, end: start + stems.length });
      }
    }
    const found: ComposedSpan[] = [];
    for (const [of, parts] of complete) {
      const near = nearest(parts);
      if (near) for (const concept of this.composed[of]!.concepts) found.push({ concept, ...near });
    }
    return found;
  }

  /** Concepts of which a text says some parts and what introduces it the others ("Suppliers: scored every year"). */
  findAcross(tokens: readonly Token[], introduction: readonly Token[]): number[] {
    const before = this.partsIn(introduction);
    if (before.size === 0) return [];
    const found: number[] = [];
    for (const [of, own] of this.partsIn(tokens)) {
      const { parts, concepts } = this.composed[of]!;
      const all = 2 ** parts - 1;
      const told = before.get(of) ?? 0;
      if (own !== all && told !== all && (own | told) === all) found.push(...concepts);
    }
    return found;
  }

  /** The parts that a text has of each composition, a bit each. */
  private partsIn(tokens: readonly Token[]): Map<number, number> {
    const seen = new Map<number, number>();
    for (let start = 0; start < tokens.length; start++)
      for (const { stems, of, part } of this.composedParts.get(tokens[start]!.stem) ?? NO_PARTS)
        if (standsAt(stems, tokens, start)) seen.set(of, (seen.get(of) ?? 0) | (1 << part));
    return seen;
  }

  /** Compositions all of whose parts are somewhere in a text, in the order of their first part; few texts have any. */
  private completeIn(tokens: readonly Token[]): Map<number, ConceptSpan[][]> {
    const touched: number[] = [];
    for (let start = 0; start < tokens.length; start++) {
      for (const { stems, of, part } of this.composedParts.get(tokens[start]!.stem) ?? NO_PARTS) {
        if (!standsAt(stems, tokens, start)) continue;
        if (this.seenParts[of] === 0) touched.push(of);
        this.seenParts[of]! |= 1 << part;
      }
    }
    const complete = new Map<number, ConceptSpan[][]>();
    for (const of of touched) {
      const { parts } = this.composed[of]!;
      if (this.seenParts[of] === 2 ** parts - 1)
        complete.set(
          of,
          Array.from({ length: parts }, () => []),
        );
      this.seenParts[of] = 0;
    }
    return complete;
  }
}

/** Parts of one statement stand within so many words. */
const NEAR_WORDS = 11;

/** One place of each part, all within `NEAR_WORDS`, and the other places among them; undefined when they stand too far apart. */
function nearest(parts: readonly ConceptSpan[][]): Omit<ComposedSpan, 'concept'> | undefined {
  for (const first of parts[0]!) {
    const chosen = [first];
    for (const places of parts.slice(1)) {
      const next = places.find(
        (p) =>
          chosen.every((c) => p.start >= c.end || p.end <= c.start) &&
          Math.max(p.end, ...chosen.map((c) => c.end)) - Math.min(p.start, ...chosen.map((c) => c.start)) <= NEAR_WORDS,
      );
      if (!next) break;
      chosen.push(next);
    }
    if (chosen.length < parts.length) continue;
    const start = Math.min(...chosen.map((c) => c.start));
    const also = parts.flat().filter((p) => !chosen.includes(p) && p.start >= start && p.end - start <= NEAR_WORDS);
    return { parts: chosen, also };
  }
  return undefined;
}
