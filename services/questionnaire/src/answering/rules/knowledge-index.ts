import { analyzeEvidence, type AnalyzedEvidence } from './evidence.js';
import { Postings } from '../finding/postings.js';
import { thesaurus } from './thesaurus.js';
import { isStopWord, normalizedKey, tokenize } from '../finding/tokens.js';
import type { EvidenceItem } from '../types.js';
import { VectorRows } from '../finding/vector-rows.js';
import { tokenVectors } from './vectors.js';

/** Constant of reciprocal rank fusion (Cormack et al., 2009). */
const FUSION = 60;
/** Best documents kept of each way of searching. */
const KEPT = 120;
/** Searches remembered: the parts of one question ask again with the same words. */
const REMEMBERED = 8;
const LEAST_COSINE = 0.15;
/** The index is built anew when this many documents are gone and they are more than the living ones. */
const COMPACT_FROM = 500;

interface Document {
  item: EvidenceItem;
  slot: number;
  analyzed: AnalyzedEvidence | undefined;
  bytes: number;
}

export interface Hit {
  item: EvidenceItem;
  /** Of one way of searching its own measure, fused the sum of reciprocal ranks; larger is better. */
  score: number;
}

interface Ranked {
  words: Hit[];
  meaning: Hit[];
}

/** Evidence of one organization, searchable by words and by meaning. Not persisted: built from the database. */
export class KnowledgeIndex {
  private readonly documents = new Map<string, Document>();
  private readonly questionKeys = new Map<string, Set<string>>();
  private readonly searches = new Map<string, Ranked>();
  private bySlot: (Document | undefined)[] = [];
  private postings = new Postings();
  private vectors = new VectorRows(tokenVectors().dimensions);
  private gone = 0;
  private bytes = 0;

  get size(): number {
    return this.documents.size;
  }

  /** Estimated memory, bytes. */
  get byteSize(): number {
    return this.bytes;
  }

  /** Adds items; one with a known id replaces it. */
  add(items: readonly EvidenceItem[]): void {
    this.searches.clear();
    for (const item of items) {
      this.removeOne(item.id);
      this.insert(item);
    }
  }

  /** Removes items by id; unknown ids are ignored, so a removal may be repeated. */
  remove(ids: readonly string[]): void {
    this.searches.clear();
    for (const id of ids) this.removeOne(id);
    if (this.gone >= COMPACT_FROM && this.gone > this.documents.size) this.compact();
  }

  get(id: string): EvidenceItem | undefined {
    return this.documents.get(id)?.item;
  }

  /** The item taken apart into statements; made when first needed. */
  analyzed(id: string): AnalyzedEvidence | undefined {
    const document = this.documents.get(id);
    if (!document) return undefined;
    document.analyzed ??= analyzeEvidence(document.item);
    return document.analyzed;
  }

