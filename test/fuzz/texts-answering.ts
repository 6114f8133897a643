/** The functions of answering and of the knowledge that read texts of clients, each with a text in the place of one of them. */
import {
  findContradictions,
  type AnsweredQuestion,
} from '../../services/questionnaire/src/answering/deciding/consistency.js';
import { durationInDays } from '../../services/questionnaire/src/answering/deciding/durations.js';
import { guarded, isOfSibling } from '../../services/questionnaire/src/answering/deciding/guards.js';
import { frequencyInDays, keeps, statedPeriod } from '../../services/questionnaire/src/answering/deciding/periods.js';
import { haveSameSubjects } from '../../services/questionnaire/src/answering/deciding/same-question.js';
import {
  HARBOUR,
  libraryAnswer,
  passage,
  request,
} from '../../services/questionnaire/src/answering/evidence.fixture.js';
import { bracketsOf, withoutBrackets } from '../../services/questionnaire/src/answering/finding/brackets.js';
import { KnowledgeIndex, textsOf } from '../../services/questionnaire/src/answering/finding/knowledge-index.js';
import {
  joinWrappedLines,
  looksLikeHeading,
  splitNumberedClauses,
} from '../../services/questionnaire/src/answering/finding/line-joining.js';
import { cutAtSpace, splitClauses } from '../../services/questionnaire/src/answering/finding/sentences.js';
import { stem } from '../../services/questionnaire/src/answering/finding/stemmer.js';
import { fold, tokenize } from '../../services/questionnaire/src/answering/finding/tokens.js';
import { answerLocally } from '../../services/questionnaire/src/answering/local-engine.js';
import { draftPrompt } from '../../services/questionnaire/src/answering/openai-prompts.js';
import {
  asksForExistence,
  asksForList,
  kindOf,
} from '../../services/questionnaire/src/answering/reading/question-kind.js';
import {
  contextOf,
  searchTextOf,
  withPlainBounds,
} from '../../services/questionnaire/src/answering/reading/judge-text.js';
import { openingPolarity } from '../../services/questionnaire/src/answering/reading/opening-words.js';
import { ModelTokenizer } from '../../services/questionnaire/src/answering/reading/pair-tokens.js';
import { questionParts } from '../../services/questionnaire/src/answering/reading/question.js';
import { DIMENSIONS, VERDICTS, type Reader } from '../../services/questionnaire/src/answering/reading/reader.js';
import { designatorsOf } from '../../services/questionnaire/src/answering/rules/designators.js';
import {
  endOfAnswer,
  inCustomersName,
  introducedAsAbsent,
  leadInFor,
  tableHeader,
  tellsDeadlines,
  withoutAsides,
} from '../../services/questionnaire/src/answering/rules/evidence-layout.js';
import { featuresOf } from '../../services/questionnaire/src/answering/rules/evidence.js';
import {
  announcesContents,
  hasExpression,
  isAboutItself,
  namesHours,
  negationAt,
  tellsPlace,
} from '../../services/questionnaire/src/answering/rules/expressions.js';
import { KnowledgeIndex as RulesIndex } from '../../services/questionnaire/src/answering/rules/knowledge-index.js';
import { isPlanned } from '../../services/questionnaire/src/answering/rules/plans.js';
import { termOf } from '../../services/questionnaire/src/answering/rules/question-terms.js';
import { analyzeQuestion } from '../../services/questionnaire/src/answering/rules/question.js';
import { mutualCoverage, prepareForReuse, reuse } from '../../services/questionnaire/src/answering/rules/reuse.js';
import { suggest } from '../../services/questionnaire/src/answering/suggesting.js';
import type { EvidenceItem } from '../../services/questionnaire/src/answering/types.js';
import { cleanAnswer } from '../../services/questionnaire/src/answering/writing/clean.js';
import { fitOptions, hasPolarOptions } from '../../services/questionnaire/src/answering/writing/options.js';
import { styleOf, withoutContractions } from '../../services/questionnaire/src/answering/writing/style.js';
import { composeApproved } from '../../services/questionnaire/src/answering/writing/writing.js';
import { withoutItemNumber } from '../../services/questionnaire/src/extraction/language/item-number.js';
import { knowledgeType } from '../../services/questionnaire/src/knowledge/documents.js';
import { smallTalkReply } from '../../services/insights/src/small-talk/small-talk.js';
import type { Work } from './growth.js';
import { differenceOf } from '../../services/questionnaire/src/knowledge/versions/difference.js';
import { Units, type Unit } from '../../services/questionnaire/src/knowledge/versions/units.js';

