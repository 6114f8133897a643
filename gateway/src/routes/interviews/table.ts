import type { Route } from '../route.js';
import { answerFact, changeFact, getFact, listAskedFacts, passFact } from './facts.js';
import { deleteInterview, getInterview, listInterviews, sendInterview } from './interviews.js';
import { planInterview } from './plan.js';
import { answerStandardSet, getStandardSet, listStandardQuestions } from './standard.js';

/** The fewest facts that would answer most, and the people who know them. */
export const interviewRoutes: readonly Route[] = [
  ...[planInterview, listInterviews, getInterview, sendInterview, deleteInterview],
  ...[getStandardSet, listStandardQuestions, answerStandardSet],
  ...[listAskedFacts, getFact, changeFact, answerFact, passFact],
];