  /** Library answers whose question has the same words in the same order. */
  sameQuestion(question: string): EvidenceItem[] {
    const ids = [...(this.questionKeys.get(normalizedKey(question)) ?? [])].sort();
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  /** Best items for a text: BM25 over words and concepts, and semantic vectors, fused by rank. Deterministic. */
  search(text: string, limit: number, usable: (item: EvidenceItem) => boolean = () => true): Hit[] {
    const { words, meaning } = this.ranked(text);
    const fused = new Map<string, Hit>();
    for (const list of [words, meaning]) {
      let rank = 0;
      for (const { item } of list) {
        if (!usable(item)) continue;
        const hit = fused.get(item.id) ?? { item, score: 0 };
        hit.score += 1 / (FUSION + ++rank);
        fused.set(item.id, hit);
      }
    }
    return [...fused.values()].sort(byScore).slice(0, limit);
  }

  /** BM25 alone. */
  byWords(text: string, limit: number, usable: (item: EvidenceItem) => boolean = () => true): Hit[] {
    return this.ranked(text)
      .words.filter((h) => usable(h.item))
      .slice(0, limit);
  }

  /** Semantic vectors alone; the score is the cosine. */
  byMeaning(text: string, limit: number, usable: (item: EvidenceItem) => boolean = () => true): Hit[] {
    return this.ranked(text)
      .meaning.filter((h) => usable(h.item))
      .slice(0, limit);
  }

  private ranked(text: string): Ranked {
    const known = this.searches.get(text);
    if (known) return known;
    const ranked = { words: this.rankByWords(text), meaning: this.rankByMeaning(text) };
    if (this.searches.size >= REMEMBERED) this.searches.delete(this.searches.keys().next().value!);
    this.searches.set(text, ranked);
    return ranked;
  }

  private rankByWords(text: string): Hit[] {
    const best = new BestOfKinds();
    const { slots, scores } = this.postings.score(featuresOf(text));
    for (const slot of slots) best.offer(this.bySlot[slot]!.item, scores[slot]!);
    this.postings.clear(slots);
    return best.hits();
  }

  private rankByMeaning(text: string): Hit[] {
    const best = new BestOfKinds();
    const { bySlot } = this;
    // A library answer has two rows, one after the other: the nearer one counts.
    let last = -1;
    let top = 0;
    const close = (): void => {
      const document = last < 0 ? undefined : bySlot[last];
      if (document && top > LEAST_COSINE) best.offer(document.item, top);
    };
    this.vectors.compare(tokenVectors().encode(text), (slot, cosine) => {
      if (slot === last) {
        if (cosine > top) top = cosine;
        return;
      }
      close();
      last = slot;
      top = cosine;
    });
    close();
    return best.hits();
  }

  private insert(item: EvidenceItem): void {
    const text = searchText(item);
    const features = featuresOf(text);
    const vectors = tokenVectors();
    const slot = this.postings.add(features);
    this.vectors.add(slot, vectors.encode(text));
    if (item.kind === 'library') this.vectors.add(slot, vectors.encode(item.question));
    // Measured: texts twice (item, statements), a posting and a feature of a statement each about 60 bytes.
    const bytes = 1_000 + text.length * 8 + features.size * 120 + vectors.dimensions * 8;
    const document: Document = { item, slot, analyzed: undefined, bytes };
    this.documents.set(item.id, document);
    this.bySlot[slot] = document;
    if (item.kind === 'library') {
      const key = normalizedKey(item.question);
      this.questionKeys.set(key, (this.questionKeys.get(key) ?? new Set()).add(item.id));
    }
    this.bytes += bytes;
  }

  private removeOne(id: string): void {
    const document = this.documents.get(id);
    if (!document) return;
    this.documents.delete(id);
    this.bySlot[document.slot] = undefined;
    this.postings.remove(document.slot, featuresOf(searchText(document.item)));
    this.gone++;
    this.bytes -= document.bytes;
    if (document.item.kind !== 'library') return;
    const key = normalizedKey(document.item.question);
    const ids = this.questionKeys.get(key);
    ids?.delete(id);
    if (ids?.size === 0) this.questionKeys.delete(key);
  }

  private compact(): void {
    const items = [...this.documents.values()].map((d) => d.item);
    this.documents.clear();
    this.questionKeys.clear();
    this.bySlot = [];
    this.postings = new Postings();
    this.vectors = new VectorRows(tokenVectors().dimensions);
    this.gone = 0;
    this.bytes = 0;
    for (const item of items) this.insert(item);
  }
}

/** The best of library answers and of passages, each apart, so that neither crowds the other out. */
class BestOfKinds {
  private readonly kinds = { library: new Best(KEPT), passage: new Best(KEPT) };

  offer(item: EvidenceItem, score: number): void {
    this.kinds[item.kind].offer(item, score);
  }

  hits(): Hit[] {
    return [...this.kinds.library.hits(), ...this.kinds.passage.hits()].sort(byScore);
  }
}

/** The best so many hits: a heap with the worst of them on top. */
class Best {
  private readonly heap: Hit[] = [];

  constructor(private readonly limit: number) {}

  offer(item: EvidenceItem, score: number): void {
    const { heap } = this;
    const worst = heap[0];
    if (heap.length < this.limit || worst === undefined) {
      heap.push({ item, score });
      this.rise(heap.length - 1);
    } else if (score > worst.score || (score === worst.score && item.id < worst.item.id)) {
      heap[0] = { item, score };
      this.sink();
    }
  }

  /** In no order. */
  hits(): readonly Hit[] {
    return this.heap;
  }

  private rise(from: number): void {
    const { heap } = this;
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (byScore(heap[parent]!, heap[at]!) > 0) return;
      [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
      at = parent;
    }
  }

  private sink(): void {
    const { heap } = this;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let worst = at;
      if (left < heap.length && byScore(heap[left]!, heap[worst]!) > 0) worst = left;
      if (right < heap.length && byScore(heap[right]!, heap[worst]!) > 0) worst = right;
      if (worst === at) return;
      [heap[worst], heap[at]] = [heap[at]!, heap[worst]!];
      at = worst;
    }
  }
}

function searchText(item: EvidenceItem): string {
  return item.kind === 'library'
    ? `${item.question}\n${item.answer}\n${item.tags.join(' ')}`
    : `${item.title}\n${item.locator}\n${item.text}`;
}

/** Stems and concepts of a text; concepts count as words of their own, so synonyms meet. */
function featuresOf(text: string): Map<string, number> {
  const features = new Map<string, number>();
  const tokens = tokenize(text);
  const add = (feature: string): void => void features.set(feature, (features.get(feature) ?? 0) + 1);
  for (const token of tokens) if (!isStopWord(token.word)) add(token.stem);
  for (const { concept } of [...thesaurus().find(tokens), ...thesaurus().findComposed(tokens)]) {
    add(`#${concept}`);
    for (const kind of thesaurus().kinds(concept)) add(`#${kind}`);
  }
  return features;
}

function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || (a.item.id < b.item.id ? -1 : 1);
}
