import { stem } from '../finding/stemmer.js';
import { isOwn, type Known } from './own.js';
import type { Frame, Phrase } from './grammar.js';
import { framesOf } from './phrases.js';
import { short, type Fault, type QuotedFrame, type Support } from './support.js';
import { amountsOf } from './amounts.js';
import { claimWords } from './claim-words.js';
import { isSaid, type Word } from './wording.js';

const unsaid = (detail: string): Fault => ({ fault: 'claim_not_in_evidence', detail });
const COPULA =
  /^(?:|is|are|was|were|be|been|being|has|have|had|may|can|must|shall|will|should|could|might|do|does|did)$/;

/** Everything of a frame that carries a fact. */
export function contentOf(frame: Frame): Word[] {
  return [...frame.words, ...phrasesOf(frame).flatMap((p) => p.words)];
}

export const phrasesOf = (f: Frame): Phrase[] => [...f.subjects, ...f.ofSubject, ...f.objects, ...f.others];

function agentsOf(frame: Frame): Phrase[] {
  if (frame.passive) return frame.others.filter((p) => p.prep === 'by' && !p.denied);
  return COPULA.test(frame.verb) ? [] : frame.subjects.filter((p) => !p.denied);
}

const patientsOf = (frame: Frame): Phrase[] => (frame.passive ? frame.subjects : frame.objects);

/** Roles of a claim that the quotes give to something else: who does it, what it is done to, what limits it, in what order. */
export function roleFault(claim: string, support: Support): Fault | undefined {
  const claimed = framesOf(claim, support.tag);
  const known: Known = { own: support.own };
  const words = claimed.flatMap(contentOf);
  for (const frame of claimed) {
    const told = bestOf(frame, support.frames);
    const fault =
      (told && (actorFault(frame, told, known) ?? controlFault(frame, told, words))) ??
      whenFault(told ?? nearestOf(frame, support.frames), claimed, support) ??
      subjectFault(frame, told ?? nearestOf(frame, support.frames), support, known) ??
      ownerFault(frame, support, known) ??
      headFault(frame, support, words) ??
      limitFault(frame, told, support, words);
    if (fault) return fault;
  }
  return undefined;
}

/** Whether two verbs say the same; verbs that carry no fact say the same as each other. */
export function sameVerb(one: Frame, other: Frame): boolean {
  if (one.words.length === 0 || other.words.length === 0)
    return one.words.length === other.words.length && COPULA.test(one.verb) === COPULA.test(other.verb);
  return one.words.some((w) => isSaid(w, other.words));
}

/** The verb of the quotes that says most of what this one says. */
function bestOf(frame: Frame, told: readonly QuotedFrame[]): QuotedFrame | undefined {
  const content = contentOf(frame);
  let best: { frame: QuotedFrame; score: number } | undefined;
  for (const one of told) {
    if (!sameVerb(frame, one)) continue;
    const said = content.filter((w) => isSaid(w, contentOf(one))).length;
    const same = stem(frame.verb) === stem(one.verb);
    if (frame.words.length === 0 && !same && !sharesPatient(frame, one)) continue;
    const score = said + (same ? 0.5 : 0);
    if (said > 0 && (!best || score > best.score)) best = { frame: one, score };
  }
  return best?.frame;
}

/** What says most of it with another verb. */
function nearestOf(frame: Frame, told: readonly QuotedFrame[]): QuotedFrame | undefined {
  const content = contentOf(frame);
  const scores = told.map((one) => content.filter((w) => isSaid(w, contentOf(one))).length);
  const most = Math.max(0, ...scores);
  return most > 0 ? told[scores.indexOf(most)] : undefined;
}

/** Both speak of what is done to the same thing. */
function sharesPatient(one: Frame, other: Frame): boolean {
  const [mine, theirs] = [patientsOf(one), patientsOf(other)];
  return mine.some((p) => p.head && theirs.some((o) => o.head && isSaid(p.head!, [o.head])));
}

const PERSON = /^(?:we|us|you|it|they|them|he|she|who|whoever|everyone|everybody|nobody)$/;
const PRONOUN = /^(?:it|they|them|this|that|these|those|he|she|who|which|whoever|one|ones|everyone|everybody|nobody)$/;

