import type { AnswerRequest, EvidenceItem } from './types.js';

const TITLE = 'Security policy of a made-up company';

const passage = (id: string, locator: string, text: string): EvidenceItem => ({
  kind: 'passage',
  id,
  documentId: 'check-engine',
  title: TITLE,
  locator,
  text,
});

/** Evidence of a made-up company, by which an endpoint is tried. */
export const TRIAL_EVIDENCE: readonly EvidenceItem[] = [
  passage(
    'access',
    `${TITLE} > Access`,
    'Access rights are reviewed every three months by the heads of department. Accounts of leavers are closed on their last day.',
  ),
  passage('data', `${TITLE} > Data`, 'Customer data is encrypted at rest with AES-256. Keys are rotated once a year.'),
  passage(
    'people',
    `${TITLE} > People`,
    'All employees take a security training when they join, and every year after.',
  ),
];

/** A question, and whether the evidence answers it. */
export interface TrialQuestion {
  request: AnswerRequest;
  answerable: boolean;
}

const asked = (text: string, answerable: boolean): TrialQuestion => ({
  request: { questionId: text, text, section: '', answerType: 'text', options: [], instructions: '', now: 1 },
  answerable,
});

/** The last one is about nothing that the evidence holds. */
export const TRIAL_QUESTIONS: readonly TrialQuestion[] = [
  asked('How often are access rights reviewed?', true),
  asked('Is customer data encrypted at rest?', true),
  asked('Do you hold a cyber insurance?', false),
];
