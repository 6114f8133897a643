import type { AnswerRequest, EvidenceItem, LibraryEvidence, PassageEvidence } from './types.js';

/** A passage of a document. */
export function passage(id: string, locator: string, text: string, title = 'Security overview.pdf'): PassageEvidence {
  return { kind: 'passage', id, documentId: title, title, locator, text };
}

/** An approved library answer that never expires. */
export function libraryAnswer(
  id: string,
  question: string,
  answer: string,
  more: Partial<LibraryEvidence> = {},
): LibraryEvidence {
  return { kind: 'library', id, question, answer, tags: [], expiresAt: 0, verifiedAt: 1, approved: true, ...more };
}

/** A question of a text cell. */
export function request(text: string, more: Partial<AnswerRequest> = {}): AnswerRequest {
  return { questionId: 'q', text, section: '', answerType: 'text', options: [], instructions: '', now: 1_000, ...more };
}

/** Evidence of a made-up company that runs a booking platform. */
export const HARBOUR: EvidenceItem[] = [
  passage(
    'p1',
    'Harbour Booking > Encryption',
    'Stored guest data is encrypted with AES-256.\nTLS 1.3 protects all traffic between browsers and the platform.',
  ),
  passage(
    'p2',
    'Harbour Booking > Access',
    'Access rights are reviewed every six months by team leads.\nShared accounts are prohibited.\nAccounts of leavers are closed within 4 hours.',
  ),
  passage(
    'p3',
    'Harbour Booking > Certificates',
    'Harbour is certified to ISO 27001 since 2022.\nSOC 2: not held; on the roadmap for 2028.\nNo bug bounty programme is run.',
  ),
  passage(
    'p4',
    'Harbour Booking > Continuity',
    'Backups are taken daily and kept for 30 days. A restore is tested once a quarter.\nRTO 4 hours, RPO 1 hour.',
  ),
  passage('p5', 'Harbour Booking > Acceptable Use Policy v2.0', 'Signed by everyone in the first week.'),
  passage('p6', 'Harbour Booking > Plans', 'Single sign-on for hotels is planned for the second half of 2027.'),
  passage(
    'p7',
    'Harbour Booking > Subprocessors',
    'Subprocessor | Service | Location\nHetzner | Hosting | Germany\nMailjet | E-mail | France',
  ),
];
