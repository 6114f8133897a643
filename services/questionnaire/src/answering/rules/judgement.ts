import type { AnalyzedEvidence, Statement } from './evidence.js';
import { matchStatement, type Match } from './matching.js';
import { levelOf, SPOKEN_OF } from './term-levels.js';
import { isAction, type Term } from './question-terms.js';
import type { QuestionPart } from './question.js';
import { thesaurus } from './thesaurus.js';
import { keeps } from '../deciding/periods.js';
import { hasExpression, negationAt, tellsPlace } from './expressions.js';
import { negates, polarityOf, type Polarity } from './polarity.js';
import { tokenize } from '../finding/tokens.js';
import { withoutBrackets } from '../finding/brackets.js';
import type { EvidenceItem } from '../types.js';
import { featuresOf } from './evidence.js';
import { dot, tokenVectors } from './vectors.js';

/** A statement that answers, with where it stands. */
export interface Finding {
  item: EvidenceItem;
  evidence: AnalyzedEvidence;
  match: Match;
  /** How well it fits, for choosing among statements. */
  rank: number;
  /** 0 to 1: how sure it is that this statement answers the part. */
  score: number;
  polarity: Polarity;
  /** The heading says it: the statement only fills it in. */
  byHeading: boolean;
}

/** What is planned, open or told by a heading alone is never surer than MEDIUM. */
const PLANNED_AT_MOST = 0.7;
const HEADING_ONLY_AT_MOST = 0.78;
const TITLE_SCORE = 0.9;
const LIST_UNDER_HEADING = 0.82;
const LIST_BONUS = 0.15;
const NOT_YET = 0.25;
const CONDITIONAL = 0.06;
const CONDITIONAL_CLAUSE = 0.2;
/** What may be had is not what is. */
const CONDITION = /\b(?:can|may|could) be\b|\b(?:on request|optional(?:ly)?)\b/i;
const OTHER_PARTY = 0.3;
/** How alike question and statement must be; who asks how or what has no yes to be wrong about. */
const ALIKE = 0.58;
const ALIKE_OPEN = 0.42;
const TOLERATED = 0.5;
/** What happened, or did not. */
const TELLS_HISTORY =
  /\b(?:no|not|never|none|zero|nil|since|(?:last|past) (?:\w+ )?(?:months?|years?)|(?:19|20)\d\d|occurred|suffered|experienced|happened|has been|have been|had|led to|resulted|disclosed)\b/i;
const LEAST = 0.5;
const LEAST_POLAR = 0.65;
/** "with the times above", "see section 4": what is asked stands elsewhere. */
const ELSEWHERE =
  /\b(?:times|values|targets|limits|periods|list|table|levels|rules|deadlines|steps) (?:\w+ )?(?:above|below)\b|\bsee (?:also )?(?:section|chapter|annex|appendix|table|policy)\b/i;
const POINTS_AWAY = 0.1;
const TIMED = /^(?:frequency|duration|date)$/;
/** Subjects that only the document's title or another paragraph speaks of are below this. */
const IN_TITLE = 0.73;
const HALF = 0.5;
const NO_PLACE = 0.2;
const ENUMERATES = /,|;| · | \| |\band\b/;
/** All subjects stand in the statement itself. */
const NAMED_ALL = 0.88;
const NO_LIST = 0.12;
const LATE = 0.12;
/** What happened at one time. */
const ONCE = /^(?=.*\b(?:19|20)\d\d\b).*\b(?:was|were|had been|remediated|repaired|closed|fixed)\b/i;
const RECENT_BONUS = 0.08;
const LIKENESS_BONUS = 0.05;
const LITERAL_BONUS = 0.04;
const SECOND = 0.15;
const SECOND_COPY = /\b(?:second(?:ary)?|backups?|cop(?:y|ies)|replicas?|standby|failover|staging|sandbox)\b/i;
const FIRST_COPY = /\b(?:primary|primarily|main|first)\b/i;
const NAMED_LIKE_IT = 0.72;

