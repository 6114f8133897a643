/** Models of our own making, which draft by a rule: to see what the check and the engine make of them. */
import {
  NO_DRAFT,
  reply,
  startEndpoint,
  type TestEndpoint,
} from '../../services/questionnaire/src/answering/endpoint/endpoint.fixture.js';
import { answerSets, gradedOf, isThere, shareHeld, type Graded } from './answers-sets.js';

interface Asked {
  question: string;
  evidence: { key: string; text: string }[];
}
interface Draft {
  status: 'ANSWERED' | 'NEEDS_INFO';
  answer: string;
  comment: string;
  citations: { key: string; quote: string }[];
}
interface Found {
  key: string;
  quote: string;
}

const STOP = new Set(
  'a an and any are as at be been by can could do does for from has have how if in into is it its many of often on or our please that the their there they this to us was we what when where which who will with you your'.split(
    ' ',
  ),
);
const LONGEST_QUOTE = 300;
/** Share of a question's words that a sentence must hold. */
const LEAST_SHARE = 0.5;

const stemsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
      .filter((word) => !STOP.has(word))
      .map((word) => word.replace(/(?:ations?|ions?|ing|ed|es|s)$/, '')),
  );

/** The sentence with most words of the question; undefined when none has half of them. */
function nearest({ question, evidence }: Asked): Found | undefined {
  const asked = stemsOf(question);
  let best: (Found & { share: number }) | undefined;
  for (const { key, text } of evidence)
    for (const sentence of text.split(/(?<=[.!?])\s+|\n+/)) {
      const quote = sentence.trim();
      if (quote.length < 15 || quote.length > LONGEST_QUOTE || quote.includes('|')) continue;
      const held = stemsOf(quote);
      const share = [...asked].filter((stem) => held.has(stem)).length / Math.max(1, asked.size);
      if (share >= LEAST_SHARE && share > (best?.share ?? 0)) best = { key, quote, share };
    }
  return best;
}

/** Other words for the same, which keep what is said. */
const OTHER_WORDS: readonly [RegExp, string][] = [
  [/\bevery (?:six|6) months\b/i, 'twice a year'],
  [/\bevery three months\b/i, 'quarterly'],
  [/\b(?:annually|every year|once a year)\b/i, 'yearly'],
  [/\bevery month\b/i, 'monthly'],
  [/\bevery day\b/i, 'daily'],
  [/\bevery week\b/i, 'weekly'],
  [/\bemployees\b/i, 'staff'],
  [/\bpersonnel\b/i, 'staff'],
  [/\bmust be\b/i, 'have to be'],
  [/\bmust\b/i, 'have to'],
  [/\bis required\b/i, 'is mandatory'],
  [/\bare required to\b/i, 'have to'],
  [/\bperformed\b/i, 'carried out'],
  [/\bconducted\b/i, 'carried out'],
  [/\bretained\b/i, 'kept'],
  [/\bstored\b/i, 'kept'],
  [/\breviewed\b/i, 'checked'],
  [/\bvia\b/i, 'by way of'],
  [/\bprior to\b/i, 'before'],
  [/\bwithin\b/i, 'in no more than'],
];

const inOtherWords = (text: string): string =>
  OTHER_WORDS.reduce((said, [from, to]) => said.replace(from, to), text.replace(/^[-*#>\s]+/, ''));

const YES_OR_NO = /^(?:is|are|do|does|did|has|have|can|will|would|was|were)\b/i;
const DENIES = /\b(?:not|no|never|none|without|cannot)\b/i;
const PLANS = /\b(?:plan(?:s|ned)?|roadmap|will|intend(?:s|ed)?|in progress|evaluating)\b/i;

function faithful(asked: Asked): Draft {
  const found = nearest(asked);
  if (!found) return none;
  const polar = YES_OR_NO.test(asked.question);
  const denies = DENIES.test(found.quote);
  if (polar && !denies && PLANS.test(found.quote)) return none;
  const said = inOtherWords(found.quote);
  return drafted(polar ? `${denies ? 'No' : 'Yes'} — ${said}` : said, found);
}

/** Share of the graded words in a sentence that answers. */
const ANSWERS_FROM = 0.6;
let graded: Map<string, Graded[]> | undefined;

/** The graded answers to a question; those of two sets may differ. */
function goldOf(question: string): Graded[] {
  if (!graded) {
    graded = new Map();
    for (const one of answerSets.filter(isThere).flatMap(gradedOf))
      graded.set(one.question, [...(graded.get(one.question) ?? []), one]);
  }
  return graded.get(question) ?? [];
}

/** Knows the graded answer: quotes the sentence that holds most of its words, says it in other words, and is silent on gaps. */
function informed({ question, evidence }: Asked): Draft {
  let best: (Found & { share: number; opens: string }) | undefined;
  for (const { gold, grade } of goldOf(question)) {
    if (grade !== 'evidenced') continue;
    const body = gold.replace(/\s*\([^()]*\)\s*$/, '');
    for (const { key, text } of evidence)
      for (const sentence of text.split(/(?<=[.!?])\s+|\n+/)) {
        const quote = sentence.trim();
        const share = quote.length > LONGEST_QUOTE ? 0 : shareHeld(body, quote);
        if (share >= ANSWERS_FROM && share > (best?.share ?? 0))
          best = { key, quote, share, opens: /^(?:yes|no)\b/i.exec(body)?.[0] ?? '' };
      }
  }
  if (!best) return none;
  const said = inOtherWords(best.quote);
  return drafted(YES_OR_NO.test(question) && best.opens !== '' ? `${best.opens} — ${said}` : said, best);
}

/** Says the contrary of the nearest sentence, or something that is not in it. */
function contradicting(asked: Asked): Draft {
  const found = nearest(asked);
  if (!found) return none;
  const { quote } = found;
  const ways = [
    /\d/.test(quote) ? quote.replace(/\d+/, (n) => String(Number(n) * 2 + 1)) : undefined,
    DENIES.test(quote) ? quote.replace(/\b(?:not|never) /i, '') : undefined,
    /\b(?:is|are)\b/.test(quote) ? quote.replace(/\b(is|are)\b/, '$1 not') : undefined,
    `${quote.replace(/[.]$/, '')}, as Mandiant certifies.`,
  ];
  const said = ways.find((way) => way !== undefined && way !== quote) ?? quote;
  return drafted(YES_OR_NO.test(asked.question) ? `${DENIES.test(said) ? 'No' : 'Yes'} — ${said}` : said, found);
}

const none = NO_DRAFT as Draft;
const drafted = (answer: string, found: Found): Draft => ({
  status: 'ANSWERED',
  answer,
  comment: '',
  citations: [{ key: found.key, quote: found.quote }],
});

/**
 * Faithful: the nearest sentence in other words. Informed: the sentence that answers, in other words. Silent: never knows.
 * Contradicting: the contrary of the evidence.
 */
export const STUBS = { faithful, informed, silent: () => none, contradicting } satisfies Record<
  string,
  (asked: Asked) => Draft
>;
export type StubName = keyof typeof STUBS;

/** Starts one on loopback, in the form of OpenAI's endpoint. It answers several questions of one prompt, too. */
export function startStub(name: StubName): Promise<TestEndpoint> {
  return startEndpoint(({ body }, response) => {
    const asked = JSON.parse(body.messages.at(-1)?.content ?? '{}') as
      Asked | { questions: (Asked & { key: string })[] };
    const drafts = 'questions' in asked && asked.questions.map((one) => ({ key: one.key, ...STUBS[name](one) }));
    reply(response, drafts ? { drafts } : STUBS[name](asked as Asked));
  });
}
