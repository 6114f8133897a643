import { AppError, invalid, micros, newId, notFound, type Clock } from '@candor/runtime';
import type { Suggestion } from '../answering/types.js';
import type { Answering } from '../knowledge/answering.js';
import type { LifecycleActor } from '../review/lifecycle.js';
import type { Coverage, FactDocument, InterviewDocument } from '../store/interview-documents.js';
import { isCovered, type InterviewQuestion, type InterviewQuestionStore } from '../store/interview-questions.js';
import type { InterviewStore } from '../store/interviews.js';
import { textKey } from '../store/library.js';
import type { TopicRuleStore } from '../store/topic-rules.js';
import { askableOf, factRows, minutesOf, openWorkOf, ownerFor } from './planning.js';
import type { OpenStandard, UsualQuestions } from './usual-questions.js';

interface Dependencies {
  interviews: InterviewStore;
  interviewQuestions: InterviewQuestionStore;
  topicRules: Pick<TopicRuleStore, 'list'>;
  answering: Pick<Answering, 'facts' | 'near'>;
  usual: Pick<UsualQuestions, 'open' | 'answered'>;
  clock: Clock;
}

export interface PlanWish {
  title: string;
  /** Empty: all that people work on. */
  questionnaireIds: readonly string[];
  /** Of facts. */
  most: number;
  /** Whether what is open of the usual questions counts, too. */
  includeStandardSet: boolean;
}

/** What was promised of a fact or an interview, and what has come of it. */
export interface Gain {
  /** Places that are expected to be answered. */
  promised: number;
  /** Places that are answered surely now. */
  real: number;
  /** The same of the standard set, counted apart. */
  standard: { promised: number; real: number };
  /** Minutes of people. */
  minutes: number;
}

export interface ShownFact extends Gain {
  fact: FactDocument;
}

export interface ShownInterview extends Gain {
  interview: InterviewDocument;
  facts: ShownFact[];
  /** What is answered surely now, of the questions that it was planned for. */
  now: Coverage;
}

/** What people change of a fact before it is answered; undefined leaves a field as it is. */
export interface FactChange {
  question?: string | undefined;
  assignee?: { id: string; type: 'USER' | 'GROUP' } | null | undefined;
  leftOut?: boolean | undefined;
}

/** Questionnaires that one interview looks at; the newest. */
const MOST_QUESTIONNAIRES = 50;
/** Different questions that one interview chooses among: some seconds of the thread that answers. */
const MOST_QUESTIONS = 600;

/** Plans interviews, changes and sends them, and shows the promised gain beside the real one. */
export class Interviews {
  constructor(private readonly deps: Dependencies) {}

  /** Chooses the facts and stores them as a draft. Nobody is asked. Throws `nothing_open`, `standard_set_not_answered`. */
  async plan(by: LifecycleActor, wish: PlanWish): Promise<ShownInterview> {
    const { title, questionnaireIds, most, includeStandardSet } = wish;
    const { interviews, interviewQuestions, topicRules, answering, usual, clock } = this.deps;
    const { organizationId, actor, creationId } = by;
    const rules = await topicRules.list(organizationId);
    const ids = await interviewQuestions.workedOn(organizationId, questionnaireIds, MOST_QUESTIONNAIRES);
    const questions: InterviewQuestion[] = [];
    for (const id of ids) questions.push(...(await interviewQuestions.of(organizationId, id)));
    const standard = includeStandardSet ? await usual.open(organizationId) : undefined;
    const { before, groups, open, standardOpen } = openWorkOf(questions, rules, standard?.open);
    if (open + standardOpen === 0) throw nothingOpen();
    const considered = groups.slice(0, MOST_QUESTIONS);
    const chosen = await answering.facts(organizationId, considered.map(askableOf), most);
    const _id = creationId || newId();
    const interview: InterviewDocument = {
      _id,
      organizationId,
      title,
      state: 'DRAFT',
      questionnaireIds: ids,
      before,
      open,
      createdBy: actor,
      createdAt: micros(clock),
      sentAt: 0,
      ...(standard ? { standard: { before: coverageOf(standard), open: standardOpen } } : {}),
    };
    const rows = factRows({ organizationId, interviewId: _id }, chosen, considered);
    await interviews.insert(
      interview,
      rows.map((row) => ({ ...row, ...ownerFor(row, rules) })),
    );
    return this.get(organizationId, _id);
  }

  /** A page, the newest first. Of each fact the places are left out: together they could be more than one reply holds. */
  async list(
    organizationId: string,
    page: { limit: number; offset: number },
  ): Promise<{ interviews: ShownInterview[]; total: number }> {
    const { interviews } = this.deps;
    const [found, total] = await Promise.all([
      interviews.list(organizationId, page.limit, page.offset),
      interviews.count(organizationId),
    ]);
    const shown: ShownInterview[] = [];
    for (const one of found) shown.push(withoutPlaces(await this.shown(one)));
    return { interviews: shown, total };
  }

  async get(organizationId: string, id: string): Promise<ShownInterview> {
    const interview = await this.deps.interviews.get(organizationId, id);
    if (!interview) throw notFound('interview');
    return this.shown(interview);
  }