/** Judges whether a statement answers a part; nothing when it does not. */
export function judge(
  part: QuestionPart,
  statement: Statement,
  evidence: AnalyzedEvidence,
  item: EvidenceItem,
  context: ReadonlyMap<Term, number>,
): Finding | undefined {
  const match = matchStatement(part, statement, evidence, context);
  const titled = part.existence && !part.history ? titleAnswers(part, evidence) : 0;
  // Who is meant need not be said again where all subjects are named.
  const strict = part.kind === 'polar' && !part.existence && !match.onlyPlainMissing && match.ownShare < NAMED_ALL;
  const least = strict ? LEAST_POLAR : LEAST;
  if (match.coverage < least && titled === 0) return undefined;
  const likeness = dot(part.vector, (statement.vector ??= tokenVectors().encode(statement.text)));
  // Words of no field may be another way to ask, when the whole is alike.
  const tolerant = match.onlyPlainMissing && likeness >= (part.kind === 'polar' ? ALIKE : ALIKE_OPEN);
  let score = tolerant
    ? Math.min(PLANNED_AT_MOST, TOLERATED + 0.2 * match.coverage + 0.1 * likeness)
    : 0.45 * match.coverage + 0.3 * match.weakest + 0.25 * match.ownShare - 0.15 * match.missing.length;
  const negative = statement.negation >= 0 && negates(part, statement, match);
  if (
    !match.answered &&
    !(
      negative &&
      negationAt(statement.text) >= 0 &&
      match.ownShare > 0.9 &&
      match.coverage > 0.85 &&
      part.slot !== 'manner'
    )
  )
    return undefined;
  if (part.terms.some((t) => t.recipient && levelOf(t, statement.around) === 0)) return undefined;
  // How often something of the document's title is done is not told by every interval in the document.
  if (TIMED.test(part.kind) && match.weakest < IN_TITLE && match.ownShare < HALF) return undefined;
  if (tellsUs(part, statement)) return undefined;
  if (part.contents && !ENUMERATES.test(statement.text)) return undefined;
  if (part.history && !TELLS_HISTORY.test(statement.text)) return undefined;
  if (part.kind === 'number' && !negative && !countsSubject(part, statement)) return undefined;
  const kept =
    part.period &&
    (keeps(part.period, statement.text) ??
      keeps(part.period, evidence.text.slice(statement.sentence.start, statement.sentence.end)));
  // "Yearly?" is not answered by what is done, but not how often.
  if (part.period && kept === undefined && !negative) return undefined;
  // "OS and dependency patches": what is said of one of them is half an answer.
  if (match.partly) score = Math.min(score, HEADING_ONLY_AT_MOST);
  if (!match.answered) score = Math.min(score, PLANNED_AT_MOST);
  // What was done once does not tell how it is done.
  if (part.kind === 'manner' && ONCE.test(statement.text)) score = Math.min(score, PLANNED_AT_MOST);
  // "There is no X" does not say whether X is logged.
  if (negative && match.ownShare < 0.7 && !part.existence) return undefined;
  // "ISO 27001: not held" does not say that no certificate is; who asks how or when is told it beside a negation.
  const denied = negative && (part.kind === 'polar' || !match.answered || part.slot === undefined);
  if (denied && match.byExample && match.own >= SPOKEN_OF) return undefined;
  // "How are findings remediated?": a heading that speaks of mending does not tell how.
  if (part.kind === 'manner' && onlyHeadingTellsAction(part, statement)) return undefined;
  const byHeading = match.own < SPOKEN_OF;
  if (byHeading) {
    if (titled === 0 && !(headingAnswers(part, evidence) && isFilling(part, statement))) return undefined;
    score =
      titled > 0
        ? titled
        : part.list && isList(statement)
          ? LIST_UNDER_HEADING
          : Math.min(Math.max(score, 0.65), HEADING_ONLY_AT_MOST);
  }
  // A name alone is no place: "Falcon runs on every laptop".
  if (part.kind === 'place' && asksForSite(part) && !tellsPlace(statement.text)) score -= NO_PLACE;
  if (match.otherParty || speaksOfProvider(part, statement)) score -= OTHER_PARTY;
  if (
    part.list &&
    !isList(statement) &&
    !hasExpression('name', statement.text, part.words) &&
    !/\band\b/.test(statement.text)
  )
    score -= NO_LIST;
  if (!byHeading && (part.kind === 'manner' || part.kind === 'open') && speaksLate(part, statement)) score -= LATE;
  if (/^\W*(?:if|in case|should|unless)\b/i.test(statement.text) && !/\b(?:if|case|breach|incident)/i.test(part.text))
    score -= CONDITIONAL_CLAUSE;
  if (part.recent && /\b(?:last|latest|most recent)\b/i.test(statement.text)) score += RECENT_BONUS;
  const toCome = statement.planned || evidence.open;
  const rank =
    score -
    (ELSEWHERE.test(statement.text) ? POINTS_AWAY : 0) -
    (part.slot !== undefined && CONDITION.test(statement.text) && !CONDITION.test(part.text) ? CONDITIONAL : 0) -
    (toCome && part.kind !== 'polar' ? NOT_YET : 0) +
    (part.list && isList(statement) && (byHeading || opensWith(part, statement)) ? LIST_BONUS : 0) +
    LIKENESS_BONUS * likeness +
    LITERAL_BONUS * literalShare(part, statement) -
    (tellsOfSecond(part, statement) ? SECOND : 0);
  if (toCome) {
    if (part.kind !== 'polar' && !negative && !evidence.open) return undefined;
    score = Math.min(score, PLANNED_AT_MOST);
  }
  return {
    item,
    evidence,
    match,
    rank,
    score: Math.min(score, 1),
    polarity: kept === false ? 'no' : polarityOf(part, statement, negative, evidence.open),
    byHeading,
  };
}

