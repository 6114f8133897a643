import { cosine, DIMENSIONS } from '../reading/reader.js';
import { searchTextOf } from '../reading/judge-text.js';
import type { EvidenceItem } from '../types.js';
import { Best } from './best.js';
import { Postings } from './postings.js';
import type { Span } from './sentences.js';
import { statementsOf, type Statement } from './statements.js';
import { isStopWord, normalizedKey, tokenize } from './tokens.js';
import { VectorRows } from './vector-rows.js';

/** Constant of reciprocal rank fusion (Cormack et al., 2009). */
const FUSION = 60;
/** Best statements kept of each way of searching. */
const KEPT = 80;
/** The index is built anew when this many statements are gone and they are more than the living ones. */
const COMPACT_FROM = 3_000;

/** A statement that may answer, with the item it stands in. */
export interface Found {
  item: EvidenceItem;
  statement: Statement;
  /** Cosine with what is asked. */
  cosine: number;
  /** Share of the asked words that it holds, 0 to 1; a rare word counts for more. */
  words: number;
}

interface Document {
  item: EvidenceItem;
  statements: Statement[];
  slots: number[];
  vectors: Int8Array;
  bytes: number;
}

/**
 * Evidence of one organization, searchable statement by statement, by words and by meaning. Not persisted: built from the
 * database, with the vectors that are kept there.
 */
export class KnowledgeIndex {
  private readonly documents = new Map<string, Document>();
  private readonly questionKeys = new Map<string, Set<string>>();
  private bySlot: ({ document: Document; statement: Statement } | undefined)[] = [];
  private postings = new Postings();
  private vectors = new VectorRows(DIMENSIONS);
  private gone = 0;
  private bytes = 0;

  get size(): number {
    return this.documents.size;
  }

  /** Estimated memory, bytes. */
  get byteSize(): number {
    return this.bytes;
  }

  /** Adds an item with the vectors of its `textsOf`; one with a known id replaces it. */
  add(item: EvidenceItem, vectors: Int8Array): void {
    this.remove([item.id]);
    this.insert(item, vectors);
  }

  /** Removes items by id; unknown ids are ignored, so a removal may be repeated. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.removeOne(id);
    if (this.gone >= COMPACT_FROM && this.gone > this.bySlot.length / 2) this.compact();
  }

  get(id: string): EvidenceItem | undefined {
    return this.documents.get(id)?.item;
  }

  /** The statement of an item that overlaps a span of its text the most. */
  statementAt(id: string, span: Span): Statement | undefined {
    let most = 0;
    let best: Statement | undefined;
    for (const statement of this.documents.get(id)?.statements ?? []) {
      const shared = Math.min(span.end, statement.span.end) - Math.max(span.start, statement.span.start);
      if (shared > most) [most, best] = [shared, statement];
    }
    return best;
  }

  /** Library answers whose question has the same words in the same order, in the order of their ids. */
  sameQuestion(question: string): EvidenceItem[] {
    const ids = [...(this.questionKeys.get(normalizedKey(question)) ?? [])].sort();
    return ids.flatMap((id) => this.get(id) ?? []);
  }

  /** Best statements for a text and its vector: BM25 and cosine, fused by rank. Deterministic. */
  find(text: string, vector: Int8Array, limit: number, usable: (item: EvidenceItem) => boolean): Found[] {
    const order = (a: number, b: number): number => this.order(a, b);
    const near = new Best(KEPT, order);
    const open = (slot: number): boolean => {
      const entry = this.bySlot[slot];
      return entry !== undefined && usable(entry.document.item);
    };
    let last = -1;
    let top = 0;
    const close = (): void => {
      if (last >= 0 && top > 0 && open(last)) near.offer(last, top);
    };
    // A library answer's first statement has a second row, its question: the nearer one counts.
    this.vectors.compare(unit(vector), (slot, likeness) => {
      if (slot !== last) {
        close();
        last = slot;
        top = likeness;
      } else if (likeness > top) top = likeness;
    });
    close();
    const words = new Best(KEPT, order);
    const { slots, scores } = this.postings.score(featuresOf(text));
    for (const slot of slots) if (open(slot)) words.offer(slot, scores[slot]!);
    this.postings.clear(slots);
    const fused = new Map<number, number>();
    for (const list of [near.sorted(), words.sorted()])
      list.forEach(({ slot }, rank) => fused.set(slot, (fused.get(slot) ?? 0) + 1 / (FUSION + rank + 1)));
    return [...fused]
      .sort(([a, x], [b, y]) => y - x || order(a, b))
      .slice(0, limit)
      .map(([slot]) => {
        const { document, statement } = this.bySlot[slot]!;
        return { item: document.item, statement, ...this.likeness(document.item.id, statement, text, vector) };
      });
  }

