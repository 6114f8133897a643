import { readFileSync } from 'node:fs';
import { fold } from '../finding/tokens.js';
import type { Statement } from '../finding/statements.js';
import { contextOf } from '../reading/judge-text.js';
import type { QuestionPart } from '../reading/question.js';
import { announcesContents, hasExpression, isAboutItself } from '../rules/expressions.js';
import { isPlanned } from '../rules/plans.js';
import { keeps, statedPeriod } from './periods.js';

/**
 * What the judge is weak at and rules are not. Each can be switched off, so that `npm run eval:reader -- --ablate` shows what it is
 * worth.
 */
export type GuardName = 'slot' | 'period' | 'restricts' | 'planned' | 'expired' | 'family' | 'itself';

/** What a guard says of a statement that the judge takes for an answer. */
export type GuardVerdict = 'keep' | 'drop' | 'planned' | 'no' | 'yes';

interface Looked {
  part: QuestionPart;
  statement: Statement;
  /** Microseconds since the epoch. */
  now: number;
}

const SLOTS = new Set<string>(['frequency', 'duration', 'date', 'moment', 'number']);
type Slot = 'frequency' | 'duration' | 'date' | 'moment' | 'number';

/** "Within two days of publication" tells a cadence, and "every night" how long: of times any kind will do. */
function holds(slot: Slot, text: string): boolean {
  const kinds: readonly Slot[] = slot === 'frequency' || slot === 'duration' ? ['frequency', 'duration'] : [slot];
  return kinds.some((kind) => hasExpression(kind, text, new Set()));
}

export const GUARDS: Record<GuardName, (looked: Looked) => GuardVerdict> = {
  /** Who asks how often, how long, when or how many is told nothing by a statement without such an expression. */
  slot: ({ part, statement }) =>
    !SLOTS.has(part.kind) || holds(part.kind as Slot, `${statement.before} ${statement.text}`) ? 'keep' : 'drop',
  /** "At least annually?" is not answered with yes by what is done every two years. */
  period: ({ part, statement }) => {
    const stated = part.kind === 'polar' ? statedPeriod(part.text) : undefined;
    return stated && keeps(stated, statement.text) === false ? 'no' : 'keep';
  },
  /** "Is it restricted?" is answered with yes by what is not allowed, or by whom alone it is. */
  restricts: ({ part, statement }) => (part.kind === 'polar' && restricts(part.text, statement.text) ? 'yes' : 'keep'),
  /** What is to come is not there. */
  planned: ({ statement }) => (isPlanned(statement.text) ? 'planned' : 'keep'),
  /** What has run out proves nothing. */
  expired: ({ statement, now }) => (hasExpired(statement.text, now) ? 'drop' : 'keep'),
  /** Members of one family (at rest and in transit, RTO and RPO) never stand for each other. */
  family: ({ part, statement }) => (isOfSibling(part.asked, statement) ? 'drop' : 'keep'),
  /**
   * A statement about its document, or to whoever reads it, says nothing of the company. One that announces what a section holds
   * may show that something exists, but tells no value.
   */
  itself: ({ part, statement }) =>
    isAboutItself(statement.text) || (part.kind !== 'polar' && announcesContents(statement.text)) ? 'drop' : 'keep',
};

/** What the guards that are on say together; the strictest counts. */
export function guarded(looked: Looked, off: ReadonlySet<string>): GuardVerdict {
  const said = (Object.keys(GUARDS) as GuardName[])
    .filter((name) => !off.has(name))
    .map((name) => GUARDS[name](looked));
  return (['drop', 'planned', 'no', 'yes'] as const).find((verdict) => said.includes(verdict)) ?? 'keep';
}

