import { KnowledgeIndex, textsOf } from './finding/knowledge-index.js';
import type { Evidence } from './local-engine.js';
import { startReader } from './reading/reader.js';
import { KnowledgeIndex as RulesIndex } from './rules/knowledge-index.js';
import type { EvidenceItem } from './types.js';

/** Evidence as the engine holds it, with vectors by the shipped encoder. */
export async function indexOf(items: readonly EvidenceItem[]): Promise<Evidence> {
  const index = new KnowledgeIndex();
  const reader = await startReader();
  for (const item of items) {
    index.add(item, await reader.encodeJoined(textsOf(item)));
  }
  const rules = new RulesIndex();
  rules.add(items);
  return { index, rules };
}
