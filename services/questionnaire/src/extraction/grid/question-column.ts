import { askingShare, share } from './columns.js';
import { behindWhatTheyExplain } from './explaining-columns.js';
import type { ColumnProfile } from './columns.js';
import type { ColumnLabel } from './headers.js';

/** Words of a text that a person would take for a whole question or statement. */
const FULL_TEXT_WORDS = 4;
/** Share of questions from which on a heading of another kind ("Risk factors") takes nothing from a column. */
const ASKS_BY_ITSELF = 0.6;

export interface QuestionColumn {
  column: number;
  score: number;
  profile: ColumnProfile;
  label: ColumnLabel | undefined;
}

/**
 * Scores a column as the one that holds the questions: by its heading, by what its cells say, by how different they are.
 * Headings of other roles count against it. About 1 is likely, 0 no sign.
 */
function scoreColumn(profile: ColumnProfile, label: ColumnLabel | undefined, rows: number): number {
  if (profile.sampled <= 0) return 0;
  const questions = share(profile.questions, profile);
  const requests = share(profile.requests, profile);
  const statements = share(profile.statements, profile);
  const phrases = share(profile.phrases, profile);
  const averageWords = profile.words / profile.sampled;
  let content = questions + 0.8 * requests + 0.45 * statements + 0.15 * phrases;
  if (averageWords >= FULL_TEXT_WORDS) content += 0.1;
  if (averageWords > 90) content -= 0.25;
  const distinct = profile.distinct / profile.sampled;
  if (profile.sampled >= 4 && distinct < 0.5) content *= Math.max(0.15, distinct);
  content -= 0.5 * share(profile.instructions, profile);
  let score = content + 0.15 * Math.min(1, profile.filled / Math.max(1, rows));
  // Below a heading that is merged over several columns, the questions begin in the first; indented parts stand in the next ones.
  if (label !== undefined && label.role === 'question' && label.column !== profile.column) score -= 0.9;
  switch (label?.role) {
    case 'question':
      score += 0.3 * label.strength;
      break;
    case 'requirement':
      score += 0.2 * label.strength;
      break;
    case 'description':
      score += 0.1 * label.strength;
      break;
    case 'answer':
    case 'comment':
    case 'guidance':
    case 'options':
    case 'id':
      score -= 0.35 * label.strength;
      break;
    case 'status':
    case 'evidence':
    case 'score':
    case 'type':
    case 'choice':
    case 'required':
    case 'register':
      score -= questions >= ASKS_BY_ITSELF ? 0 : 0.5;
      break;
    case 'section':
      score -= questions >= ASKS_BY_ITSELF ? 0 : 0.4;
      break;
    default:
  }
  return score;
}

/** Candidates for the column of questions, best first; columns further left win a tie. */
export function rankQuestionColumns(
  profiles: ReadonlyMap<number, ColumnProfile>,
  labels: ReadonlyMap<number, ColumnLabel>,
  rows: number,
): QuestionColumn[] {
  const ranked: QuestionColumn[] = [];
  for (const profile of profiles.values()) {
    const label = labels.get(profile.column);
    const score = scoreColumn(profile, label, rows);
    if (score > 0.1) ranked.push({ column: profile.column, score, profile, label });
  }
  return behindWhatTheyExplain(ranked).sort((a, b) => b.score - a.score || a.column - b.column);
}

/** Whether the cells themselves ask, whatever the heading says. */
export function asksByContent(profile: ColumnProfile): boolean {
  // Words behind boxes are what the questions above them offer.
  const texts = profile.sampled - profile.boxes;
  const asking = texts > 0 ? (profile.questions + profile.requests) / texts : askingShare(profile);
  if (profile.instructions > 0.4 * profile.sampled) return false;
  if (profile.questions >= 2 && asking >= 0.3) return true;
  return profile.questions >= 1 && profile.sampled <= 3 && asking >= 0.5;
}