  /** Changes what is asked, of whom, or whether; what was answered stays. Throws `fact_answered`. */
  async change(by: LifecycleActor, factId: string, change: FactChange): Promise<ShownFact> {
    const { interviews, clock } = this.deps;
    const fact = await this.fact(by.organizationId, factId);
    const { question, assignee, leftOut } = change;
    if (question === undefined && assignee === undefined && leftOut === undefined) return this.shownFact(fact);
    if (fact.state === 'ANSWERED') throw answered();
    const interview = await interviews.get(by.organizationId, fact.interviewId);
    if (!interview) throw notFound('fact');
    const assigneeId = assignee === undefined ? fact.assigneeId : (assignee?.id ?? '');
    const assigneeType = assignee === undefined ? fact.assigneeType : (assignee?.type ?? '');
    const isOut = leftOut ?? fact.state === 'LEFT_OUT';
    const isAsked = interview.state === 'SENT' && assigneeId !== '' && !isOut;
    const anew = isAsked && (fact.state !== 'ASKED' || assigneeId !== fact.assigneeId);
    const changed = await interviews.changeFact(fact, {
      ...(question === undefined ? {} : { question }),
      assigneeId,
      assigneeType,
      state: isOut ? 'LEFT_OUT' : isAsked ? 'ASKED' : 'DRAFT',
      ...(anew ? { untold: true, askedBy: by.actor, askedAt: micros(clock), note: '' } : {}),
    });
    if (!changed) throw changedMeanwhile();
    return this.shownFact(changed);
  }

  /** Asks everybody who has a fact; those without a person stay drafts. Throws `nobody_to_ask`. */
  async send(by: LifecycleActor, id: string): Promise<ShownInterview> {
    const { interviews, clock } = this.deps;
    const { organizationId, actor } = by;
    const interview = await interviews.get(organizationId, id);
    if (!interview) throw notFound('interview');
    const facts = await interviews.factsOf(organizationId, id);
    if (!facts.some(({ state, assigneeId }) => state === 'ASKED' || (state === 'DRAFT' && assigneeId !== '')))
      throw invalid([{ path: 'interview_id', message: 'Choose a person for at least one fact first.' }]);
    const sent = await interviews.send(interview, { askedBy: actor, askedAt: micros(clock) });
    if (!sent) throw notFound('interview');
    return this.shown(sent);
  }

  async remove(organizationId: string, id: string): Promise<void> {
    if (!(await this.deps.interviews.remove(organizationId, id))) throw notFound('interview');
  }

  /** What is known near a fact, for the person who answers it. */
  found(fact: FactDocument, limit: number): Promise<Suggestion[]> {
    return this.deps.answering.near(fact.organizationId, fact._id, fact.question, limit);
  }

  async fact(organizationId: string, id: string): Promise<FactDocument> {
    const fact = await this.deps.interviews.fact(organizationId, id);
    if (!fact) throw notFound('fact');
    return fact;
  }

  async shownFact(fact: FactDocument): Promise<ShownFact> {
    return shownOf(fact, await this.answeredOf(fact.organizationId, [fact]));
  }

  /** What is there of what hangs on these facts. */
  private async answeredOf(organizationId: string, facts: readonly FactDocument[]): Promise<Answered> {
    const { interviewQuestions, usual } = this.deps;
    const ids = facts.flatMap(({ places }) => places.map(({ questionId }) => questionId));
    return {
      questions: await interviewQuestions.byIds(organizationId, ids),
      standard: facts.some(({ standard }) => standard) ? await usual.answered(organizationId) : new Set(),
    };
  }

  private async shown(interview: InterviewDocument): Promise<ShownInterview> {
    const { organizationId, before } = interview;
    const rows = await this.deps.interviews.factsOf(organizationId, interview._id);
    const answered = await this.answeredOf(organizationId, rows);
    const facts = rows.map((fact) => shownOf(fact, answered));
    const counted = facts.filter(({ fact: { state } }) => state !== 'LEFT_OUT');
    const sum = (of: (fact: ShownFact) => number): number => counted.reduce((total, one) => total + of(one), 0);
    const real = facts.reduce((total, one) => total + one.real, 0);
    return {
      interview,
      facts,
      now: { answered: before.answered + real, total: before.total },
      promised: sum(({ promised }) => promised),
      real,
      minutes: sum(({ minutes }) => minutes),
      standard: {
        promised: sum(({ standard }) => standard.promised),
        real: facts.reduce((total, { standard }) => total + standard.real, 0),
      },
    };
  }
}

interface Answered {
  questions: ReadonlyMap<string, InterviewQuestion>;
  /** Ids in the standard set. */
  standard: ReadonlySet<string>;
}

function shownOf(fact: FactDocument, { questions, standard }: Answered): ShownFact {
  const isThere = ({ questionId }: { questionId: string }): boolean => {
    const question = questions.get(questionId);
    return question !== undefined && isCovered(question);
  };
  const { places: usual = [], gain: promised = 0 } = fact.standard ?? {};
  const different = new Set([...fact.places, ...usual].map(({ text }) => textKey(text))).size;
  return {
    fact,
    promised: fact.gain,
    real: fact.places.filter(isThere).length,
    minutes: minutesOf(different),
    standard: { promised, real: usual.filter(({ id }) => standard.has(id)).length },
  };
}

const coverageOf = ({ answered, total }: OpenStandard): Coverage => ({ answered, total });

const withoutPlaces = ({ facts, ...shown }: ShownInterview): ShownInterview => ({
  ...shown,
  facts: facts.map((one) => ({ ...one, fact: { ...one.fact, places: [] } })),
});

const nothingOpen = (): AppError =>
  new AppError('conflict', 'nothing_open', 'No question is open or at LOW, so there is nothing to ask.');
const answered = (): AppError =>
  new AppError('conflict', 'fact_answered', 'The fact has been answered. Give another answer to change it.');
export const changedMeanwhile = (): AppError =>
  new AppError('conflict', 'fact_changed', 'Somebody else has changed the fact. Read it again, then try again.');
