import { readFileSync } from 'node:fs';
import { stem } from './stemmer.js';
import { tokenize, type Token } from './tokens.js';

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

interface ThesaurusFile {
  same: string[][];
  composed: [string, ...string[][]][];
  kindOf: Record<string, string[]>;
  contrast: string[][];
  opposite: [string, string][];
  party: string[];
  process: string[];
  generic: string[];
}

/** The vocabulary of the field as concepts; a concept is one group of terms that mean the same. */
export class Thesaurus {
  /** First stem → terms that begin with it, longest first. */
  private readonly terms = new Map<string, { stems: string[]; concepts: number[] }[]>();
  private readonly names: string[] = [];
  private readonly generals = new Map<number, number[]>();
  private readonly contrasts = new Map<number, Set<number>>();
  private readonly opposites = new Map<number, Set<number>>();
  private readonly generic: Set<string>;
  private readonly genericConcepts: Set<number>;
  private readonly parties: Set<number>;
  private readonly partyStems: Set<string>;
  private readonly processes: Set<number>;
  private readonly composed: Composition[] = [];
  /** First stem of a part → the compositions that it can be of. */
  private readonly composedParts = new Map<string, ComposedPart[]>();
  /** For each composition the parts that a text has so far, a bit each; all zero between calls. */
  private seenParts = new Uint32Array(0);
  private readonly kindsOf = new Map<number, readonly number[]>();

  constructor(file: ThesaurusFile) {
    for (const group of file.same) {
      const concept = this.newConcept(group[0]!);
      for (const term of group) this.add(term, concept);
    }
    for (const [general, instances] of Object.entries(file.kindOf)) {
      const kinds = this.conceptsOf(general);
      for (const instance of instances) {
        for (const concept of this.conceptsOf(instance)) {
          const known = this.generals.get(concept) ?? [];
          this.generals.set(concept, [...new Set([...known, ...kinds.filter((k) => k !== concept)])]);
        }
      }
    }
    for (const family of file.contrast) this.relate(this.contrasts, family);
    for (const pair of file.opposite) this.relate(this.opposites, pair);
    this.generic = new Set(file.generic.map(key));
    this.genericConcepts = new Set(
      this.names.flatMap((name, concept) => (this.generic.has(key(name)) ? [concept] : [])),
    );
    this.parties = new Set(file.party.flatMap((term) => this.conceptsOf(term)));
    this.processes = new Set(file.process.flatMap((term) => this.conceptsOf(term)));
    this.partyStems = new Set(file.party.map(key));
    for (const list of this.terms.values()) list.sort((a, b) => b.stems.length - a.stems.length);
    for (const [name, ...parts] of file.composed) this.compose(name, parts);
    this.seenParts = new Uint32Array(this.composed.length);
  }

  private compose(name: string, parts: readonly string[][]): void {
    const of = this.composed.length;
    if (parts.length > MOST_PARTS) throw new Error(`${name} has more than ${MOST_PARTS} parts`);
    this.composed.push({ concepts: this.conceptsOf(name), parts: parts.length });
    parts.forEach((terms, part) => {
      for (const term of terms) {
        const stems = tokenize(term).map((t) => t.stem);
        const first = stems[0];
        if (first === undefined) continue;
        this.composedParts.set(first, [...(this.composedParts.get(first) ?? []), { stems, of, part }]);
      }
    });
  }

