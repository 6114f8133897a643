import { isoTime } from '@candor/runtime';
import type { ClaimDocument, FindingDocument } from '../store/ledger-documents.js';

/** One statement that a customer is told to be other now. */
export interface Correction {
  finding: FindingDocument;
  /** What the customer was told; null when it is not kept. */
  claim: Pick<ClaimDocument, 'question' | 'answer' | 'toldAt' | 'questionnaireTitle'> | null;
}

/** Drafts in Markdown, for people to finish: nothing is sent. */
export function letterTo(customer: string, corrections: readonly Correction[]): string {
  const head = [`# Correction of our answers${customer === '' ? '' : ` to ${inline(customer)}`}`, ''];
  const intro = 'Some of what we told you no longer holds. Below you find what we said, and what holds now.';
  return [...head, intro, '', ...corrections.flatMap(sectionOf), ''].join('\n');
}

/** Title and text of a trust portal update on the same changes; it names no customer. */
export function portalUpdateOf(corrections: readonly Correction[]): { title: string; content: string } {
  const changes = new Map(
    corrections.map(({ finding: { before, now } }) => [`${before}\n${now}`, changeOf(before, now)]),
  );
  const content = ['The following has changed:', '', ...[...changes.values()].flat()].join('\n');
  return { title: 'What has changed', content };
}

function sectionOf({ finding, claim }: Correction): string[] {
  const asked = claim?.question ?? finding.question;
  const told = claim?.answer ?? finding.answer;
  const when = claim ? ` (${inline(claim.questionnaireTitle)}, ${isoTime(claim.toldAt).slice(0, 10)})` : '';
  return [
    `## ${inline(asked)}`,
    '',
    `What we told you${when}:`,
    '',
    ...quoted(told),
    '',
    ...changeOf(finding.before, finding.now),
  ];
}

const changeOf = (before: string, now: string): string[] => [
  'It stood on:',
  '',
  ...quoted(before),
  '',
  ...(now === '' ? ['This no longer stands.'] : ['What stands there now:', '', ...quoted(now)]),
  '',
];

const inline = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const quoted = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`);