const SITES = ['hosted', 'cloud provider', 'region', 'data location', 'data center', 'infrastructure'];

/** Where on earth, or at which provider, something runs; not which tool logs go to. */
function asksForSite(part: QuestionPart): boolean {
  const sites = SITES.flatMap((name) => thesaurus().conceptsOf(name));
  return part.terms.some((t) => t.focus && t.concepts.some((c) => sites.includes(c)));
}

/** "Suppliers must tell us …" is no telling of customers. */
function tellsUs(part: QuestionPart, statement: Statement): boolean {
  const notify = thesaurus().conceptsOf('notify');
  return (
    /\b(?:tell|notify|inform|alert|warn|advise|report (?:\w+ ){0,4}to)s? (?:us|the company)\b/i.test(statement.text) &&
    part.terms.some((t) => t.concepts.some((c) => notify.includes(c))) &&
    /\b(?:customers?|clients?|us|users?|individuals)\b/i.test(part.text) &&
    !/\b(?:vendors?|suppliers?|subprocessors?|sub-processors?|third[- ]part(?:y|ies)|providers?)\b/i.test(part.text)
  );
}

/** "How many X": the number stands before X, or after its label. */
function countsSubject(part: QuestionPart, statement: Statement): boolean {
  if (/\b(?:percentage|per ?cent|what share|availability|uptime)\b/i.test(part.text))
    return /%|\bper ?cent\b/i.test(statement.text);
  if (!/\bhow (?:many|large|big)\b|\bnumber of\b/i.test(part.text)) return true;
  const tokens = tokenize(statement.text);
  return tokens.some((token, i) => {
    if (!/^\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|no)$/.test(token.word)) return false;
    const near = featuresOf(statement.text.slice(token.end, tokens[Math.min(i + 3, tokens.length - 1)]!.end));
    return part.terms.some((t) => (t.focus || t.party) && levelOf(t, near) >= SPOKEN_OF);
  });
}

/** What is done is spoken of by the heading alone. */
function onlyHeadingTellsAction(part: QuestionPart, statement: Statement): boolean {
  return part.terms.some((t) => t.focus && isAction(t.concepts) && levelOf(t, statement.around) < SPOKEN_OF);
}

/** Share of the subjects that the statement names in the question's own words: "criminal" is nearer than "reference" checks. */
function literalShare(part: QuestionPart, statement: Statement): number {
  const stems = part.terms.flatMap((t) => (t.focus ? t.stems : []));
  return stems.filter((s) => statement.own.stems.has(s)).length / Math.max(1, stems.length);
}

