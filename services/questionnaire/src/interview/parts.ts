import type { Bus, Clock } from '@candor/runtime';
import type { OrganizationBands } from '../calibration/bands.js';
import type { Stage } from '../jobs/stage.js';
import type { Answering } from '../knowledge/answering.js';
import type { AnsweringWorkers } from '../knowledge/answering-workers.js';
import type { KnowledgeDocuments } from '../knowledge/documents.js';
import type { AnswerAgain } from '../review/answer-again.js';
import type { StandardRunDocument } from '../store/standard-set.js';
import type { Stores } from '../store/stores.js';
import type { TopicRouting } from '../topics/routing.js';
import { FactAnswers } from './fact-answers.js';
import { FactEvidence } from './fact-evidence.js';
import { Interviews } from './interviews.js';
import { StandardAnswering } from './standard-answering.js';
import { shippedSet } from './standard-set.js';
import { standardStage } from './standard-stage.js';
import { UsualQuestions } from './usual-questions.js';

interface Dependencies extends Stores {
  workers: AnsweringWorkers;
  answering: Answering;
  routing: TopicRouting;
  documents: KnowledgeDocuments;
  again: AnswerAgain;
  bands: OrganizationBands;
  bus: Bus;
  clock: Clock;
}

/** All that interviews and the usual questions are made of. */
export interface InterviewParts {
  interviews: Interviews;
  answers: FactAnswers;
  usual: UsualQuestions;
  evidence: FactEvidence;
  stage: Stage<StandardRunDocument>;
}

/** Builds them from their parts. */
export function interviewParts(deps: Dependencies): InterviewParts {
  const { workers, revisions, routing, answering, bands, clock } = deps;
  const set = shippedSet();
  const usual = new UsualQuestions({ ...deps, set });
  const interviews = new Interviews({ ...deps, usual });
  const standardAnswering = new StandardAnswering(workers, revisions, routing, answering, bands, clock);
  return {
    interviews,
    usual,
    answers: new FactAnswers(deps, interviews),
    evidence: new FactEvidence({ ...deps, usual }),
    stage: standardStage({ ...deps, standardAnswering, set }),
  };
}
