import type { Word } from './wording.js';

/** A noun with what stands before it, and the preposition that joins it to something. */
export interface Phrase {
  /** '' when none. */
  prep: string;
  /** Its words that carry a fact. */
  words: Word[];
  /** The word that names the thing, when it carries a fact: "administrators" of "the platform's administrators". */
  head: Word | undefined;
  /** That word, or pronoun, as it stands there in lower case. */
  last: string;
  /** Speaks of all of its kind: "laptops", "every laptop", "no laptop"; not "a laptop", "the laptop". */
  general: boolean;
  /** "Our", "their" and the like; '' when none. */
  whose: string;
  /** Its preposition is that of the phrase before "and". */
  joined: boolean;
  /** Behind "not": "not by the laboratory". */
  denied: boolean;
  /** Keys of the amounts in it. */
  amounts: string[];
  start: number;
}

/** A verb with who does it to what. */
export interface Frame {
  /** Of the verb, those that carry a fact. */
  words: Word[];
  verb: string;
  passive: boolean;
  /** What opens its part of the sentence: "if", "when", "who", "to"; '' for what is said for itself. */
  marker: string;
  /** "Hopes" of "hopes to publish". */
  control: string;
  subjects: Phrase[];
  /** What stands between subject and verb: "of the finance team". */
  ofSubject: Phrase[];
  objects: Phrase[];
  others: Phrase[];
  start: number;
  /** Counts the parts of the sentence that semicolons and colons keep apart. */
  part: number;
}

export const MARKERS =
  /^(?:if|when|whenever|unless|until|where|wherever|while|whereas|because|although|though|once|before|after|since|as|should)$/;
/** These are prepositions unless a verb follows. */
export const EITHER = /^(?:before|after|since|until|as|once|while|should)$/;
export const RELATIVE = /^(?:who|which|that|whose|whom)$/;
export const PARTICLE = /^(?:up|out|off|down|back|over|away|apart|together)$/;
export const BE = /^(?:is|are|was|were|be|been|being|get|gets)$/;
export const PARTICIPLE = /(?:ed|en|wn|pt|ung|ld|aid|lt|ept|ut|nt|ost|ead|one|ade|ound|ought|aught|un|et)$/;
export const NOMINAL = /^(?:DET|ADJ|NUM|NOUN|PROPN|PRON|SYM|X)$/;
export const VERBAL = /^(?:VERB|AUX)$/;
export const POSSESSIVE = /^(?:our|your|their|its|his|her|my)$/;
export const SINGLE = /^(?:an?|the|this|that|these|those|one|its|his|her)$/;
export const WHOLE = /^(?:all|every|each|any|no|both)$/;
/** They end in "s", and are one thing. */
export const ONE_THING = /(?:ss|us|is|ics|ness)$/;
export const MANY =
  /^(?:staff|personnel|people|data|information|anyone|everyone|everybody|traffic|access|media|equipment|hardware|software|email|mail)$/;

export const VERBAL_OR_NOMINAL = /^(?:VERB|AUX|DET|ADJ|NUM|NOUN|PROPN|PRON|ADV)$/;
