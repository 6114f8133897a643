import { createHash } from 'node:crypto';
import { KnowledgeIndex, textsOf } from './finding/knowledge-index.js';
import type { Evidence } from './local-engine.js';
import type { Reader } from './reading/reader.js';
import { inSlices, inOneGo, type Breathe } from './slices.js';
import { KnowledgeIndex as RulesIndex } from './rules/knowledge-index.js';
import { prepareForReuse } from './rules/reuse.js';
import type { EvidenceItem } from './types.js';
import type { EncodedItem, KnowledgeChunk } from './worker-protocol.js';

interface Entry extends Evidence {
  /** Revision of the content; 0 while it is being loaded. */
  rev: number;
}

/** Items that are read at the same time, before others may come between. */
const ITEMS_AT_ONCE = 4;

/** Indexes by organization, the least recently used dropped first when all together exceed the budget. */
export class IndexCache {
  /** In order of use, the latest last. */
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly budgetBytes: number,
    private readonly version: string,
  ) {}

  /**
   * Takes in a chunk. Returns the organizations that had to go for it, and the vectors that had to be made, so that they
   * can be kept for the next time.
   */
  async apply(
    organizationId: string,
    chunk: KnowledgeChunk,
    rev: number | undefined,
    reader: () => Promise<Reader>,
    breathe: Breathe = inOneGo,
  ): Promise<{ evicted: string[]; encoded: EncodedItem[] }> {
    let entry = this.entries.get(organizationId);
    if (chunk.replace === true || !entry) {
      entry = { index: new KnowledgeIndex(), rules: new RulesIndex(), rev: 0 };
      this.entries.set(organizationId, entry);
    }
    const { index, rules } = entry;
    index.remove(chunk.removals);
    rules.remove(chunk.removals);
    const encoded: EncodedItem[] = [];
    await inSlices(chunk.upserts, ITEMS_AT_ONCE, breathe, async (item) => {
      const texts = textsOf(item);
      const vectorsOf = `${this.version} ${createHash('sha256').update(texts.join('\n')).digest('base64')}`;
      const kept = keptVectors(item, vectorsOf);
      const vectors = kept ?? (await (await reader()).encodeJoined(texts));
      if (!kept) encoded.push({ id: item.id, kind: item.kind, vectors, vectorsOf });
      const plain = withoutVectors(item);
      index.add(plain, vectors);
      rules.add([plain]);
      // Evidence is taken apart when it comes, not when the first question waits for it.
      rules.analyzed(plain.id);
      if (plain.kind === 'library') prepareForReuse(plain);
    });
    entry.rev = rev ?? 0;
    // Dropped while others came between: who asks for it loads it anew.
    if (this.entries.get(organizationId) !== entry) return { evicted: [organizationId], encoded };
    this.touch(organizationId, entry);
    return { evicted: this.shrink(organizationId), encoded };
  }

  /** The index when it holds `rev` or later. */
  at(organizationId: string, rev: number): Evidence | undefined {
    const entry = this.entries.get(organizationId);
    if (!entry || entry.rev === 0 || entry.rev < rev) return undefined;
    this.touch(organizationId, entry);
    return entry;
  }

  forget(organizationId: string): void {
    this.entries.delete(organizationId);
  }

  private touch(organizationId: string, entry: Entry): void {
    this.entries.delete(organizationId);
    this.entries.set(organizationId, entry);
  }

  private shrink(keep: string): string[] {
    const evicted: string[] = [];
    let bytes = [...this.entries.values()].reduce((sum, e) => sum + bytesOf(e), 0);
    for (const [id, entry] of this.entries) {
      if (bytes <= this.budgetBytes) break;
      // The one in use stays even when it alone is over the budget: its questions must be answered.
      if (id === keep) continue;
      this.entries.delete(id);
      bytes -= bytesOf(entry);
      evicted.push(id);
    }
    return evicted;
  }
}

/** Vectors made before, of the same texts by the same models. */
function keptVectors(item: EvidenceItem, vectorsOf: string): Int8Array | undefined {
  const { vectors } = item;
  if (vectors === undefined || item.vectorsOf !== vectorsOf) return undefined;
  return new Int8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
}

const bytesOf = ({ index, rules }: Evidence): number => index.byteSize + rules.byteSize;

function withoutVectors(item: EvidenceItem): EvidenceItem {
  const plain = { ...item };
  delete plain.vectors;
  delete plain.vectorsOf;
  return plain;
}
