import { AppError, deterministicId, micros, type Bus, type Clock } from '@candor/runtime';
import { JOBS } from '../jobs/catalogue.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { StandardAnswerDocument, StandardRunDocument, StandardSetStore } from '../store/standard-set.js';
import { firstWork } from '../store/work.js';
import { topicName, type StandardQuestion, type StandardSet } from './standard-set.js';

interface Dependencies {
  standardSet: StandardSetStore;
  revisions: Pick<KnowledgeRevisions, 'current'>;
  set: StandardSet;
  bus: Bus;
  clock: Clock;
}

export const STANDARD_STATES = ['ANSWERED', 'OPEN', 'WAITING'] as const;
/** WAITING: it has not been looked at yet. */
export type StandardState = (typeof STANDARD_STATES)[number];

export interface ShownStandardQuestion extends StandardQuestion {
  state: StandardState;
  band: StandardAnswerDocument['band'];
}

export interface TopicCoverage {
  id: string;
  name: string;
  total: number;
  answered: number;
  open: number;
}

export interface StandardOverview {
  /** Null: nobody has asked yet. */
  run: StandardRunDocument | null;
  /** Whether the evidence or the set has changed since. */
  outdated: boolean;
  total: number;
  answered: number;
  open: number;
  topics: TopicCoverage[];
}

/** What an interview asks of the set. */
export interface OpenStandard {
  answered: number;
  total: number;
  open: { id: string; text: string; section: string }[];
}

/** The standard set of an organization: what customers usually ask, and how much of it the evidence answers. */
export class UsualQuestions {
  constructor(private readonly deps: Dependencies) {}

  /** Answers the set anew in the background; while it runs, a further call changes nothing. Tells whether this call began it. */
  async begin(by: { organizationId: string; requestId: string }): Promise<boolean> {
    const { standardSet, set, bus, clock } = this.deps;
    const { organizationId } = by;
    const _id = deterministicId(organizationId, 'standard set');
    const run: StandardRunDocument = {
      _id,
      organizationId,
      state: 'RUNNING',
      revision: -1,
      digest: set.digest,
      done: 0,
      failure: '',
      askedAt: micros(clock),
      finishedAt: 0,
      ...firstWork(JOBS.standardSet, clock),
    };
    const began = await standardSet.begin(run, JOBS.standardSet);
    if (began) await bus.publish(JOBS.standardSet, { id: _id }, by);
    return began;
  }

  async overview(organizationId: string): Promise<StandardOverview> {
    const { standardSet, revisions, set } = this.deps;
    const [run, { revision }, shown] = await Promise.all([
      standardSet.run(organizationId),
      revisions.current(organizationId),
      this.shown(organizationId),
    ]);
    const countOf = (some: readonly ShownStandardQuestion[]) => ({
      total: some.length,
      answered: some.filter(({ state }) => state === 'ANSWERED').length,
      open: some.filter(({ state }) => state === 'OPEN').length,
    });
    return {
      run,
      outdated: run !== null && run.state !== 'RUNNING' && (run.revision !== revision || run.digest !== set.digest),
      ...countOf(shown),
      topics: set.topics.map(({ id, name }) => ({ id, name, ...countOf(shown.filter(({ topic }) => topic === id)) })),
    };
  }

  /** A page, in the order of the set. '' for any topic or state. */
  async list(
    organizationId: string,
    filter: { topic: string; state: string },
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ questions: ShownStandardQuestion[]; total: number }> {
    const found = (await this.shown(organizationId)).filter(
      ({ topic, state }) =>
        (filter.topic === '' || topic === filter.topic) && (filter.state === '' || state === filter.state),
    );
    return { questions: found.slice(offset, offset + limit), total: found.length };
  }

  /** For an interview. Throws `standard_set_not_answered` while a question has not been looked at. */
  async open(organizationId: string): Promise<OpenStandard> {
    const shown = await this.shown(organizationId);
    if (shown.some(({ state }) => state === 'WAITING')) throw notAnswered();
    const open = shown.filter(({ state }) => state === 'OPEN');
    return {
      total: shown.length,
      answered: shown.length - open.length,
      open: open.map(({ id, question: text, topic }) => ({ id, text, section: topicName(this.deps.set, topic) })),
    };
  }

  /** Ids of the questions that are answered surely now. */
  async answered(organizationId: string): Promise<ReadonlySet<string>> {
    const shown = await this.shown(organizationId);
    return new Set(shown.filter(({ state }) => state === 'ANSWERED').map(({ id }) => id));
  }

  private async shown(organizationId: string): Promise<ShownStandardQuestion[]> {
    const answers = await this.deps.standardSet.answersOf(organizationId);
    return this.deps.set.questions.map((question) => {
      const found = answers.get(question.id);
      const state = found ? (found.answered ? 'ANSWERED' : 'OPEN') : 'WAITING';
      return { ...question, state, band: found?.band ?? '' };
    });
  }
}

const notAnswered = (): AppError =>
  new AppError(
    'conflict',
    'standard_set_not_answered',
    'The usual questions have not been answered from your evidence yet. Have them answered first, and wait until that is done.',
  );
