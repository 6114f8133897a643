import { readingOf, type DecisionOptions, type Reading } from '../deciding/decide.js';
import { isOfSibling } from '../deciding/guards.js';
import { normalizedKey } from '../finding/tokens.js';
import { contextOf, searchTextOf } from '../reading/judge-text.js';
import { openingPolarity } from '../reading/opening-words.js';
import { isAskingWord } from '../reading/question-kind.js';
import { questionParts, type QuestionPart } from '../reading/question.js';
import { cosine } from '../reading/reader.js';
import type { Proposal } from '../rules/propose.js';
import type { AnswerRequest } from '../types.js';
import { hasPolarOptions } from '../writing/options.js';
import { nearnessOf, type NearSignals } from './nearness.js';
import type { Support } from './support.js';
import type { DraftJudge } from './draft.js';
import type { Quoted } from './quotes.js';
import { isSaid, wordsOf } from './wording.js';

/** How the quotes stand to the question. */
export interface Fit {
  part: QuestionPart | undefined;
  /** The judge's probability that the best of them answers. */
  answers: number;
  /** Of an answer with yes or no: the probability of yes. */
  yes: number;
  /** Share of the question's words that the quotes say. */
  words: number;
  /** The same of what the draft says behind its yes or no. */
  body: number;
  /** Share of the question's words that the statements themselves say, without their headings. */
  subject: number;
  /** All of them speak of another member of a family that the question names. */
  sibling: boolean;
  /** Calibrated: the share of such answers that were right. */
  score: number;
  /** How surely the quotes and the answer speak of what is asked; below 0 they do not. */
  near: number;
  /** What `near` was weighed from; undefined where there was nothing to weigh. */
  signals?: NearSignals | undefined;
}

/** A yes or no without a word behind it is only held against what the judge and the question's words come to together. */
const LEAST_FIT_OF_BARE = 0.5;

const USUAL: DecisionOptions = { off: new Set() };

/** Has the judge read the question with each quoted statement, and scores the best with the calibration that ships. */
export async function fitOf(
  quoted: readonly Quoted[],
  support: Support,
  request: AnswerRequest,
  answer: string,
  body: string,
  judge: DraftJudge,
): Promise<Fit> {
  const parts = questionParts(request.text, { polar: hasPolarOptions(request) });
  const [part] = parts;
  const asked = part ? wordsOf(part.asked).filter((w) => !isAskingWord(part.kind, w.word)) : [];
  const said = asked.filter((word) => isSaid(word, support.words));
  const words = asked.length === 0 ? 1 : said.length / asked.length;
  const sibling =
    support.statements.length > 0 && support.statements.every((s) => isOfSibling(request.text, { ...s, question: '' }));
  const readings = (await Promise.all(parts.map((p) => readingsOf(p, quoted, request, judge)))).flat();
  const best = readings.reduce<Reading | undefined>((a, b) => (a && a.likely >= b.likely ? a : b), undefined);
  const own = support.clauses.flatMap((c) => c.words).concat(support.statements.flatMap((s) => wordsOf(s.question)));
  const subject = asked.length === 0 ? 1 : asked.filter((word) => isSaid(word, own)).length / asked.length;
  const [told] = part ? await judge.judge(part.asked, [{ context: '', text: body }]) : [];
  const bodyYes = told ? told.yes / (told.yes + told.no) : 0.5;
  if (!best) return { part, answers: 0, yes: 0.5, body: bodyYes, words, subject, sibling, score: 0, near: -Infinity };
  const surest = readings.reduce((a, b) => (b.verdicts.yes + b.verdicts.no > a.verdicts.yes + a.verdicts.no ? b : a));
  const { yes, no } = surest.verdicts;
  // What surely says no is no answer that says yes.
  const says = openingPolarity(answer);
  const answers = Math.max(
    ...readings.map(
      ({ verdicts: v }) =>
        (says === 'yes' ? v.yes : says === 'no' ? v.no + v.planned : v.yes + v.no) + v.value + v.part,
    ),
  );
  const text = request.options.length > 0 ? body : answer;
  const [question, drafted, ...places] = await judge.encode([
    request.text,
    text,
    ...support.statements.map((statement) => searchTextOf(statement)),
  ]);
  const isBare = !/\p{L}{3}/u.test(body);
  const signals: NearSignals | undefined = isBare
    ? undefined
    : {
        score: best.score,
        answers,
        words,
        subject,
        statement: Math.max(...places.map((place) => cosine(question!, place))),
        answer: cosine(question!, drafted!),
      };
  const near = signals ? nearnessOf(signals) : answers + words - LEAST_FIT_OF_BARE;
  return {
    part,
    answers,
    yes: yes / (yes + no),
    body: bodyYes,
    words,
    subject,
    sibling,
    score: best.score,
    near,
    signals,
  };
}

async function readingsOf(
  part: QuestionPart,
  quoted: readonly Quoted[],
  request: AnswerRequest,
  judge: DraftJudge,
): Promise<Reading[]> {
  const statements = quoted.flatMap(({ item, statements: own }) => own.map((statement) => ({ item, statement })));
  const [verdicts, vectors] = await Promise.all([
    judge.judge(
      part.asked,
      statements.map(({ statement }) => ({ context: contextOf(statement), text: statement.text })),
    ),
    judge.encode([part.asked, ...statements.map(({ statement }) => searchTextOf(statement))]),
  ]);
  const asked = wordsOf(part.asked);
  return statements.map(({ item, statement }, i) => {
    const own = wordsOf(searchTextOf(statement));
    const words = asked.filter((word) => isSaid(word, own)).length / Math.max(1, asked.length);
    const found = { item, statement, cosine: cosine(vectors[0]!, vectors[i + 1]!), words };
    // An approved answer to these very words is the surest there is; nothing else is taken for proposed.
    const reused = item.kind === 'library' && normalizedKey(item.question) === normalizedKey(request.text);
    const verdict = verdicts[i]!;
    const polarity = verdict.no > verdict.yes ? 'no' : 'yes';
    const proposal: Proposal | undefined = reused
      ? { item, span: statement.span, polarity, score: 1, reused }
      : undefined;
    return readingOf(part, found, verdict, request.now, proposal, USUAL);
  });
}
