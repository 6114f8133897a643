import { amountsOf, type Amount } from './amounts.js';
import {
  MARKERS,
  EITHER,
  RELATIVE,
  PARTICLE,
  BE,
  PARTICIPLE,
  NOMINAL,
  VERBAL,
  VERBAL_OR_NOMINAL,
  type Frame,
  type Phrase,
} from './grammar.js';
import { nounPhraseAt, opensVerb } from './noun-phrases.js';
import type { Tagged, Tagger } from './tagging.js';
import { wordsOf, type Word } from './wording.js';

/** What a sentence says, verb by verb. */
export function framesOf(sentence: string, tag: Tagger): Frame[] {
  // What a control or a section is called is no part of its sentence.
  const text = sentence.replace(NUMBERED, (label) => ' '.repeat(label.length));
  return new Parse(text, tag(text)).frames;
}

const NUMBERED = /^\s*(?:\p{Lu}{2,6}[-.]?\d[\d.]*|\d+(?:\.\d+)*|\(?\p{L}\))[.):]?\s+(?=\p{Lu})/u;

class Parse {
  readonly frames: Frame[] = [];
  private readonly words: Word[];
  private readonly amounts: Amount[];
  /** Phrases since the last verb, with whether a comma or "and" stood before. */
  private waiting: { phrase: Phrase; isNew: boolean }[] = [];
  private marker = '';
  private part = 0;
  private prep = '';
  /** Nothing has been joined by it yet. */
  private isFresh = false;
  private isNew = true;
  private denied = false;
  /** The verb whose objects are read. */
  private current: Frame | undefined;
  /** Whoever acted last in what is said for itself. */
  private main: Phrase[] = [];

  constructor(
    sentence: string,
    private readonly tagged: Tagged[],
  ) {
    this.amounts = amountsOf(sentence);
    this.words = wordsOf(sentence, this.amounts);
    for (let i = 0; i < tagged.length;) i = this.step(i);
    this.close();
  }

  /** Reads what stands at a place; gives the next place. */
  private step(i: number): number {
    const { word, tag } = this.tagged[i]!;
    if (tag === 'PUNCT' && /[;:.()|]/.test(word)) {
      const next = this.opened('', i);
      this.part++;
      return next;
    }
    if (tag === 'PUNCT' && word === ',') return this.comma(i);
    if (tag === 'CCONJ') {
      this.isNew = true;
      return i + 1;
    }
    if (MARKERS.test(word) && (!EITHER.test(word) || this.hasVerbBehind(i))) return this.opened(word, i);
    if (
      RELATIVE.test(word) &&
      i > 0 &&
      VERBAL_OR_NOMINAL.test(this.tagged[i + 1]?.tag ?? '') &&
      !this.isDeterminer(i)
    ) {
      this.relate(word);
      return i + 1;
    }
    if (opensVerb(this.tagged, i)) return this.verbGroup(i);
    if (NOMINAL.test(tag) || (tag === 'VERB' && !opensVerb(this.tagged, i))) return this.phrase(i);
    if (word === 'not') this.denied = true;
    if (tag === 'ADP') {
      if (PARTICLE.test(word) && this.follows(i, 'VERB')) return i + 1;
      this.prep = word;
      this.isFresh = true;
      return i + 1;
    }
    return i + 1;
  }

  private follows = (i: number, tag: string): boolean => this.tagged[i - 1]?.tag === tag;

  /** "That policy" is no relative clause. */
  private isDeterminer(i: number): boolean {
    const [before, after] = [this.tagged[i - 1]!, this.tagged[i + 1]];
    return this.tagged[i]!.word === 'that' && !/^(?:NOUN|PROPN|PUNCT|PRON)$/.test(before.tag) && after?.tag === 'NOUN';
  }

  private hasVerbBehind(i: number): boolean {
    for (const { tag, word } of this.tagged.slice(i + 1, i + 8)) {
      if (tag === 'PUNCT' && word !== ',') return false;
      if (VERBAL.test(tag)) return true;
      if (tag === 'PUNCT' || MARKERS.test(word)) return false;
    }
    return false;
  }

  private opened(marker: string, i: number): number {
    this.close();
    this.marker = marker;
    this.current = undefined;
    return i + 1;
  }

  /** "When …, we do": what is said for itself begins behind the comma. */
  private comma(i: number): number {
    this.isNew = true;
    if (this.marker !== '' && this.current) {
      this.close();
      this.marker = '';
      this.current = undefined;
    }
    return i + 1;
  }

  /** What was read behind the last verb belongs to it. */
  private close(): void {
    for (const { phrase } of this.waiting.splice(0)) this.give(phrase);
    this.isNew = true;
    this.prep = '';
  }

  private give(phrase: Phrase): void {
    const frame = this.current;
    if (!frame) {
      // No verb at all: "in three regions, on Kubernetes".
      this.current = this.newFrame('', [], phrase.start);
      this.give(phrase);
    } else if (phrase.prep === '') frame.objects.push(phrase);
    else frame.others.push(phrase);
  }

  private newFrame(verb: string, words: Word[], start: number): Frame {
    const frame: Frame = {
      words,
      verb,
      passive: false,
      marker: this.marker,
      control: '',
      subjects: [],
      ofSubject: [],
      objects: [],
      others: [],
      start,
      part: this.part,
    };
    this.frames.push(frame);
    return frame;
  }

  /** "Staff who …": whoever stood before it acts. */
  private relate(word: string): void {
    const last = this.waiting.at(-1)?.phrase;
    const before = this.current;
    if (before || !last) this.close();
    this.marker = word;
    const subject = last ?? before?.others.at(-1) ?? before?.objects.at(-1);
    this.relative = subject;
    this.prep = '';
    this.isNew = true;
  }

