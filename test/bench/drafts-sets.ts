/** The drafts of invented companies that the check is measured on, and their evidence. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Draft } from '../../services/questionnaire/src/answering/checking/draft.js';
import type { AnswerRequest, EvidenceItem } from '../../services/questionnaire/src/answering/types.js';

/** A draft with its question, and whether it may be accepted. */
export interface Case {
  kind: string;
  expect: 'accept' | 'reject';
  question: string;
  answer: string;
  comment?: string;
  options?: string[];
  quotes: [key: string, quote: string][];
}

/** An invented company: its evidence, and drafts from it. */
export interface Company {
  company: string;
  style: string;
  held: boolean;
  evidence: Record<string, { place?: string; text?: string; question?: string; answer?: string }>;
  cases: Case[];
}

/** The evidence in the order in which a model is given it. */
export function evidenceOf({ company, evidence }: Company): EvidenceItem[] {
  return Object.entries(evidence).map(([id, { place, text, question, answer }]): EvidenceItem =>
    question !== undefined && answer !== undefined
      ? { kind: 'library', id, question, answer, tags: [], expiresAt: 0, verifiedAt: 1, approved: true }
      : {
          kind: 'passage',
          id,
          documentId: company,
          title: `${company}.md`,
          locator: (place ?? '').replace(', row', ' > row'),
          text: text ?? '',
        },
  );
}

/** The question of a case as the engine gets it. */
export function requestOf({ question, options = [] }: Case): AnswerRequest {
  const answerType = options.length > 0 ? 'choice' : 'text';
  return {
    questionId: 'q',
    text: question,
    section: '',
    answerType,
    options,
    instructions: '',
    now: Date.now() * 1_000,
  };
}

/** A case as a model would have drafted it. */
export function draftOf({ answer, comment = '', quotes }: Case): Draft {
  return { status: 'ANSWERED', answer, comment, citations: quotes.map(([key, quote]) => ({ key, quote })) };
}

/** Where the companies of this repository lie. */
export const DRAFTS = new URL('drafts/', import.meta.url);

/** The companies of a folder, by name of their files. */
export function companiesIn(folder: URL): Company[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Company);
}
