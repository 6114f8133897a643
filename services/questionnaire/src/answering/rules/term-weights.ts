import type { QuestionKind } from '../reading/question-kind.js';
import type { PlacedTerm } from './question-terms.js';

export const PARTY_WEIGHT = 0.4;
export const VERB_WEIGHT = 0.3;

const SUBJECT_BEFORE = /\b(?:you|we|they|it|customers?|clients?|users?|tenants?|employees|staff)\s+$/i;
/** Characters before a term in which its subject or article stands. */
const NEAR = 40;
const PARTICIPLE = /(?:ed|held|kept|given|done|made|taken|built|sent|told|drawn|chosen|written|shown|met|run)$/;

/**
 * The verb of a question ("Are reviews held?", "Do staff undergo checks?") says little, when it is none of the field's and
 * something else is the subject.
 */
export function lightenVerbs(text: string, terms: PlacedTerm[]): void {
  if (!terms.some((t) => t.focus && t.concepts.length > 0)) return;
  const auxiliary = text.search(/\b(?:do|does|did|have|has)\b/i);
  const modal = /^\W*(?:can|could|may|might)\b/i.test(text);
  for (const t of terms) {
    if (!t.focus || t.concepts.length > 0 || t.stems.length > 1) continue;
    const before = text.slice(Math.max(0, t.start - NEAR), t.start);
    const after = text.slice(t.end);
    const participle =
      PARTICIPLE.test(t.text) &&
      /^\s*(?:[?.,;]|$|(?:and|or|by|for|in|on|to|with|at|from|within|when|after|before|as|during|under)\b)/i.test(
        after,
      ) &&
      !/\b(?:an?|the|your|our)\s+$/i.test(before);
    const verb =
      /\b(?:you|we|they|staff|employees|customers|personnel|users)\s+$/i.test(before) &&
      auxiliary >= 0 &&
      auxiliary < t.start;
    // "Can X be extended?": the verb is what is asked.
    t.asked = modal && (participle || SUBJECT_BEFORE.test(before));
    if (t.asked || (!participle && !verb)) continue;
    t.focus = false;
    t.light = true;
    t.weight = VERB_WEIGHT;
  }
}

interface Circumstance {
  /** What opens it. */
  opens: RegExp;
  onlyPolar: boolean;
  /** Words of the field in it tell something after all ("when data is at rest"). */
  keepsField: boolean;
  weight: number;
}

/** Stretches of a question, to its end, that tell when or besides what, not what is asked. */
const CIRCUMSTANCES: Circumstance[] = [
  // "… before release"
  { opens: /\b(?:before|prior to)\b/i, onlyPolar: true, keepsField: false, weight: PARTY_WEIGHT },
  // "…, when availability falls short", "… once we are live"
  {
    opens: /\s(?:when(?:ever)?|if|once|in case|in the event|after|upon|while|during)\s/i,
    onlyPolar: false,
    keepsField: true,
    weight: VERB_WEIGHT,
  },
  // "… in your CI pipeline", "… within your organization": where, among all that is the company's
  {
    opens:
      /\s(?:in|within|across|inside|through|as part of) (?:your|the) (?:\w+[ /-]){0,2}(?:pipelines?|lifecycle|life cycle|sdlc|organi[sz]ation|company|workflow)\b/i,
    onlyPolar: false,
    keepsField: false,
    weight: VERB_WEIGHT,
  },
  // "… tracked to closure"
  { opens: /\sto (?:closure|completion|resolution)\b/i, onlyPolar: false, keepsField: false, weight: VERB_WEIGHT },
  // "Are code reviews required for production changes?"
  {
    opens:
      /\s(?:required|mandatory|needed|performed|carried out|conducted|done) (?:for|on) (?:all |every |any |each )?(?:production |code |software )*(?:changes?|releases?|deployments?|merges?|commits?)\b/i,
    onlyPolar: true,
    keepsField: false,
    weight: VERB_WEIGHT,
  },
  // "… between external audits"
  {
    opens:
      /\s(?:between (?=external|annual|formal|regular|scheduled|official|certification)|besides|in addition to|apart from|other than|aside from|as well as)\s?/i,
    onlyPolar: false,
    keepsField: false,
    weight: VERB_WEIGHT,
  },
];

/** Makes the words of circumstances light, where a subject stands before them. */
export function lightenCircumstances(text: string, terms: PlacedTerm[], kind: QuestionKind): void {
  for (const { opens, onlyPolar, keepsField, weight } of CIRCUMSTANCES) {
    const at = opens.exec(text)?.index ?? -1;
    if (at <= 0 || (onlyPolar && kind !== 'polar') || !terms.some((t) => t.focus && t.start < at)) continue;
    for (const t of terms) {
      if (t.start < at || !t.focus || (keepsField && (t.concepts.length > 0 || t.name))) continue;
      Object.assign(t, { focus: false, light: true, weight: Math.min(t.weight, weight) });
    }
  }
}
