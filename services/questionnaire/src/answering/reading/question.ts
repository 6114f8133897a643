import { isStopWord, tokenize } from '../finding/tokens.js';
import { asksForList, isAskingWord, kindOf, type QuestionKind } from './question-kind.js';

/** One thing that a question asks. */
export interface QuestionPart {
  /** As it stands in the question. */
  text: string;
  /** With what it leans on ("How often?" with the question before it): what is searched and judged. */
  asked: string;
  kind: QuestionKind;
  /** Wants several items ("which policies", "list …"). */
  list: boolean;
  /** Has no subject of its own. */
  leaning: boolean;
}

const ASKED_COMPANY =
  /\bthe (?:vendor|supplier|service provider|provider|contractor|bidder|tenderer|offeror|respondent|company|organi[sz]ation)(['’]s)?(?=[\s,.?;:]|$)/gi;
const ASKS =
  '(?:how|when|where|who|what|which|why|do|does|is|are|can|will|has|have|by whom|was|were|if so|if yes|at what)';
const REFERS = /^(?:\W*)if (?:so|yes|not?|applicable)\b|\b(?:it|they|them|these|this|those)\b/i;
/** A part with fewer words that carry a subject leans on the part before it. */
const LEAST_SUBJECT = 2;

/** Takes a question apart into what each of its parts asks. `polar` forces yes/no (the answer cell has only such options). */
export function questionParts(text: string, { polar }: { polar: boolean }): QuestionPart[] {
  const parts: QuestionPart[] = [];
  for (const piece of splitQuestion(addressed(text))) {
    const before = parts.at(-1);
    const kind = polar && !before ? 'polar' : kindOf(piece);
    const subjects = tokenize(piece).filter((t) => !isStopWord(t.word) && !isAskingWord(kind, t.word));
    const leaning = before !== undefined && (REFERS.test(piece) || subjects.length < LEAST_SUBJECT);
    if (subjects.length === 0 && !leaning) continue;
    const asked = leaning ? `${before.asked} ${piece}` : piece;
    parts.push({ text: piece, asked, kind, list: asksForList(piece), leaning });
  }
  return parts;
}

/** "The vendor encrypts …" is about the company that is asked, unless the question also says "you". */
function addressed(text: string): string {
  if (/\b(?:you|your|yours)\b/i.test(text)) return text;
  return text.replace(ASKED_COMPANY, (_match, own: string | undefined) => (own === undefined ? 'you' : 'your'));
}

function splitQuestion(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[?.!])\s+(?=[\p{Lu}(])|(?<=\?)\s+/u)
    .flatMap((s) =>
      s.split(new RegExp(`,? and (?=(?:${ASKS}|with which|at which|in which) )|,? and (?=by whom\\b)`, 'i')),
    )
    .map((s) => s.trim())
    .filter((s) => /[\p{L}\p{N}]/u.test(s));
}
