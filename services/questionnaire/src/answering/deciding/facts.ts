import { readFileSync } from 'node:fs';
import { cosine, type Reader } from '../reading/reader.js';
import { inOneGo, inSlices, type Breathe } from '../slices.js';

/** A question that nothing known answers, or not surely. */
export interface AskableQuestion {
  id: string;
  text: string;
  /** Where it stands in its questionnaire; '' for nowhere. */
  section: string;
  /** In how many places it is asked in these words. */
  places: number;
  /** In how many places of them no customer has asked it yet: those of the standard set. */
  standard: number;
}

export const FACT_LINKS = ['asked', 'near', 'section'] as const;
/** Why a question hangs on a fact: it is the one that is asked, it is near that one, or it stands in the same section. */
export type FactLink = (typeof FACT_LINKS)[number];

/** One question to a person, and what hangs on it. */
export interface ChosenFact {
  /** The one that is asked first, then the nearest. */
  questions: { id: string; link: FactLink }[];
  /** How many places it is expected to answer. */
  gain: number;
  /** How many places of them are of the standard set. */
  standardGain: number;
}

/** Of each link: the share of such questions that the engine answered once a person had answered the fact. */
export type FactLikelihood = Record<FactLink, number>;

/** Questions at least as near as this may ask about the same thing, wherever they stand; contradictions are sought from here, too. */
const NEAR = 0.6;
/** In one section less is enough: the heading says that they belong together. Below it the words have nothing in common. */
const NEAR_IN_SECTION = 0.3;
/** What one page asks at most: a question, and four more on the same subject. */
export const MOST_IN_FACT = 5;
/** Texts that are encoded before others may come between. */
const ENCODED_AT_ONCE = 16;

let shipped: FactLikelihood | undefined;

/** As `npm run eval:interview -- --write` measured it on the companies of this repository. */
export const shippedLikelihood = (): FactLikelihood =>
  (shipped ??= (
    JSON.parse(readFileSync(new URL('../../../data/fact-likelihood.json', import.meta.url), 'utf8')) as {
      answered: FactLikelihood;
    }
  ).answered);

/**
 * The fewest facts that would answer most: each time the question with whose neighbours most would be answered. At most `most`
 * facts, the one with the highest gain first. Deterministic; `breathe` lets others come between.
 */
export async function chooseFacts(
  questions: readonly AskableQuestion[],
  most: number,
  reader: () => Promise<Reader>,
  breathe: Breathe = inOneGo,
  likelihood: FactLikelihood = shippedLikelihood(),
): Promise<ChosenFact[]> {
  if (questions.length === 0) return [];
  const started = await reader();
  const vectors = await inSlices(
    questions,
    ENCODED_AT_ONCE,
    breathe,
    async ({ text }) => (await started.encode([text]))[0]!,
  );
  const neighbours: Neighbour[][] = [];
  for (const [i, question] of questions.entries()) {
    if (i > 0) await breathe();
    const own = questions.flatMap((other, j) => neighbour(question, other, j, () => cosine(vectors[i]!, vectors[j]!)));
    neighbours.push(own.sort((a, b) => b.near - a.near || a.index - b.index));
  }
  return cover(questions, neighbours, most, likelihood);
}

interface Neighbour {
  index: number;
  link: FactLink;
  near: number;
}

function neighbour(
  question: AskableQuestion,
  other: AskableQuestion,
  index: number,
  nearness: () => number,
): Neighbour[] {
  if (other === question) return [{ index, link: 'asked', near: Infinity }];
  const near = nearness();
  if (near >= NEAR) return [{ index, link: 'near', near }];
  const together = question.section !== '' && question.section === other.section && near >= NEAR_IN_SECTION;
  return together ? [{ index, link: 'section', near }] : [];
}

/** Greedy: no other choice of a next fact answers more of what is still open. */
function cover(
  questions: readonly AskableQuestion[],
  neighbours: readonly Neighbour[][],
  most: number,
  likelihood: FactLikelihood,
): ChosenFact[] {
  const open = new Set(questions.keys());
  const facts: ChosenFact[] = [];
  while (open.size > 0 && facts.length < most) {
    let best: { members: Neighbour[]; gain: number; likeness: number } | undefined;
    for (const index of open) {
      const members = neighbours[index]!.filter((one) => open.has(one.index)).slice(0, MOST_IN_FACT);
      const gain = members.reduce((sum, one) => sum + likelihood[one.link] * questions[one.index]!.places, 0);
      // Of two that answer as much, the one that is nearer to the others speaks for all of them.
      const likeness = members.slice(1).reduce((sum, { near }) => sum + near, 0);
      if (!best || gain > best.gain || (gain === best.gain && likeness > best.likeness))
        best = { members, gain, likeness };
    }
    if (!best) break;
    for (const { index } of best.members) open.delete(index);
    const asked = best.members.map(({ index, link }) => ({ id: questions[index]!.id, link }));
    const standardGain = best.members.reduce(
      (sum, one) => sum + likelihood[one.link] * questions[one.index]!.standard,
      0,
    );
    facts.push({ questions: asked, gain: best.gain, standardGain });
  }
  return facts;
}