  /** How near a statement of an item is to a text and its vector. */
  likeness(id: string, statement: Statement, text: string, vector: Int8Array): Pick<Found, 'cosine' | 'words'> {
    const words = this.postings.shareOf(featuresOf(text), featuresOf(searchTextOf(statement)));
    const document = this.documents.get(id);
    const at = document?.statements.indexOf(statement) ?? -1;
    if (!document || (at < 0 && document.item.kind === 'passage')) return { cosine: 0, words };
    const ahead = document.item.kind === 'library' ? 1 : 0;
    // An approved answer as a whole is as near as its question or the nearest of its statements.
    const all = Array.from({ length: document.vectors.length / DIMENSIONS }, (_, row) => row);
    const rows = at < 0 ? all : ahead === 1 && at === 0 ? [0, 1] : [at + ahead];
    return { cosine: Math.max(...rows.map((row) => cosine(rowOf(document.vectors, row), vector))), words };
  }

  /** Slots depend on the order in which evidence came; what is found must not. */
  private order(a: number, b: number): number {
    const [x, y] = [this.bySlot[a]!, this.bySlot[b]!];
    if (x.document !== y.document) return x.document.item.id < y.document.item.id ? -1 : 1;
    return x.statement.span.start - y.statement.span.start;
  }

  private insert(item: EvidenceItem, vectors: Int8Array): void {
    const statements = statementsOf(item);
    const document: Document = { item, statements, slots: [], vectors, bytes: 1_000 + vectors.length * 5 };
    const ahead = item.kind === 'library' ? 1 : 0;
    statements.forEach((statement, i) => {
      const text = searchTextOf(statement);
      const features = featuresOf(text);
      const slot = this.postings.add(features);
      if (i === 0 && ahead === 1) this.vectors.add(slot, unit(rowOf(vectors, 0)));
      this.vectors.add(slot, unit(rowOf(vectors, i + ahead)));
      document.slots.push(slot);
      document.bytes += text.length * 6 + features.size * 70;
      this.bySlot[slot] = { document, statement };
    });
    this.documents.set(item.id, document);
    if (item.kind === 'library') {
      const key = normalizedKey(item.question);
      this.questionKeys.set(key, (this.questionKeys.get(key) ?? new Set()).add(item.id));
    }
    this.bytes += document.bytes;
  }

  private removeOne(id: string): void {
    const document = this.documents.get(id);
    if (!document) return;
    this.documents.delete(id);
    document.slots.forEach((slot, i) => {
      this.bySlot[slot] = undefined;
      this.postings.remove(slot, featuresOf(searchTextOf(document.statements[i]!)));
      this.gone++;
    });
    this.bytes -= document.bytes;
    if (document.item.kind !== 'library') return;
    const key = normalizedKey(document.item.question);
    const ids = this.questionKeys.get(key);
    ids?.delete(id);
    if (ids?.size === 0) this.questionKeys.delete(key);
  }

  private compact(): void {
    const documents = [...this.documents.values()];
    this.documents.clear();
    this.questionKeys.clear();
    this.bySlot = [];
    this.postings = new Postings();
    this.vectors = new VectorRows(DIMENSIONS);
    this.gone = 0;
    this.bytes = 0;
    for (const { item, vectors } of documents) this.insert(item, vectors);
  }
}

/** The texts of an item whose vectors the index needs: of a library answer its question first, then each statement. */
export function textsOf(item: EvidenceItem): string[] {
  const texts = statementsOf(item).map(searchTextOf);
  return item.kind === 'library' ? [item.question, ...texts] : texts;
}

function rowOf(vectors: Int8Array, row: number): Int8Array {
  return vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
}

function unit(vector: Int8Array): Float32Array {
  let sum = 0;
  for (const v of vector) sum += v * v;
  const length = Math.sqrt(sum) || 1;
  return Float32Array.from(vector, (v) => v / length);
}

/** Stems of a text and how often each stands in it. */
function featuresOf(text: string): Map<string, number> {
  const features = new Map<string, number>();
  for (const token of tokenize(text))
    if (!isStopWord(token.word)) features.set(token.stem, (features.get(token.stem) ?? 0) + 1);
  return features;
}
