import { KnowledgeIndex } from './knowledge-index.js';
import { prepareForReuse } from './reuse.js';
import type { KnowledgeChunk } from './worker-protocol.js';

interface Entry {
  index: KnowledgeIndex;
  /** Revision of the content; 0 while it is being loaded. */
  rev: number;
}

/** Indexes by organization, the least recently used dropped first when all together exceed the budget. */
export class IndexCache {
  /** In order of use, the latest last. */
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly budgetBytes: number) {}

  /** Takes in a chunk. Returns the organizations that had to go for it. */
  apply(organizationId: string, chunk: KnowledgeChunk, rev: number | undefined): string[] {
    let entry = this.entries.get(organizationId);
    if (chunk.replace === true || !entry) {
      entry = { index: new KnowledgeIndex(), rev: 0 };
      this.entries.set(organizationId, entry);
    }
    entry.index.remove(chunk.removals);
    entry.index.add(chunk.upserts);
    // Evidence is taken apart when it comes, not when the first question waits for it.
    for (const item of chunk.upserts) {
      entry.index.analyzed(item.id);
      if (item.kind === 'library') prepareForReuse(item);
    }
    entry.rev = rev ?? 0;
    this.touch(organizationId, entry);
    return this.shrink(organizationId);
  }

  /** The index when it holds `rev` or later. */
  at(organizationId: string, rev: number): KnowledgeIndex | undefined {
    const entry = this.entries.get(organizationId);
    if (!entry || entry.rev === 0 || entry.rev < rev) return undefined;
    this.touch(organizationId, entry);
    return entry.index;
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
    let bytes = [...this.entries.values()].reduce((sum, e) => sum + e.index.byteSize, 0);
    for (const [id, entry] of this.entries) {
      if (bytes <= this.budgetBytes) break;
      // The one in use stays even when it alone is over the budget: its questions must be answered.
      if (id === keep) continue;
      this.entries.delete(id);
      bytes -= entry.index.byteSize;
      evicted.push(id);
    }
    return evicted;
  }
}