const RESTRICTED = String.raw`restricted|limited|controlled|prohibited|forbidden|banned|blocked|prevented|locked|denied|shut out`;
const ASKS_FOR_RESTRICTION = new RegExp(String.raw`\b(?:${RESTRICTED})\b`, 'i');
const RESTRICTS =
  /\b(?:(?:is|are) not (?:\w+ly )?(?:allowed|permitted|sanctioned|authori[sz]ed|approved|accepted|possible)|(?:must|may|can|shall) not|cannot|not able to|never|unless|except|only|prohibit\w*|forbid\w*|limited to|restricted to)\b/i;
const UNRESTRICTED = new RegExp(
  String.raw`\b(?:not|never|no longer|nor) (?:yet |currently |\w+ly )?(?:${RESTRICTED})\b|\bno (?:restrictions?|limits?|limitations?|controls?)\b|\bunrestricted\b|\bnot only\b`,
  'i',
);

function restricts(asked: string, said: string): boolean {
  return ASKS_FOR_RESTRICTION.test(asked) && RESTRICTS.test(said) && !UNRESTRICTED.test(said);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const END = String.raw`\b(?:valid|effective|in force|certified|covered) (?:until|till|through|to)|\b(?:expire[sd]?|expiry|ran out|lapsed|ended)\b[^.;]{0,20}?`;
const DAY = String.raw`(\d{4})-(\d\d)-(\d\d)|(\d{1,2})\.? ([A-Z][a-z]{2})[a-z]* (\d{4})|([A-Z][a-z]{2})[a-z]* (?:(\d{1,2}), )?(\d{4})`;
const ENDS_AT = new RegExp(`(?:${END})\\W*(?:on |in )?(?:${DAY})`);

function hasExpired(text: string, now: number): boolean {
  const found = ENDS_AT.exec(text);
  if (!found) return /\b(?:has|have) (?:expired|lapsed)\b|\bsuperseded\b/i.test(text);
  const [, isoYear, isoMonth, isoDay, day, month, year, otherMonth, otherDay, otherYear] = found;
  const index =
    isoMonth === undefined ? MONTHS.indexOf((month ?? otherMonth ?? '').toLowerCase()) : Number(isoMonth) - 1;
  // The whole of a month counts when no day is told.
  const end =
    Date.UTC(Number(isoYear ?? year ?? otherYear), index, Number(isoDay ?? day ?? otherDay ?? 31)) + 86_400_000;
  return index >= 0 && end * 1_000 < now;
}

/** Families: lists of members, each a list of names as a person writes them, folded. */
let families: RegExp[][] | undefined;

function familiesOf(): RegExp[][] {
  if (families) return families;
  const file = new URL('../../../data/families.json', import.meta.url);
  const { en } = JSON.parse(readFileSync(file, 'utf8')) as { en: string[][][] };
  const names = (member: string[]): RegExp => new RegExp(`\\b(?:${member.join('|')})\\b`);
  return (families = en.map((family) => family.map(names)));
}

/** The members of each family that a text names, by their place in the list. */
export function membersNamed(text: string): number[][] {
  const plain = fold(text).replace(/-/g, ' ');
  return familiesOf().map((family) => family.flatMap((member, i) => (member.test(plain) ? [i] : [])));
}

/** Speaks of another member of a family that the question names, and of none that it names. */
export function isOfSibling(
  asked: string,
  statement: Pick<Statement, 'text' | 'place' | 'question' | 'before'>,
): boolean {
  const question = fold(asked).replace(/-/g, ' ');
  const own = fold(statement.text).replace(/-/g, ' ');
  const place = fold(contextOf(statement)).replace(/-/g, ' ');
  return familiesOf().some((family) => {
    const wanted = family.filter((member) => member.test(question));
    if (wanted.length === 0 || wanted.length === family.length) return false;
    if (wanted.some((member) => member.test(own))) return false;
    const others = family.filter((member) => !wanted.includes(member));
    if (others.some((member) => member.test(own))) return true;
    return others.some((member) => member.test(place)) && !wanted.some((member) => member.test(place));
  });
}