  /**
   * Concepts said in parts that stand near each other, in any order. The nearest places of the parts count; parts do not
   * share words.
   */
  findComposed(tokens: readonly Token[]): ComposedSpan[] {
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

  private newConcept(name: string): number {
    this.names.push(name);
    return this.names.length - 1;
  }

  private add(term: string, concept: number): void {
    const stems = tokenize(term).map((t) => t.stem);
    const first = stems[0];
    if (first === undefined) return;
    const list = this.terms.get(first) ?? [];
    const same = list.find((t) => t.stems.length === stems.length && t.stems.every((s, i) => s === stems[i]));
    if (!same) list.push({ stems, concepts: [concept] });
    else if (!same.concepts.includes(concept)) same.concepts.push(concept);
    this.terms.set(first, list);
  }

  /** Concepts of a term, made when it is in no group yet. */
  conceptsOf(term: string): number[] {
    const stems = tokenize(term).map((t) => t.stem);
    const known = this.terms.get(stems[0] ?? '')?.find((t) => t.stems.join(' ') === stems.join(' '));
    if (known) return known.concepts;
    const concept = this.newConcept(term);
    this.add(term, concept);
    return [concept];
  }

  private relate(map: Map<number, Set<number>>, terms: readonly string[]): void {
    const members = terms.map((t) => this.conceptsOf(t));
    members.forEach((own, i) => {
      for (const concept of own) {
        const others = map.get(concept) ?? new Set<number>();
        members.forEach((m, j) => i !== j && m.filter((c) => !own.includes(c)).forEach((c) => others.add(c)));
        map.set(concept, others);
      }
    });
  }

  /** All terms in a text, overlapping ones included. */
  find(tokens: readonly Token[]): ConceptSpan[] {
    const spans: ConceptSpan[] = [];
    // Those that keep what stands inside them from being found.
    const covering: ConceptSpan[] = [];
    for (let start = 0; start < tokens.length; start++) {
      for (const { stems, concepts } of this.terms.get(tokens[start]!.stem) ?? NO_TERMS) {
        if (!standsAt(stems, tokens, start)) continue;
        for (const concept of concepts) {
          const span = { concept, start, end: start + stems.length };
          spans.push(span);
          if (stems.length > 1 && this.contrasts.has(concept)) covering.push(span);
        }
      }
    }
    if (covering.length === 0) return spans;
    return spans.filter(
      (s) =>
        !covering.some(
          (t) =>
            t.start <= s.start &&
            t.end >= s.end &&
            t.end - t.start > s.end - s.start &&
            this.contrasting(t.concept).has(s.concept),
        ),
    );
  }

  /** Concepts of one stem taken alone. */
  conceptsOfStem(stemmed: string): number[] {
    return this.terms.get(stemmed)?.find((t) => t.stems.length === 1)?.concepts ?? [];
  }

  /** What a concept is an instance of, directly or over further kinds. */
  kinds(concept: number): readonly number[] {
    let kinds = this.kindsOf.get(concept);
    if (!kinds) this.kindsOf.set(concept, (kinds = this.collectKinds(concept)));
    return kinds;
  }

  private collectKinds(concept: number): number[] {
    const found = new Set<number>();
    const open = [...(this.generals.get(concept) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next) || next === concept) continue;
      found.add(next);
      open.push(...(this.generals.get(next) ?? []));
    }
    return [...found];
  }

  /** Concepts of the same family that must not stand for this one. */
  contrasting(concept: number): ReadonlySet<number> {
    return this.contrasts.get(concept) ?? NONE;
  }

  /** Whether these say what is done to something, not to what. */
  isProcess(concepts: readonly number[]): boolean {
    return concepts.length > 0 && concepts.every((c) => this.processes.has(c));
  }

  opposite(concept: number): ReadonlySet<number> {
    return this.opposites.get(concept) ?? NONE;
  }

  /** Whether words (stems, joined by spaces) or the concepts they stand for say little about a subject. */
  isGeneric(stemmed: string, concepts: readonly number[] = []): boolean {
    return this.generic.has(stemmed) || (concepts.length > 0 && concepts.every((c) => this.genericConcepts.has(c)));
  }

  /** Whether these are the people or companies that something concerns ("customers", "staff"). */
  isParty(stemmed: string, concepts: readonly number[]): boolean {
    return this.partyStems.has(stemmed) || (concepts.length > 0 && concepts.every((c) => this.parties.has(c)));
  }

  name(concept: number): string {
    return this.names[concept] ?? '';
  }

  /** Concept by one of its terms; -1 when unknown. */
  concept(term: string): number {
    const stems = term.split(' ').map((w) => stem(w));
    const known = this.terms.get(stems[0] ?? '')?.find((t) => t.stems.join(' ') === stems.join(' '));
    return known?.concepts[0] ?? -1;
  }
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
const NO_TERMS: readonly { stems: string[]; concepts: number[] }[] = [];

/** Whether a term, of which the first word is known to stand there, stands there whole. */
function standsAt(stems: readonly string[], tokens: readonly Token[], start: number): boolean {
  for (let i = 1; i < stems.length; i++) if (tokens[start + i]?.stem !== stems[i]) return false;
  return true;
}

/** Parts of one statement stand within so many words. */
const NEAR_WORDS = 9;

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

function key(term: string): string {
  return tokenize(term)
    .map((t) => t.stem)
    .join(' ');
}

const NONE: ReadonlySet<number> = new Set();
let loaded: Thesaurus | undefined;

/** The thesaurus of the package, read once. */
export function thesaurus(): Thesaurus {
  // The data folder lies beside src and dist alike.
  loaded ??= new Thesaurus(
    JSON.parse(readFileSync(new URL('../../data/thesaurus.json', import.meta.url), 'utf8')) as ThesaurusFile,
  );
  return loaded;
}
