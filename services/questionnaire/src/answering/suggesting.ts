import type { Found } from './finding/knowledge-index.js';
import { isUsable, type Evidence } from './local-engine.js';
import type { Reader } from './reading/reader.js';
import type { AnswerRequest, Suggestion } from './types.js';
import { cleanAnswerText } from './writing/clean.js';
import { fitOptions } from './writing/options.js';

/** Below both of these a statement is about something else. */
const LEAST_COSINE = 0.45;
const LEAST_WORDS = 0.34;
/** Statements looked at for each item that is told. */
const LOOKED_AT = 6;

/**
 * The evidence nearest to a question, whether or not an engine would answer from it: for a person who decides. Each item
 * once, by its nearest statement, and each text once, the nearest first.
 */
export async function suggest(
  { index }: Evidence,
  reader: Reader,
  request: AnswerRequest,
  limit: number,
): Promise<Suggestion[]> {
  const text = `${request.text} ${request.section}`.trim();
  const [vector] = await reader.encode([text]);
  const byItem = new Map<string, Found>();
  const found = index.find(text, vector!, limit * LOOKED_AT, (item) => isUsable(item, request.now));
  for (const one of found) {
    const isNear = one.cosine >= LEAST_COSINE || one.words >= LEAST_WORDS;
    if (isNear && !byItem.has(one.item.id)) byItem.set(one.item.id, one);
  }
  const told = [...byItem.values()].map((one) => suggestionOf(one, request));
  const isFirst = ({ answer, comment }: Suggestion, place: number): boolean =>
    told.findIndex((other) => other.answer === answer && other.comment === comment) === place;
  return told.filter(isFirst).slice(0, limit);
}

/** A library answer as a whole, of a passage the sentence that is near. */
function suggestionOf({ item, statement }: Found, request: AnswerRequest): Suggestion {
  const text = cleanAnswerText(item.kind === 'library' ? item.answer : statement.text);
  const written = { answer: text, reviewNote: '', citations: [] };
  // Where no option says it, the person chooses one, and the text says why. A number or date is taken out by the person.
  const whole = request.options.length > 0 || request.answerType === 'boolean' ? ['', text] : [text, ''];
  const [answer = '', comment = ''] = whole;
  const fitted = fitOptions(written, [], request) ?? { answer, comment };
  return {
    ...fitted,
    sourceId: item.id,
    ...(item.kind === 'library'
      ? { sourceType: 'library', documentId: '', title: item.question, locator: '' }
      : { sourceType: 'document', documentId: item.documentId, title: item.title, locator: item.locator }),
  };
}
