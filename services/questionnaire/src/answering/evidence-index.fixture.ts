import { KnowledgeIndex, textsOf } from './finding/knowledge-index.js';
import type { Evidence } from './local-engine.js';
import { DIMENSIONS, startReader } from './reading/reader.js';
import { KnowledgeIndex as RulesIndex } from './rules/knowledge-index.js';
import type { EvidenceItem } from './types.js';

/** Evidence as the engine holds it, with vectors by the shipped encoder. */
export async function indexOf(items: readonly EvidenceItem[]): Promise<Evidence> {
  const index = new KnowledgeIndex();
  const reader = await startReader();
  for (const item of items) {
    const rows = await reader.encode(textsOf(item));
    const vectors = new Int8Array(rows.length * DIMENSIONS);
    rows.forEach((row, i) => vectors.set(row, i * DIMENSIONS));
    index.add(item, vectors);
  }
  const rules = new RulesIndex();
  rules.add(items);
  return { index, rules };
}