const EXPRESSIONS = [
  ...(['frequency', 'cadence', 'duration', 'date', 'moment', 'number', 'manner', 'name', 'person'] as const),
  ...(['country', 'place'] as const),
];
const ASKED = 'Are backups kept for at least a year, and who tests them at rest?';
const STATED = statedPeriod('Are backups tested at least annually?');
const tokenizer = new ModelTokenizer();

/** All that the models do is bounded by their tokens; here they find everything near and sure. */
const reader = {
  encode: (texts: readonly string[]) => Promise.resolve(texts.map(() => new Int8Array(DIMENSIONS).fill(7))),
  judge: (_: string, statements: readonly unknown[]) =>
    Promise.resolve(
      statements.map(() => Object.fromEntries(VERDICTS.map((verdict, i) => [verdict, i === 0 ? 0.95 : 0.01]))),
    ),
} as unknown as Reader;

function held(items: readonly EvidenceItem[]): { index: KnowledgeIndex; rules: RulesIndex } {
  const index = new KnowledgeIndex();
  const rules = new RulesIndex();
  for (const item of items) index.add(item, new Int8Array(textsOf(item).length * DIMENSIONS).fill(7));
  rules.add(items);
  return { index, rules };
}

const harbour = held(HARBOUR);
const evidenceWith = (text: string): ReturnType<typeof held> =>
  held([libraryAnswer('a', text.slice(0, 10_000), text), passage('p', text.slice(0, 1_000), text)]);
const whole = (text: string): { start: number; end: number } => ({ start: 0, end: text.length });
const said = (text: string) => ({ text, place: [text], question: text, before: text });
const answers = (text: string): AnsweredQuestion[] => [
  { questionId: 'a', text, answer: `Yes. ${text}` },
  { questionId: 'b', text: `${text} b`, answer: `No. ${text}` },
];
const unitsOf = (text: string): Unit[] => {
  const units = new Units('text/markdown');
  units.add({ locator: '', text });
  return units.all;
};
const written = (answer: string) => ({ answer, reviewNote: '', citations: [] });

