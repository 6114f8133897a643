import { readingOf, type DecisionOptions } from './deciding/decide.js';
import { isUsable, type Evidence } from './local-engine.js';
import { contextOf } from './reading/judge-text.js';
import { questionParts } from './reading/question.js';
import type { Reader } from './reading/reader.js';
import type { AnswerRequest, EvidenceItem } from './types.js';
import { hasPolarOptions } from './writing/options.js';

/** Statements that the judge reads for each part of a question; the others follow in the order in which they were found. */
const READ = 8;
const MOST_PARTS = 3;
const USUAL: DecisionOptions = { off: new Set() };

/**
 * The evidence that a model is given for a question, at most `limit` items, in the order in which the judge takes them for
 * answers: whole passages with their headings (so with the sentences around, and whole rows), whole approved answers.
 */
export async function evidenceToDraftFrom(
  { index }: Evidence,
  reader: Reader,
  request: AnswerRequest,
  limit: number,
): Promise<EvidenceItem[]> {
  const text = `${request.text} ${request.section}`.trim();
  const [vector] = await reader.encode([text]);
  const found = index.find(text, vector!, limit * 3, (item) => isUsable(item, request.now));
  const read = found.slice(0, READ);
  const statements = read.map(({ statement }) => ({ context: contextOf(statement), text: statement.text }));
  const likely = new Map<EvidenceItem, number>();
  for (const part of questionParts(request.text, { polar: hasPolarOptions(request) }).slice(0, MOST_PARTS)) {
    const verdicts = await reader.judge(part.asked, statements);
    read.forEach((one, i) => {
      const reading = readingOf(part, one, verdicts[i]!, request.now, undefined, USUAL);
      likely.set(one.item, Math.max(likely.get(one.item) ?? 0, reading.likely));
    });
  }
  const items = [...new Set(found.map(({ item }) => item))];
  // The sort is stable: what was not read, and what is equally likely, stays in the order of finding.
  return items.sort((a, b) => (likely.get(b) ?? -1) - (likely.get(a) ?? -1)).slice(0, limit);
}