function actorFault(frame: Frame, told: Frame, known: Known): Fault | undefined {
  const claimed = agentsOf(frame);
  const acting = agentsOf(told).filter((p) => p.head ?? PERSON.test(p.last));
  if (claimed.length === 0) return undefined;
  const says = (who: string): Fault => unsaid(`The evidence says that ${who} does this: say so.`);
  if (acting.length === 0) {
    // What is done to something is not done by it.
    const patients = told.passive ? told.subjects : [];
    const turned = claimed.find(
      (p) => p.head && !isOwn(p, known) && patients.some((o) => o.head && isSaid(p.head!, [o.head])),
    );
    return turned && frame.objects.some((p) => p.head)
      ? unsaid('You turn round who does it and to whom it is done.')
      : undefined;
  }
  if (claimed.some((p) => acting.some((o) => sameActor(p, o, known)))) return undefined;
  return says(`“${short(shown(acting[0]!)) || acting[0]!.last}”`);
}

const shown = (phrase: Phrase): string => phrase.words.map((w) => w.word).join(' ');

function sameActor(claimed: Phrase, told: Phrase, known: Known): boolean {
  if (isOwn(claimed, known) && isOwn(told, known) && (isWe(claimed) || isWe(told) || !claimed.head || !told.head))
    return true;
  if (PRONOUN.test(claimed.last) || PRONOUN.test(told.last))
    return !isWe(claimed) || isOwn(told, known) || PRONOUN.test(told.last);
  if (isWe(claimed) || isWe(told)) return false;
  if (!claimed.head) return true;
  return isSaid(claimed.head, told.head ? [told.head] : told.words);
}

const isWe = ({ last }: Phrase): boolean => /^(?:we|us)$/.test(last);

/** What only a heading or a title names is not what the sentence speaks of. */
function subjectFault(frame: Frame, told: Frame | undefined, support: Support, known: Known): Fault | undefined {
  const names = told?.subjects.some((p) => p.head && !PRONOUN.test(p.last));
  if (!names) return undefined;
  const said = support.frames.flatMap(contentOf);
  const other = frame.subjects.find((p) => p.head && !isOwn(p, known) && !isSaid(p.head, said));
  return other && unsaid(`The evidence does not say this of “${shown(other)}”.`);
}

/** "Our own archive" is no "archive run by a partner". */
function ownerFault(frame: Frame, support: Support, known: Known): Fault | undefined {
  const told = new Set(support.frames.flatMap(phrasesOf));
  const isForeign = (phrase: Phrase): boolean =>
    /^(?:their|your)$/.test(phrase.whose) ||
    support.frames.some(
      (f) =>
        f.marker === 'which' && f.passive && f.subjects.includes(phrase) && agentsOf(f).some((a) => !isOwn(a, known)),
    );
  for (const phrase of phrasesOf(frame).filter((p) => p.whose === 'our' && p.head)) {
    const same = [...told].filter((p) => p.head && isSaid(phrase.head!, [p.head]));
    if (same.length > 0 && same.every(isForeign))
      return unsaid(`The evidence does not say that “${shown(phrase)}” is your own.`);
  }
  return undefined;
}

/** "Hopes to publish" is no publishing. */
function controlFault(frame: Frame, told: Frame, words: readonly Word[]): Fault | undefined {
  const { control, marker } = told;
  if (control === '' || marker === 'to' || frame.control !== '') return undefined;
  const { light } = claimWords();
  if (light.has(control) || words.some((w) => w.word === control)) return undefined;
  return unsaid(`The evidence says “${control} to …”: that is not yet done.`);
}

const CONDITION = /^(?:if|when|whenever|unless|until|where|wherever|should|once)$/;
/** "On request", "at sign-on", "for new staff". */
const CASE =
  /^(?:if|when|whenever|unless|until|where|wherever|should|once|on|upon|at|after|before|during|by|in|for|with|without|while)$/;
/** Of a condition so many of the words are kept. */
const CONDITION_KEPT = 0.5;

