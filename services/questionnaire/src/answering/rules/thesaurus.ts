import { readFileSync } from 'node:fs';
import { Compositions, standsAt, type ComposedSpan, type ConceptSpan } from './compositions.js';
import { stem } from '../finding/stemmer.js';
import { tokenize, type Token } from '../finding/tokens.js';

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
  private readonly compositions: Compositions;
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
    this.compositions = new Compositions(
      file.composed.map(([name, ...parts]) => ({ name, concepts: this.conceptsOf(name), parts })),
    );
  }

  /** Concepts said in parts that stand near each other, in any order. */
  findComposed(tokens: readonly Token[]): ComposedSpan[] {
    return this.compositions.find(tokens);
  }

  /** Concepts of which a text says some parts and what introduces it the others. */
  findAcross(tokens: readonly Token[], introduction: readonly Token[]): number[] {
    return this.compositions.findAcross(tokens, introduction);
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

const NO_TERMS: readonly { stems: string[]; concepts: number[] }[] = [];

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
    JSON.parse(readFileSync(new URL('../../../data/thesaurus.json', import.meta.url), 'utf8')) as ThesaurusFile,
  );
  return loaded;
}
