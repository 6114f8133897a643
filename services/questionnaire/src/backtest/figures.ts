import type { AnswerGroup } from '../store/backtest-answers.js';

/** A share with the interval in which the true one lies 95 times in 100 (Wilson, 1927); all 0 where there is nothing. */
export interface Share {
  count: number;
  of: number;
  /** 0 to 100, two decimals. */
  percent: number;
  low: number;
  high: number;
}

/** What a backtest comes to, for all or for a part of its questions. */
export interface Figures {
  questions: number;
  agreed: number;
  contradicted: number;
  answeredWhereOpen: number;
  openWhereAnswered: number;
  openInBoth: number;
  notComparable: number;
  /** Of the questions that were answered, those that would be answered too. */
  coverage: Share;
  /** Of the answers that can be compared, those that agree. */
  agreement: Share;
  /** The same without those whose sent answer people called older. */
  agreementAfterReview: Share;
  /** The same of answers with HIGH confidence. */
  high: Share;
}

export interface Settlement {
  open: number;
  older: number;
  taken: number;
  oursWrong: number;
}

export interface Result extends Figures {
  settled: Settlement;
  /** Answers that people would only have to approve, because they are what was sent. */
  actionsSaved: number;
  minutesSaved: number;
  byTopic: (Figures & { name: string })[];
  byCustomer: (Figures & { name: string })[];
}

/** Standard deviations around the middle that hold 95 in 100. */
const Z = 1.959964;

/** What can be said to be a difference. */
export const DIFFERENCES = ['CONTRADICTED', 'ANSWERED_WHERE_OPEN', 'OPEN_WHERE_ANSWERED'] as const;

export function resultOf(groups: readonly AnswerGroup[], minutesPerAnswer: number): Result {
  const all = figuresOf(groups);
  return {
    ...all,
    settled: settlementOf(groups),
    actionsSaved: all.agreed,
    minutesSaved: all.agreed * minutesPerAnswer,
    byTopic: parts(groups, ({ topic }) => topic),
    byCustomer: parts(groups, ({ customer }) => customer),
  };
}

export function figuresOf(groups: readonly AnswerGroup[]): Figures {
  const count = (holds: (group: AnswerGroup) => boolean): number =>
    groups.reduce((sum, group) => sum + (holds(group) ? group.count : 0), 0);
  const of = (verdict: AnswerGroup['verdict'], also: (group: AnswerGroup) => boolean = () => true): number =>
    count((group) => group.verdict === verdict && also(group));
  const agreement = (also: (group: AnswerGroup) => boolean): Share => {
    const agreed = of('AGREED', also);
    return shareOf(agreed, agreed + of('CONTRADICTED', also));
  };
  const both = of('AGREED') + of('CONTRADICTED') + of('NOT_COMPARABLE', ({ reason }) => reason !== 'not_approved');
  return {
    questions: count(() => true),
    agreed: of('AGREED'),
    contradicted: of('CONTRADICTED'),
    answeredWhereOpen: of('ANSWERED_WHERE_OPEN'),
    openWhereAnswered: of('OPEN_WHERE_ANSWERED'),
    openInBoth: of('OPEN_IN_BOTH'),
    notComparable: of('NOT_COMPARABLE'),
    coverage: shareOf(both, both + of('OPEN_WHERE_ANSWERED')),
    agreement: agreement(() => true),
    agreementAfterReview: agreement(({ settled }) => settled !== 'OLDER'),
    high: agreement(({ band }) => band === 'HIGH'),
  };
}

export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, percent: 0, low: 0, high: 0 };
  const share = count / of;
  const middle = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of);
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return { count, of, percent: percent(share), low: percent(middle - half), high: percent(middle + half) };
}

const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;

function settlementOf(groups: readonly AnswerGroup[]): Settlement {
  const of = (wanted: AnswerGroup['settled']): number =>
    groups
      .filter(({ verdict, settled }) => DIFFERENCES.some((one) => one === verdict) && settled === wanted)
      .reduce((sum, { count }) => sum + count, 0);
  return { open: of('OPEN'), older: of('OLDER'), taken: of('TAKEN'), oursWrong: of('OURS_WRONG') };
}

/** The largest first. */
function parts(groups: readonly AnswerGroup[], by: (group: AnswerGroup) => string): (Figures & { name: string })[] {
  const byName = new Map<string, AnswerGroup[]>();
  for (const group of groups) byName.set(by(group), [...(byName.get(by(group)) ?? []), group]);
  return [...byName]
    .map(([name, own]) => ({ name, ...figuresOf(own) }))
    .sort((a, b) => b.questions - a.questions || (a.name < b.name ? -1 : 1));
}
