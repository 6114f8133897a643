import { analyzeEvidence, type AnalyzedEvidence } from './evidence.js';
import { thesaurus } from './thesaurus.js';
import { isStopWord, normalizedKey, tokenize } from './tokens.js';
import type { EvidenceItem } from './types.js';
import { dot, tokenVectors } from './vectors.js';

/** BM25 (Robertson & Zaragoza, 2009) with the usual constants. */
const K1 = 1.2;
const B = 0.75;
/** Constant of reciprocal rank fusion (Cormack et al., 2009). */
const FUSION = 60;

interface Document {
  item: EvidenceItem;
  slot: number;
  length: number;
  /** Feature → how often. */
  features: Map<string, number>;
  vector: Float32Array;
  /** Of the library question alone. */
  questionVector: Float32Array | undefined;
  analyzed: AnalyzedEvidence | undefined;
  bytes: number;
}

export interface Hit {
  item: EvidenceItem;
  /** Fused rank score; larger is better. */
  score: number;
}

/** Evidence of one organization, searchable by words and by meaning. Not persisted: built from the database. */
export class KnowledgeIndex {
  private readonly documents = new Map<string, Document>();
  /** Feature → slots of its documents and counts. */
  private readonly postings = new Map<string, Map<number, number>>();
  private readonly bySlot = new Map<number, Document>();
  private readonly questionKeys = new Map<string, Set<string>>();
  private totalLength = 0;
  private bytes = 0;
  private nextSlot = 0;

  get size(): number {
    return this.documents.size;
  }

  /** Estimated memory, bytes. */
  get byteSize(): number {
    return this.bytes;
  }

  /** Adds items; one with a known id replaces it. */
  add(items: readonly EvidenceItem[]): void {
    for (const item of items) {
      this.removeOne(item.id);
      this.insert(item);
    }
  }

  /** Removes items by id; unknown ids are ignored, so a removal may be repeated. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.removeOne(id);
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
    const words = this.byWords(text, limit * 2, usable);
    const meaning = this.byMeaning(text, limit * 2, usable);
    const fused = new Map<string, number>();
    for (const list of [words, meaning])
      list.forEach((hit, rank) => fused.set(hit.item.id, (fused.get(hit.item.id) ?? 0) + 1 / (FUSION + rank + 1)));
    return [...fused]
      .map(([id, score]) => ({ item: this.documents.get(id)!.item, score }))
      .sort(byScore)
      .slice(0, limit);
  }

  /** BM25 alone. */
  byWords(text: string, limit: number, usable: (item: EvidenceItem) => boolean = () => true): Hit[] {
    const scores = new Map<number, number>();
    const average = this.totalLength / Math.max(1, this.documents.size);
    for (const [feature, weight] of featuresOf(text)) {
      const list = this.postings.get(feature);
      if (!list) continue;
      const idf = Math.log(1 + (this.documents.size - list.size + 0.5) / (list.size + 0.5));
      for (const [slot, count] of list) {
        const length = this.bySlot.get(slot)!.length;
        const part = (idf * weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
        scores.set(slot, (scores.get(slot) ?? 0) + part);
      }
    }
    const hits = [...scores].map(([slot, score]) => ({ item: this.bySlot.get(slot)!.item, score }));
    return best(
      hits.filter((h) => usable(h.item)),
      limit,
    );
  }

  /** Semantic vectors alone; the score is the cosine. */
  byMeaning(text: string, limit: number, usable: (item: EvidenceItem) => boolean = () => true): Hit[] {
    const vector = tokenVectors().encode(text);
    const hits: Hit[] = [];
    for (const d of this.documents.values()) {
      const whole = dot(vector, d.vector);
      const score = d.questionVector ? Math.max(whole, dot(vector, d.questionVector)) : whole;
      if (score > 0.15) hits.push({ item: d.item, score });
    }
    return best(
      hits.filter((h) => usable(h.item)),
      limit,
    );
  }

  private insert(item: EvidenceItem): void {
    const text = searchText(item);
    const features = featuresOf(text);
    const vectors = tokenVectors();
    const length = [...features.values()].reduce((a, b) => a + b, 0);
    const questionVector = item.kind === 'library' ? vectors.encode(item.question) : undefined;
    const bytes = 400 + text.length * 2 + features.size * 90 + vectors.dimensions * 8;
    const slot = this.nextSlot++;
    const document: Document = {
      item,
      slot,
      length,
      features,
      vector: vectors.encode(text),
      questionVector,
      analyzed: undefined,
      bytes,
    };
    this.documents.set(item.id, document);
    this.bySlot.set(slot, document);
    for (const [feature, count] of features) {
      const list = this.postings.get(feature);
      if (list) list.set(slot, count);
      else this.postings.set(feature, new Map([[slot, count]]));
    }
    if (item.kind === 'library') {
      const key = normalizedKey(item.question);
      this.questionKeys.set(key, (this.questionKeys.get(key) ?? new Set()).add(item.id));
    }
    this.totalLength += length;
    this.bytes += bytes;
  }

  private removeOne(id: string): void {
    const document = this.documents.get(id);
    if (!document) return;
    this.documents.delete(id);
    this.bySlot.delete(document.slot);
    for (const feature of document.features.keys()) {
      const list = this.postings.get(feature)!;
      list.delete(document.slot);
      if (list.size === 0) this.postings.delete(feature);
    }
    if (document.item.kind === 'library') this.questionKeys.get(normalizedKey(document.item.question))?.delete(id);
    this.totalLength -= document.length;
    this.bytes -= document.bytes;
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
  for (const span of thesaurus().find(tokens)) {
    add(`#${span.concept}`);
    for (const kind of thesaurus().kinds(span.concept)) add(`#${kind}`);
  }
  return features;
}

function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || (a.item.id < b.item.id ? -1 : 1);
}

function best(hits: Hit[], limit: number): Hit[] {
  return hits.sort(byScore).slice(0, limit);
}
