import { openedWith } from '@candor/runtime/plain-text';
import type { PartAnswer, Reading } from '../deciding/decide.js';
import { cutAtSpace } from '../finding/sentences.js';
import { pointsBack, type Statement } from '../finding/statements.js';
import { fold, isStopWord, tokenize } from '../finding/tokens.js';
import { negationAt } from '../rules/expressions.js';
import type { AnswerRequest, Citation, EvidenceItem, LibraryEvidence } from '../types.js';
import { styleOf, withoutContractions } from './style.js';
import { asPractice, asSentence } from './voice.js';

/** Characters. */
const LONGEST_ANSWER = 600;
const LONGEST_QUOTE = 300;
const MOST_CITATIONS = 3;
const LONGEST_PARAGRAPH = 500;
/** So few words are no sentence. */
const FRAGMENT = 4;
/** A sentence that points back is told with the one before it, up to so many characters together. */
const LONGEST_PAIR = 420;
const CONNECTIVE =
  /^(?:therefore|hence|thus|consequently|as a result|similarly|likewise|for example|for instance|in addition|additionally|furthermore|moreover|however|nevertheless|also|finally|in particular|in general|for this reason|to start with)(?:, |,? (?=(?:we|our|all|the|every|each|no)\b))/i;
/** Share of a sentence's words that others have told already: it is told no second time. */
const TOLD_AGAIN = 0.75;
/** Headings of a row's first cells that only number it. */
const ROW_NAME = /^(?:id|no\.?|nr\.?|ref(?:erence)?|#|number|control id|item)$/i;

export interface Written {
  answer: string;
  /** For the reviewer alone: open parts, disagreeing sources. Never part of an answer, a comment or an export. */
  reviewNote: string;
  citations: Citation[];
}

/** Forms the answer of the evidence's own sentences, in the style that the request's instructions ask for. */
export function compose(parts: readonly PartAnswer[], open: readonly string[], request: AnswerRequest): Written {
  const style = styleOf(request.instructions);
  const sentences: string[] = [];
  const cited: Reading[] = [];
  const notes = open.map((text) => `Open, no evidence found: ${text}`);
  for (const part of parts) {
    const [best] = part.evidence;
    const told = part.disagree ? part.evidence.slice(0, 1) : part.evidence;
    const shown = style.length === 'brief' ? told.slice(0, 1) : told;
    const texts = shown.map((r) => sentenceOf(r, style.length === 'detailed'));
    const fresh = withoutRepeats(texts, sentences);
    if (part.disagree) notes.push(disagreement(part.evidence[1]!));
    if (best?.partial === true) notes.push('The evidence answers only a part of this.');
    if (best?.planned === true) notes.push('The evidence speaks of a plan.');
    const opening = part.polarity === undefined ? '' : part.polarity === 'yes' ? 'Yes' : 'No';
    const first = fresh.map((t) => (opening === '' ? t : withoutYesNo(t))).filter((t) => t !== '');
    if (opening !== '')
      sentences.push(first.length === 0 ? `${opening}.` : openedWith(opening, first.join(style.list ? '\n' : ' ')));
    else if (first.length > 0) sentences.push(first.join(style.list ? '\n' : ' '));
    cited.push(...part.evidence);
  }
  const citations = citationsOf(cited);
  const sources = style.sources ? sourcesOf(citations) : '';
  const said = shorten(sentences.join(style.list ? '\n' : ' '), LONGEST_ANSWER - sources.length);
  const lines =
    style.list && said.includes('\n')
      ? said
          .split('\n')
          .map((line) => `- ${line}`)
          .join('\n')
      : said;
  return {
    answer: (style.formal ? withoutContractions(lines) : lines) + sources,
    reviewNote: notes.join(' '),
    citations,
  };
}

/** An approved answer, given as it is; others to the same question, and a document, may say something else. */
export function composeApproved(
  entry: LibraryEvidence,
  others: readonly LibraryEvidence[],
  against?: Reading,
): Written {
  const differing = others.filter((o) => o.answer !== entry.answer);
  const notes = differing
    .slice(0, 1)
    .map((o) => `Another approved answer says: "${cutAtSpace(o.answer, LONGEST_QUOTE)}".`);
  if (against) notes.push(disagreement(against));
  const approved = [entry, ...differing].map((item) => citation(item, item.answer));
  return {
    answer: shorten(entry.answer, LONGEST_ANSWER),
    reviewNote: notes.join(' '),
    citations: [...approved.slice(0, 1), ...citationsOf(against ? [against] : []), ...approved.slice(1)].slice(
      0,
      MOST_CITATIONS,
    ),
  };
}

const disagreement = ({ statement, item }: Reading): string =>
  `Sources disagree: "${cutAtSpace(statement.text, LONGEST_QUOTE)}" (${nameOf(item)}).`;

function sourcesOf(citations: readonly Citation[]): string {
  const names = new Set(citations.map(({ title, locator }) => (locator === '' ? title : `${title}, ${locator}`)));
  return ` (Source: ${cutAtSpace([...names].join('; '), LONGEST_QUOTE)})`;
}

/** A statement as an answer gives it. */
function sentenceOf({ statement, item }: Reading, detailed: boolean): string {
  const text = item.kind === 'library' ? item.answer : item.text;
  if (detailed && !statement.row) {
    const start = text.lastIndexOf('\n', statement.span.start) + 1;
    const end = text.indexOf('\n', statement.span.end);
    const paragraph = text.slice(start, end < 0 ? undefined : end).trim();
    if (paragraph !== statement.text && paragraph.length <= LONGEST_PARAGRAPH) return asSentence(asPractice(paragraph));
  }
  if (statement.row) return rowSentence(statement.text);
  const plain = withoutConnective(statement.text);
  const introduced = leadInOf(statement.place.at(-1), plain);
  if (introduced !== plain) return asSentence(asPractice(introduced));
  const said = asSentence(asPractice(withHeading({ ...statement, text: plain })));
  const before = pointsBack(plain) ? asSentence(asPractice(withoutConnective(statement.before))) : '.';
  return before === '.' || before.length + said.length > LONGEST_PAIR ? said : `${before} ${said}`;
}

/** The texts that are not said yet, neither by `told` nor by one before them, word for word or nearly so. */
function withoutRepeats(texts: readonly string[], told: readonly string[]): string[] {
  const fresh: string[] = [];
  for (const text of texts) {
    const known = [...told, ...fresh];
    const words = contentOf(text);
    const isTold = known.some((one) => {
      const others = new Set(contentOf(one));
      // Another number, or another standard, is something new.
      if (words.some((w) => /\d/.test(w) && !others.has(w))) return false;
      return one.includes(text) || words.filter((w) => others.has(w)).length >= words.length * TOLD_AGAIN;
    });
    if (text !== '' && (known.length === 0 || !isTold)) fresh.push(text);
  }
  return fresh;
}

const contentOf = (text: string): string[] =>
  tokenize(text)
    .filter(({ word }) => !isStopWord(word))
    .map(({ stem }) => stem);

/** "Therefore, we require …" → "We require …": what it leans on is not told with it. */
function withoutConnective(text: string): string {
  return text.replace(CONNECTIVE, '');
}

/** "Certificate number: 123" or "Nightly" is told with the heading that says of what. */
function withHeading({ place, text, question }: Statement): string {
  // The outermost is the document's name.
  const heading = place.slice(1).at(-1);
  const stands = text.split(/\s+/).length > FRAGMENT && !/^\p{Lu}[^.:;]{1,40}: \S/u.test(text);
  if (heading === undefined || question !== '' || stands) return text;
  return fold(text).includes(fold(heading)) ? text : `${heading.replace(/[:.]$/, '')}: ${text}`;
}

/** An item of a list with the words that introduce it, when it is no sentence of its own, or when they say "not". */
function leadInOf(leadIn: string | undefined, text: string): string {
  if (leadIn?.endsWith(':') !== true) return text;
  if (negationAt(leadIn) >= 0) return `${leadIn} ${lower(text)}`;
  const stands = /^\p{Lu}.*\s(?:is|are|was|were|has|have|must|shall|may|can|will|do|does)\s/u.test(text);
  return stands ? text : `${leadIn} ${text}`;
}

/** "Control: Backups; Frequency: nightly" → "Backups: frequency nightly". */
function rowSentence(text: string): string {
  const cells = text.split('; ').map((cell) => /^([^:]{1,60}): (.*)$/.exec(cell) ?? [cell, '', cell]);
  const named = cells.filter(([, head]) => !ROW_NAME.test(head ?? ''));
  const [first, ...rest] = named.length > 0 ? named : cells;
  if (!first) return '';
  if (rest.length === 0) return asSentence(first[2]!);
  const more = rest.map(([, head, value]) => (head === '' ? value! : `${lower(head!)} ${value!}`));
  return asSentence(`${first[2]!}: ${more.join('; ')}`);
}

const lower = (text: string): string => (/^\p{Lu}\p{Ll}/u.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);

function withoutYesNo(text: string): string {
  const rest = text.replace(/^\W*(?:yes|no)(?:[,.;:!]+|\s[—–-])\s*/i, '').replace(/^(?:yes|no)\.?$/i, '');
  return rest === '' ? '' : asSentence(rest);
}

const nameOf = (item: EvidenceItem): string => (item.kind === 'library' ? item.question : item.title);

function citation(item: EvidenceItem, quote: string): Citation {
  const cut = cutAtSpace(quote, LONGEST_QUOTE);
  return item.kind === 'library'
    ? { sourceId: item.id, sourceType: 'library', title: item.question, locator: '', quote: cut }
    : { sourceId: item.id, sourceType: 'document', title: item.title, locator: item.locator, quote: cut };
}

function citationsOf(readings: readonly Reading[]): Citation[] {
  const citations: Citation[] = [];
  for (const { item, statement } of readings) {
    const text = item.kind === 'library' ? item.answer : item.text;
    const one = citation(item, text.slice(statement.span.start, statement.span.end));
    if (citations.some((c) => c.sourceId === item.id && c.quote === one.quote)) continue;
    if (citations.length < MOST_CITATIONS) citations.push(one);
  }
  return citations;
}

function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '));
  return sentence > length / 2 ? cut.slice(0, sentence + 1) : `${cutAtSpace(cut, length - 1)}…`;
}
