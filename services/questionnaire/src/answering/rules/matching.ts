import type { AnalyzedEvidence, Statement } from './evidence.js';
import { hasExpression } from './expressions.js';
import type { Term, TermPart } from './question-terms.js';
import type { QuestionPart } from './question.js';
import { contrasts, deniesKind, isNamed, levelOf, share, speaksOf, SPOKEN_OF } from './term-levels.js';
import { thesaurus } from './thesaurus.js';

/** How well a statement, where it stands, speaks of what a question part asks. All values 0 to 1. */
export interface Match {
  statement: Statement;
  /** Share of the question's weight that is spoken of. */
  coverage: number;
  /** The weakest of the subjects. */
  weakest: number;
  /** The best-matched subject within the statement itself, not its surroundings. */
  own: number;
  /** Share of the subjects' weight within the statement itself. */
  ownShare: number;
  /** Subjects that are not spoken of. */
  missing: string[];
  /** Words of no field alone are missing, and a subject of the field is named in the statement. */
  onlyPlainMissing: boolean;
  /** The subjects are spoken of only by an example of them ("SOC 2" for "certification"). */
  byExample: boolean;
  /** Of subjects joined by "and" one is not spoken of. */
  partly: boolean;
  /** Another party than the one asked about is spoken of. */
  otherParty: boolean;
  /** The expression that the kind of question wants is there (true when it wants none). */
  answered: boolean;
}

const SPREAD = 0.8;
/** Of a spread term half of whose words stand in the statement. */
const SPREAD_OWN = 0.6;
/** A time that is asked for tells of keeping and deleting without saying so ("Logs: 180 days"). */
const IMPLIED = 0.55;
const AROUND = 0.9;
const BEFORE = 0.88;
const HEADING = 0.9;
const PATH = 0.72;
const EARLIER = 0.75;
const LABEL = 0.92;
const COMPLETED = 0.86;
const WHOLE = 0.5;
/** A subject is named, not just alluded to. */
const NAMED = 0.85;
/** Weight of words of no field that may be missing. */
const MOST_PLAIN = 1;
/** "No X" also denies every kind of X. */
const DENIED = 0.88;

/** How far what surrounds all statements of an item (its headings, its whole text) speaks of each term. */
export function contextLevels(part: QuestionPart, evidence: AnalyzedEvidence): Map<Term, number> {
  return new Map(
    part.terms.map((term) => [
      term,
      Math.max(
        HEADING * levelOf(term, evidence.heading),
        PATH * levelOf(term, evidence.path),
        WHOLE * levelOf(term, evidence.whole),
      ),
    ]),
  );
}

