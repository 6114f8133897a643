/** What a person's instructions ask of the form of an answer. They never change which evidence is used or what it says. */
export interface Style {
  /** One statement a part instead of all, or each with the rest of its paragraph. */
  length: 'brief' | 'usual' | 'detailed';
  /** Each statement on a line of its own. */
  list: boolean;
  /** Without contractions. */
  formal: boolean;
  /** The answer names where it comes from. */
  sources: boolean;
}

/** "not too brief", "avoid bullet points": what follows is not wanted. Words stand one blank apart: runs of blanks take square time. */
const UNWANTED = String.raw`(?<!\b(?:not|no|never|without|avoid|don['’]t|nothing)\b(?: (?!but\b)\w+){0,3} )`;

const wants = (words: string): RegExp => new RegExp(String.raw`${UNWANTED}\b(?:${words})\b`, 'i');

const BRIEF = wants(
  'brief|briefly|short|shorter|concise|concisely|terse|succinct|crisp|(?:one|a single) sentence|to the point',
);
const DETAILED = wants(
  'detailed|in detail|more detail|details|thorough|thoroughly|elaborate|long|longer|comprehensive',
);
const LIST = wants('bullets?|bullet points?|bulleted|as a list|list form|numbered list|one per line');
const FORMAL = wants('formal|formally|professional|businesslike|no contractions');
const SOURCES = wants(
  '(?:name|cite|mention|give|include|state|add|with|show|quote)(?:\\W+\\w+){0,2}\\W+(?:sources?|references?|documents?|citations?)',
);

/** Reads a questionnaire's or a call's instructions; what they say beyond form is not heard. */
export function styleOf(instructions: string): Style {
  const said = instructions.replace(/\s+/g, ' ');
  const brief = BRIEF.test(said);
  return {
    length: brief ? 'brief' : DETAILED.test(said) ? 'detailed' : 'usual',
    list: LIST.test(said),
    formal: FORMAL.test(said) || /\b(?:no|without|avoid) contractions\b/i.test(said),
    sources: SOURCES.test(said),
  };
}

const CONTRACTIONS: readonly [RegExp, string][] = [
  [/\bcan['’]t\b/gi, 'cannot'],
  [/\bwon['’]t\b/gi, 'will not'],
  [/\bshan['’]t\b/gi, 'shall not'],
  [/(?<=\b(?:do|does|did|is|are|was|were|has|have|had|could|would|should|must|need))n['’]t\b/gi, ' not'],
  [/(?<=\b(?:we|you|they))['’]re\b/gi, ' are'],
  [/(?<=\b(?:we|you|they|I))['’]ve\b/gi, ' have'],
  [/(?<=\b(?:we|you|they|he|she|it|I))['’]ll\b/gi, ' will'],
  [/(?<=\b(?:it|that|there|what))['’]s(?= (?:a|an|the|not|no|in|on|at|our|always|never|only|also)\b)/gi, ' is'],
];

/** A text without contractions; the same facts in the same order. */
export const withoutContractions = (text: string): string =>
  CONTRACTIONS.reduce((formal, [short, long]) => formal.replace(short, (found) => cased(found, long)), text);

const cased = (found: string, long: string): string =>
  /^\p{Lu}/u.test(found) ? long[0]!.toUpperCase() + long.slice(1) : long;