export const ANSWERING: readonly [string, Work][] = [
  ['engine: question', (text) => answerLocally(harbour, reader, request(text))],
  ['engine: evidence', (text) => answerLocally(evidenceWith(text), reader, request(ASKED))],
  ['engine: instructions', (text) => answerLocally(harbour, reader, request(ASKED, { instructions: text }))],
  [
    'engine: options',
    (text) => answerLocally(harbour, reader, request(ASKED, { options: [text, `Yes ${text}`, 'No'], section: text })),
  ],
  ['engine: suggestions', (text) => suggest(evidenceWith(text), reader, request(text), 5)],
  ['engine: contradictions', (text) => findContradictions(answers(text), () => Promise.resolve(reader))],
  ['engine: prompt', (text) => draftPrompt([{ request: request(text), evidence: [passage('p', text, text)] }])],
  ['versions: units', (text) => unitsOf(text)],
  ['versions: difference', (text) => differenceOf(unitsOf(text), unitsOf(`${text} b`))],
  ['deciding: durations', (text) => [durationInDays(text), frequencyInDays(text)]],
  ['deciding: periods', (text) => [statedPeriod(text), STATED && keeps(STATED, text)]],
  ['deciding: siblings', (text) => [isOfSibling(text, said(text)), haveSameSubjects(text, `${text} b`)]],
  [
    'deciding: guards',
    (text) =>
      questionParts(ASKED, { polar: false }).map((part) =>
        guarded({ part, statement: said(text), now: 1 } as never, new Set()),
      ),
  ],
  ['finding: brackets', (text) => [bracketsOf(text), withoutBrackets(text)]],
  [
    'finding: lines',
    (text) => [joinWrappedLines(text.split(/(?<=[ \n])/)), splitNumberedClauses(text), looksLikeHeading(text, true)],
  ],
  ['finding: clauses', (text) => [splitClauses(text, whole(text)), cutAtSpace(text, text.length - 1)]],
  ['finding: words', (text) => [stem(text), fold(text)]],
  ['finding: statements of a table', (text) => textsOf(passage('p', 'P', `A | B\n${text}`))],
  ['reading: kind', (text) => [kindOf(text), asksForList(text), asksForExistence(text)]],
  ['reading: parts', (text) => [questionParts(text, { polar: false }), questionParts(text, { polar: true })]],
  ['reading: opening', (text) => [openingPolarity(text), smallTalkReply(text)]],
  ['reading: bounds', (text) => [withPlainBounds(text), searchTextOf(said(text) as never), contextOf(said(text))]],
  ['reading: tokens', (text) => [tokenizer.text(text).length, tokenizer.pair(text, text, text).ids.length]],
  ['rules: question', (text) => [analyzeQuestion(text, { polar: false }), analyzeQuestion(text, { polar: true })]],
  ['rules: terms', (text) => [termOf(text), designatorsOf(tokenize(text)), featuresOf(text)]],
  ['rules: expressions', (text) => EXPRESSIONS.map((kind) => hasExpression(kind, text, new Set()))],
  [
    'rules: signs',
    (text) => [tellsPlace(text), negationAt(text), namesHours(text), isAboutItself(text), announcesContents(text)],
  ],
  ['rules: plans', isPlanned],
  [
    'rules: layout',
    (text) => [
      ...[tellsDeadlines(text), inCustomersName(text), endOfAnswer(text, 0), withoutAsides(text)],
      tableHeader(text.split('\n')),
      leadInFor(text, whole(text), text.length, undefined),
      introducedAsAbsent(text, whole(text), whole(text), undefined),
    ],
  ],
  ['rules: reuse', (text) => reuse(harbour.rules, text, () => true)],
  [
    'rules: entry',
    (text) => {
      prepareForReuse(libraryAnswer('a', text, text));
      return mutualCoverage(text, ASKED);
    },
  ],
  [
    'writing: answer',
    (text) => cleanAnswer({ questionId: 'q', answer: text, comment: text, citations: [] } as never, { options: [] }),
  ],
  ['writing: style', (text) => [styleOf(text), withoutContractions(text)]],
  [
    'writing: approved',
    (text) => composeApproved(libraryAnswer('a', ASKED, text), [libraryAnswer('b', ASKED, `${text} b`)]),
  ],
  [
    'writing: cells',
    (text) =>
      (['number', 'date', 'boolean', 'choice', 'multi_choice'] as const).map((answerType) => {
        const asked = request(ASKED, { answerType, options: answerType.includes('choice') ? [text, 'b'] : [] });
        return [hasPolarOptions(asked), fitOptions(written(text), [], asked)];
      }),
  ],
  ['knowledge: item number', (text) => [withoutItemNumber(text), withoutItemNumber(text, text.slice(0, 100))]],
  ['knowledge: type', (text) => knowledgeTypeOrRefused(text)],
];

function knowledgeTypeOrRefused(text: string): string {
  try {
    return knowledgeType(text, text);
  } catch {
    return '';
  }
}