/** What holds only when something is the case. */
function whenFault(told: QuotedFrame | undefined, claimed: readonly Frame[], support: Support): Fault | undefined {
  if (!told) return undefined;
  const frames = support.frames.filter((f) => f.statement === told.statement && f.part === told.part);
  const at = frames.indexOf(told);
  const isCondition = (f: Frame | undefined): f is Frame => f !== undefined && CONDITION.test(f.marker);
  const leading = frames.slice(0, at).filter((f, i, all) => isCondition(f) && all.slice(0, i).every(isCondition));
  const following = frames.slice(at + 1);
  const next = following.findIndex((f) => f.marker === '');
  const holds = [...leading, ...(next < 0 ? following : following.slice(0, next)).filter(isCondition)];
  const cases = claimed.flatMap((f) => [
    ...(CASE.test(f.marker) ? contentOf(f) : []),
    ...phrasesOf(f)
      .filter((p) => CASE.test(p.prep))
      .flatMap((p) => p.words),
  ]);
  for (const condition of holds) {
    const words = contentOf(condition).filter((w) => !isSaid(w, contentOf(told)) || condition.words.includes(w));
    const kept = words.filter((w) => isSaid(w, cases) || isSaid(w, support.asked));
    const isMarked = claimed.some((f) => CONDITION.test(f.marker));
    if (words.length === 0 ? isMarked || CONDITION.test(told.marker) : kept.length / words.length >= CONDITION_KEPT)
      continue;
    return unsaid(
      `The evidence says this only “${condition.marker} … ${words.map((w) => w.word).join(' ') || condition.verb}”: keep the condition.`,
    );
  }
  return undefined;
}

/** "The platform's administrators" are not the platform. */
function headFault(frame: Frame, support: Support, words: readonly Word[]): Fault | undefined {
  const told = support.frames.flatMap(phrasesOf);
  const verbs = support.frames.flatMap((f) => f.words);
  for (const phrase of phrasesOf(frame)) {
    const { head } = phrase;
    if (!head || isSaid(head, verbs) || told.some((p) => p.head && isSaid(head, [p.head]))) continue;
    const within = told.find((p) => p.head && isSaid(head, p.words));
    if (!within || isSaid(within.head!, words)) continue;
    return unsaid(`The evidence speaks of “${shown(within)}”, not of “${head.word}”.`);
  }
  return undefined;
}

const ATTACHED = /^(?:of|between|with|without|under|among)$/;
/** "Outages over one hour". */
const BOUNDS = /^(?:over|above|under|below|beyond)$/;

/** What of a claim and its question keeps a limit. */
interface Kept {
  words: readonly Word[];
  amounts: ReadonlySet<string>;
}

/** What limits a thing in the evidence stays with it in the claim. */
function limitFault(
  frame: Frame,
  told: Frame | undefined,
  support: Support,
  words: readonly Word[],
): Fault | undefined {
  const kept: Kept = {
    words: [...words, ...support.asked],
    amounts: new Set([...amountsOf(support.question).map((a) => a.key), ...phrasesOf(frame).flatMap((p) => p.amounts)]),
  };
  const frames = told ? [told] : support.frames;
  for (const phrase of phrasesOf(frame)) {
    if (!phrase.head) continue;
    const same = frames.flatMap((f) =>
      phrasesOf(f)
        .filter((p) => p.head && isSaid(phrase.head!, [p.head]))
        .map((p) => ({ p, f })),
    );
    if (same.length === 0) continue;
    const dropped = same.map(({ p, f }) => droppedOf(p, f, support, kept));
    const least = dropped.reduce((a, b) => (b.length < a.length ? b : a));
    if (least.length === 0) continue;
    return unsaid(`The evidence says this of “${least.join(' ')} ${phrase.head.word}” only: keep the limit.`);
  }
  return undefined;
}

function droppedOf(phrase: Phrase, frame: Frame, support: Support, kept: Kept): string[] {
  if (!phrase.general) return [];
  const limits = phrase.words.filter((w) => w !== phrase.head);
  const behind = frame.others.filter((p) => followsOn(p, phrase, frame));
  if (frame.subjects.includes(phrase)) limits.push(...frame.ofSubject.flatMap((p) => p.words));
  else limits.push(...behind.filter((p) => ATTACHED.test(p.prep)).flatMap((p) => p.words));
  for (const other of support.frames)
    if (other.subjects.includes(phrase) && /^(?:who|which|that|whose)$/.test(other.marker))
      limits.push(...other.words, ...[...other.objects, ...other.others].flatMap((p) => p.words));
  const bounds = behind.filter((p) => BOUNDS.test(p.prep) && p.amounts.some((key) => !kept.amounts.has(key)));
  return [
    ...limits.filter((w) => !isSaid(w, kept.words)).map((w) => w.word),
    ...bounds.map((p) => `${p.prep} … ${p.last}`),
  ];
}

/** Nothing stands between the two. */
function followsOn(one: Phrase, before: Phrase, frame: Frame): boolean {
  return one.start > before.start && !phrasesOf(frame).some((p) => p.start > before.start && p.start < one.start);
}