/** A place or time of the second copy is not that of the first, when the question is not about copies. */
function tellsOfSecond(part: QuestionPart, statement: Statement): boolean {
  return (
    (part.kind === 'place' || part.kind === 'duration' || part.kind === 'name') &&
    SECOND_COPY.test(statement.text) &&
    !FIRST_COPY.test(statement.text) &&
    !SECOND_COPY.test(part.text)
  );
}

function subjects(part: QuestionPart): QuestionPart['terms'] {
  return part.terms.filter((t) => t.focus);
}

const DOCUMENT_NOUNS =
  /\b(?:plans?|polic(?:y|ies)|procedures?|programs?|programmes?|standards?|summary|process(?:es)?|charters?|strateg(?:y|ies)|frameworks?|handbook|overview|lists?|registers?|matrix|agreements?|runbooks?)\b/i;

/** Sureness that a document of the name asked for exists; 0 when the heading is no such name. */
function titleAnswers(part: QuestionPart, evidence: AnalyzedEvidence): number {
  if (!DOCUMENT_NOUNS.test(evidence.headingText)) return 0;
  const own = subjects(part);
  const named = own.filter((t) => levelOf(t, evidence.heading) >= 0.9);
  if (named.some((t) => t.stems.length > 1) && own.every((t) => named.includes(t) || levelOf(t, evidence.whole) >= 0.6))
    return TITLE_SCORE;
  // A "continuity summary" for a "continuity plan": something like it exists, which is less than it.
  const alike = own.every((t) => {
    const words = t.text.replace(DOCUMENT_NOUNS, '').trim();
    return words !== '' && words !== t.text && tokenize(words).every((w) => evidence.heading.stems.has(w.stem));
  });
  return alike && own.length > 0 ? NAMED_LIKE_IT : 0;
}

/** The subject comes up in passing, in the second half of the statement. */
function speaksLate(part: QuestionPart, statement: Statement): boolean {
  const tokens = tokenize(statement.text);
  if (tokens.length < 8) return false;
  const head = featuresOf(statement.text.slice(0, tokens[Math.floor(tokens.length * 0.6)]!.end));
  return !part.terms.some((t) => t.focus && levelOf(t, head) >= SPOKEN_OF);
}

/** "… is run by a provider certified to …" tells of the provider, not of the company. */
function speaksOfProvider(part: QuestionPart, statement: Statement): boolean {
  const provider = /(?<!\b(?:identity|id|login) )\b(?:providers?|suppliers?|vendors?|subprocessors?|landlord)\b/i;
  return (
    (part.kind === 'polar' || OBLIGED.test(statement.text)) &&
    provider.test(statement.text) &&
    !provider.test(part.text) &&
    !part.terms.some((t) =>
      t.concepts.some((c) => statement.own.concepts.has(c) && /provider|vendor|subprocessor/.test(thesaurus().name(c))),
    )
  );
}

/** What is asked of others. */
const OBLIGED = /\b(?:must|have to|has to|(?:is|are) (?:required|obliged|expected) to)\b/i;

function headingAnswers(part: QuestionPart, evidence: AnalyzedEvidence): boolean {
  return subjects(part).every((t) => levelOf(t, evidence.heading) >= 0.7);
}

/** A statement that says what its heading leaves open: a value that is asked for, or items of a list. */
function isFilling(part: QuestionPart, statement: Statement): boolean {
  if (part.existence) return true;
  if (part.slot !== undefined && part.slot !== 'manner') return true;
  return (part.list || part.kind === 'open') && isList(statement);
}

/** The subject stands before the first item: "Categories processed: a, b, c". */
function opensWith(part: QuestionPart, statement: Statement): boolean {
  const head = featuresOf(withoutBrackets(statement.text.split(/ · |, | \| |; |:/)[0]!));
  return part.terms.some((t) => t.focus && levelOf(t, head) >= SPOKEN_OF);
}

function isList(statement: Statement): boolean {
  return (statement.text.match(/ · |, | \| |; /g)?.length ?? 0) >= 2;
}
