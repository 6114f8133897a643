import type { Request } from 'express';
import type { Question } from '../questionnaires/question.js';

const TAG = /^(?:W\/)?"?(\d{1,15})"?$/;
/** No question has it: a tag that is none of ours matches nothing. */
const NEVER = -1;

/** The version that If-Match asks for; undefined when it asks for none. */
export function expectedVersion(request: Request): number | undefined {
  const sent = request.get('if-match')?.trim();
  if (sent === undefined || sent === '*') return undefined;
  const version = TAG.exec(sent)?.[1];
  return version === undefined ? NEVER : Number(version);
}

export const versionTag = ({ version }: Pick<Question, 'version'>): Record<string, string> => ({
  ETag: `"${version}"`,
});