  private relative: Phrase | undefined;

  private verbGroup(start: number): number {
    let i = start;
    const group: Tagged[] = [];
    while (i < this.tagged.length) {
      const { tag, word } = this.tagged[i]!;
      const next = this.tagged[i + 1];
      const isFurther =
        VERBAL.test(tag) || (tag === 'PART' && !/^['’]/.test(word)) || (PARTICLE.test(word) && this.follows(i, 'VERB'));
      const isBetween =
        tag === 'ADV' &&
        next !== undefined &&
        (VERBAL.test(next.tag) || (next.tag === 'ADV' && VERBAL.test(this.tagged[i + 2]?.tag ?? '')));
      if (!isFurther && !isBetween) break;
      // "Are encrypted" ends here; a further finite verb is another one.
      if (isFurther && tag === 'AUX' && group.at(-1)?.tag === 'VERB') break;
      group.push(this.tagged[i++]!);
    }
    this.open(group);
    return i;
  }

  private open(group: readonly Tagged[]): void {
    const verbs = group.filter(({ tag }) => VERBAL.test(tag));
    const verb = verbs.at(-1) ?? group[0]!;
    const before = verbs.at(-2);
    const beAt = group.findLastIndex(({ word, tag }) => tag === 'AUX' && BE.test(word));
    const isForm = verb.tag === 'VERB' && PARTICIPLE.test(verb.word);
    const isPurpose = group[0]!.word === 'to';
    // "An archive run by a partner": a form of a verb without an auxiliary, with a preposition behind it.
    const behind = this.tagged[this.tagged.indexOf(group.at(-1)!) + 1];
    const isReduced =
      isForm &&
      group.length === 1 &&
      this.waiting.length > 0 &&
      !this.isNew &&
      (!behind || /^(?:ADP|PUNCT|ADV)$/.test(behind.tag));
    const words = this.words.filter((w) => verb.start <= w.start && w.start < verb.end);
    const waiting = this.waiting.splice(0);
    const last = waiting.at(-1)?.phrase;
    if (isReduced || isPurpose) for (const { phrase } of waiting) if (this.current) this.give(phrase);
    const outer = this.marker;
    if (isReduced || isPurpose) this.marker = isPurpose ? 'to' : 'which';
    // "On joining", "by asking".
    else if (verb.word.endsWith('ing') && group.length === 1 && this.prep !== '') this.marker = this.prep;
    const held = this.current;
    const frame = this.newFrame(verb.word, words, verb.start);
    this.marker = outer;
    frame.passive = (beAt >= 0 && isForm && beAt < group.indexOf(verb)) || isReduced;
    const isControlled = verbs.length > 1 && before!.tag === 'VERB' && group.some(({ word }) => word === 'to');
    frame.control = isControlled ? before!.word : '';
    if (isReduced) {
      if (last) frame.subjects.push(last);
      // The noun that it describes still waits for its own verb.
      if (!held) this.waiting = waiting;
      this.current = frame;
      return;
    }
    if (isPurpose) {
      frame.control = held?.verb ?? '';
      // "IPsec is used to encrypt": IPsec does not encrypt by itself.
      frame.subjects.push(...(held && !held.passive ? held.subjects : []));
      frame.passive = false;
    } else if (this.relative) {
      frame.subjects.push(this.relative);
      if (waiting.some(({ phrase }) => phrase.prep === '')) {
        frame.objects.push(...frame.subjects.splice(0));
        frame.subjects.push(...waiting.map((w) => w.phrase));
      }
      this.relative = undefined;
      // Behind a relative clause nothing of the main clause waits any longer.
      this.marker = 'which';
    } else this.findSubject(frame, waiting, held, verbs.length === 1 && verb.tag === 'VERB');
    if (this.marker === '' && frame.subjects.length > 0) this.main = frame.subjects;
    this.current = frame;
    this.isNew = false;
    this.prep = '';
  }

  /** Whoever acts: what stands since the last comma or "and"; else whoever acted before. */
  private findSubject(frame: Frame, waiting: typeof this.waiting, held: Frame | undefined, isBare: boolean): void {
    const at = held ? waiting.findLastIndex(({ isNew, phrase }) => isNew && (phrase.prep === '' || phrase.joined)) : 0;
    // "On workstations, and the CISO approves": nothing is on the CISO.
    if (held && at >= 0 && waiting[at]!.phrase.joined) waiting[at]!.phrase.prep = '';
    const own = at < 0 ? [] : waiting.slice(at);
    for (const { phrase } of at < 0 ? waiting : waiting.slice(0, at)) this.give(phrase);
    if (own.length === 0 || !own.some(({ phrase }) => phrase.prep === '')) {
      frame.subjects.push(...this.main);
      // "Is dumped and shipped".
      if (held?.passive === true && PARTICIPLE.test(frame.verb) && isBare) frame.passive = true;
      for (const { phrase } of own) frame.others.push(phrase);
      return;
    }
    for (const { phrase } of own) (phrase.prep === '' ? frame.subjects : frame.ofSubject).push(phrase);
  }

  private phrase(start: number): number {
    const found = nounPhraseAt(this.tagged, start, this.words, this.amounts);
    if (!found) return start + 1;
    const { next, noun } = found;
    const joined = this.isNew && this.prep !== '' && !this.isFresh;
    const phrase: Phrase = { ...noun, prep: this.prep, joined, denied: this.denied };
    this.isFresh = false;
    this.denied = false;
    this.waiting.push({ phrase, isNew: this.isNew });
    this.isNew = false;
    if (this.tagged[next]?.tag !== 'CCONJ' && this.tagged[next]?.word !== ',') this.prep = '';
    return next;
  }
}