/** Compares one statement with one question part. */
export function matchStatement(
  part: QuestionPart,
  statement: Statement,
  evidence: AnalyzedEvidence,
  context: ReadonlyMap<Term, number>,
): Match {
  const answered = part.slot === undefined || hasExpression(part.slot, statement.text, part.words);
  const groups = new Map<
    number,
    { level: number; own: number; weight: number; focus: boolean; text: string; known: boolean }
  >();
  let partly = false;
  for (const term of part.terms) {
    const denied = part.kind === 'polar' && statement.negation >= 0 && deniesKind(term, statement.own) ? DENIED : 0;
    let own = Math.max(
      denied,
      levelOf(term, statement.own),
      statement.label ? LABEL * levelOf(term, statement.label) : 0,
      term.concepts.some((c) => statement.completed.has(c)) ? COMPLETED : 0,
      // "…; last completed 2026-05": a clause without a subject goes on with that of its sentence.
      statement.bare ? BEFORE * levelOf(term, statement.around) : 0,
      // "The last engagement ended on …" tells when that of the sentence before was.
      statement.refersBack &&
        answered &&
        part.slot !== undefined &&
        !/^(?:manner|place|country)$/.test(part.slot) &&
        statement.before
        ? BEFORE * levelOf(term, statement.before)
        : 0,
      // "…; the last one ended on 4 July": that of its own sentence.
      statement.refersBack && answered && part.slot === 'date' ? BEFORE * levelOf(term, statement.around) : 0,
    );
    const level = Math.max(
      own,
      own >= AROUND ? 0 : AROUND * levelOf(term, statement.around),
      own >= 0.9 || !statement.before ? 0 : BEFORE * levelOf(term, statement.before),
      own >= EARLIER || !statement.earlier ? 0 : EARLIER * levelOf(term, statement.earlier),
      context.get(term) ?? 0,
    );
    // The words of a term may be spread: "Critical ones …" under "Vulnerabilities".
    const isApart =
      level < SPREAD && term.stems.length > 1 && term.designator === undefined && isSpread(term, statement, evidence);
    const spread = isApart ? SPREAD : level;
    if (isApart && share(term, statement.own) >= 0.5) own = Math.max(own, SPREAD_OWN);
    // The statement speaks of another member of the family: what surrounds it cannot make it speak of this one.
    const offTopic =
      !term.party &&
      statement.topic !== undefined &&
      contrasts(term, statement.topic) &&
      levelOf(term, statement.topic) < SPOKEN_OF &&
      (statement.clause.start === statement.line.start || levelOf(term, statement.own) < SPOKEN_OF);
    if (offTopic) own = Math.min(own, 0.3);
    const sibling =
      offTopic ||
      (!term.party &&
        own < SPOKEN_OF &&
        contrasts(term, statement.own) &&
        // "Their passwords are changed …" after "machine accounts" speaks of both.
        !(statement.refersBack && statement.before && levelOf(term, statement.before) >= NAMED));
    const implied =
      part.slot === 'duration' && answered && thesaurus().isProcess(term.concepts) && !tellsOfNotice(statement)
        ? IMPLIED
        : 0;
    const limited = Math.max(sibling ? Math.min(spread, 0.3) : spread, implied);
    if (term.joined && limited < SPOKEN_OF) partly = true;
    const known = groups.get(term.group);
    if (!known)
      groups.set(term.group, {
        level: limited,
        own,
        weight: term.weight,
        focus: term.focus,
        text: term.text,
        known: isOfTheField(term),
      });
    else {
      known.level = Math.max(known.level, limited);
      known.own = Math.max(known.own, own);
      known.weight = Math.max(known.weight, term.weight);
      known.focus ||= term.focus;
      known.known ||= isOfTheField(term);
    }
  }
  let weight = 0;
  let sum = 0;
  let focusWeight = 0;
  let ownSum = 0;
  let weakest = 1;
  let best = 0;
  const missing: string[] = [];
  let plainMissing = 0;
  let knownMissing = false;
  let ownKnown = 0;
  // "Employees and contractors": who speaks of one of them does not speak of others.
  const otherParty =
    part.terms.some((t) => t.party && levelOf(t, statement.around) === 0 && contrasts(t, statement.own)) &&
    !part.terms.some(
      (t) => t.party && (levelOf(t, statement.own) > 0 || (statement.label && levelOf(t, statement.label) > 0)),
    );
  for (const g of groups.values()) {
    weight += g.weight;
    sum += g.weight * g.level;
    if (!g.focus) continue;
    focusWeight += g.weight;
    ownSum += g.weight * g.own;
    best = Math.max(best, g.own);
    weakest = Math.min(weakest, g.level);
    if (g.level >= SPOKEN_OF) {
      if (g.known) ownKnown = Math.max(ownKnown, g.own);
      continue;
    }
    missing.push(g.text);
    if (g.known) knownMissing = true;
    else plainMissing += g.weight;
  }
  return {
    statement,
    coverage: weight === 0 ? 0 : sum / weight,
    weakest,
    own: best,
    ownShare: focusWeight === 0 ? 0 : ownSum / focusWeight,
    missing,
    onlyPlainMissing: missing.length > 0 && !knownMissing && ownKnown >= NAMED && plainMissing <= MOST_PLAIN,
    byExample: part.terms
      .filter((t) => t.focus)
      .every((t) => !isNamed(t, statement.own) && !(statement.label && isNamed(t, statement.label))),
    partly,
    otherParty,
    answered,
  };
}

/** "We tell you within 24 hours if your data is affected" is no time of keeping. */
const tellsOfNotice = ({ own }: Statement): boolean =>
  thesaurus()
    .conceptsOf('notify')
    .some((c) => own.concepts.has(c));

/** What is missing of these is not another way to say it. */
const isOfTheField = (term: Term): boolean =>
  term.concepts.length > 0 || term.asked || term.name || term.designator !== undefined;

/** "data" of "data center" tells nothing of it. */
const isTelling = ({ stems, concepts }: TermPart): boolean => !thesaurus().isGeneric(stems.join(' '), concepts);

function isSpread(term: Term, statement: Statement, evidence: AnalyzedEvidence): boolean {
  const near = [statement.own, statement.around, statement.before, statement.earlier, evidence.heading];
  if (term.stems.some((s) => /^\d/.test(s)))
    return (
      term.stems.some((s) => statement.own.stems.has(s)) &&
      term.stems.every((s) => near.some((f) => f?.stems.has(s) === true))
    );
  // "Key rotation" under "Cryptography" is of encryption keys; the thing itself, the last word, must be named.
  const head = term.parts.at(-1);
  if (head === undefined) return false;
  const named = speaksOf(head, statement.own)
    ? true
    : near.some((f) => f !== undefined && head.stems.every((s) => f.stems.has(s))) &&
      term.parts.some((p) => isTelling(p) && p.stems.every((s) => statement.own.stems.has(s)));
  return named && term.parts.every((p) => near.some((f) => f !== undefined && speaksOf(p, f)));
}
