import { PARTY_WEIGHT, VERB_WEIGHT, type PlacedTerm } from './question-terms.js';

const SUBJECT_BEFORE = /\b(?:you|we|they|it|customers?|clients?|users?|tenants?|employees|staff)\s+$/i;
const PARTICIPLE = /(?:ed|held|kept|given|done|made|taken|built|sent|told|drawn|chosen|written|shown|met|run)$/;

/**
 * The verb of a question ("Are reviews held?", "Do staff undergo checks?") says little, when it is none of the field's and
 * something else is the subject.
 */
export function lightenVerbs(text: string, terms: PlacedTerm[]): void {
  if (!terms.some((t) => t.focus && t.concepts.length > 0)) return;
  const modal = /^\W*(?:can|could|may|might)\b/i.test(text);
  for (const t of terms) {
    if (!t.focus || t.concepts.length > 0 || t.stems.length > 1) continue;
    const before = text.slice(0, t.start);
    const after = text.slice(t.end);
    const participle =
      PARTICIPLE.test(t.text) &&
      /^\s*(?:[?.,;]|$|(?:and|or|by|for|in|on|to|with|at|from|within|when|after|before|as|during|under)\b)/i.test(
        after,
      ) &&
      !/\b(?:an?|the|your|our)\s+$/i.test(before);
    const verb =
      /\b(?:you|we|they|staff|employees|customers|personnel|users)\s+$/i.test(before) &&
      /\b(?:do|does|did|have|has)\b/i.test(before);
    // "Can X be extended?": the verb is what is asked.
    t.asked = modal && (participle || SUBJECT_BEFORE.test(before));
    if (t.asked || (!participle && !verb)) continue;
    t.focus = false;
    t.light = true;
    t.weight = VERB_WEIGHT;
  }
}

/** "… before release": when, not what. */
export function lighten(text: string, terms: PlacedTerm[]): void {
  const at = text.search(/\b(?:before|prior to)\b/i);
  if (at <= 0 || !terms.some((t) => t.focus && t.start < at)) return;
  for (const t of terms) {
    if (t.start < at || !t.focus) continue;
    t.focus = false;
    t.light = true;
    t.weight = Math.min(t.weight, PARTY_WEIGHT);
  }
}

/** "…, when availability falls short", "… once we are live": words of no field that only tell the circumstances. */
export function lightenCircumstances(text: string, terms: PlacedTerm[]): void {
  const at = /\s(?:when(?:ever)?|if|once|in case|in the event|after|upon|while|during)\s/i.exec(text)?.index ?? -1;
  if (at <= 0 || !terms.some((t) => t.focus && t.start < at)) return;
  for (const t of terms) {
    if (t.start < at || !t.focus || t.concepts.length > 0 || t.name) continue;
    t.focus = false;
    t.light = true;
    t.weight = Math.min(t.weight, VERB_WEIGHT);
  }
}

/** "… between external audits": what it is besides is not what is asked. */
export function lightenBesides(text: string, terms: PlacedTerm[]): void {
  const at =
    /\s(?:between (?=external|annual|formal|regular|scheduled|official|certification)|besides|in addition to|apart from|other than|aside from|as well as)\s?/i.exec(
      text,
    )?.index ?? -1;
  if (at <= 0 || !terms.some((t) => t.focus && t.start < at)) return;
  for (const t of terms)
    if (t.start >= at && t.focus) Object.assign(t, { focus: false, light: true, weight: VERB_WEIGHT });
}
