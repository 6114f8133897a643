import { stem } from '../finding/stemmer.js';
import { thesaurus } from './thesaurus.js';
import { isStopWord } from '../finding/tokens.js';

/** Expressions of time, amount, place and person in a statement: what a question of that kind must be answered with. */
const NUMBER_WORD =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety|half an?|an?)';
const AMOUNT = `(?:\\d+(?:[.,]\\d+)?|${NUMBER_WORD})`;
const UNIT =
  '(?:milliseconds?|ms|seconds?|secs?|minutes?|mins?|hours?|hrs?|(?:business |working |calendar )?days?|nights?|weeks?|fortnights?|months?|quarters?|years?)';
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const MONTH =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';
const SEASON = '(?:spring|summer|autumn|fall|winter|semester|term)';

const FREQUENCY = new RegExp(
  [
    '\\b(?:semi-?|bi-?)?(?:annual|month|week|quarter|year|dai|night|hour|fortnight)(?:ly|ly)?(?:ly)\\b',
    '\\b(?:semi-?)?annual\\b',
    `\\b(?:every|each|per|once an?|once every|twice an?|twice every|${AMOUNT} times an?|${AMOUNT} times per)\\s+(?:other\\s+)?(?:${AMOUNT}\\s+)?(?:calendar\\s+)?(?:${UNIT}|${WEEKDAY}|${MONTH}|${SEASON}|release|build|sprint|change|commit|quarter)\\b`,
    '\\b(?:continuous(?:ly)?|real[- ]time|constantly|on an? (?:regular|rolling) basis|ad hoc|on demand|nightly|daily)\\b',
    `\\bon ${WEEKDAY}s\\b`,
    `\\b(?:on|upon|at) (?:each|every)\\b`,
    `\\bin ${MONTH} and ${MONTH}\\b`,
    `\\b(?:first|second|last) ${WEEKDAY} of\\b`,
    `\\bevery (?:second|third|other) (?:week|month|year)\\b`,
    '\\bhalf-year(?:ly)?\\b',
    '\\bat intervals\\b',
    '\\b(?:24[x/]7|around the clock|day and night)\\b',
  ].join('|'),
  'i',
);
const DURATION = new RegExp(
  [
    `\\b${AMOUNT}\\s*(?:\\(\\d+\\)\\s*)?-?\\s?${UNIT}\\b`,
    '\\b\\d+\\s?h(?:\\s?\\d+\\s?m(?:in)?)?\\b',
    '\\b(?:immediately|same (?:business |working )?day|next (?:business|working) day|(?:last|final) (?:working )?day|without (?:undue )?delay|indefinitely|for the (?:duration|term|life) of|until)\\b',
  ].join('|'),
  'i',
);
const DATE = new RegExp(
  `\\b(?:19|20)\\d\\d(?:-\\d\\d(?:-\\d\\d)?)?\\b|\\b(?:\\d{1,2}\\.? )?${MONTH}\\.? (?:\\d{1,2},? )?(?:19|20)?\\d{0,4}\\b|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b`,
  'i',
);
const QUANTITY = new RegExp(
  `\\d|\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|none|no)\\b`,
  'i',
);
const ROLE =
  /\b(?:c[ieto]so|c[efiotpl]o|dpo|chief \w+|head of|director|officer|manager|managers|leads?|leadership|team|committee|board|owners?|engineers?|administrators?|president|counsel|auditors?|firm|department|provider|vendor|partner|iso|assessor|members?)\b/i;
const PLACE =
  /\b(?:[a-z]{2}-(?:north|south|east|west|central)+-\d|(?:us|uk|eu|usa)\b|europe(?:an)?|germany|france|ireland|united (?:kingdom|states)|finland|netherlands|switzerland|canada|australia|japan|singapore|india|brazil|spain|italy|poland|sweden|norway|denmark|austria|belgium|region|aws|azure|gcp|google cloud|data cent(?:er|re)s?|off-?site|on-?premises?|cloud)\b|https?:|\w-*\.(?:com|io|org|net|example|eu|co)\b/i;
/** A capitalised word that does not open the statement, an all-capital name, or a name with digits. */
const PROPER_NAME =
  /(?<=[^.!?:|\s]\s(?:["“(])?)[A-Z][\p{L}\d]+|(?:^|: |\| )[A-Z][\p{L}\d]+(?= [A-Z(]|\.?$| \|)|\b[A-Z]{2}[A-Z\d-]*\b|\b\w+\.example\b/gu;
/** A country or region of the world, or a town named after "in". Providers and their products are no places here. */
const COUNTRY =
  /\b(?:(?:us|uk|eu|eea|usa)\b|europe(?:an)?|germany|france|ireland|united (?:kingdom|states)|america|finland|netherlands|switzerland|canada|australia|new zealand|japan|singapore|india|brazil|spain|italy|poland|sweden|norway|denmark|austria|belgium|portugal|czech|luxembourg|estonia|israel|mexico|south africa|[a-z]{2}-(?:north|south|east|west|central)+-\d|(?:[a-z]+ )?region)\b/i;
const TOWN = /\b(?:in|near|from|within) (?:the )?(?!AWS|Azure|Google|GCP|Amazon|Microsoft)[A-Z][a-z]+\b/;
const MANNER =
  /\b(?:through|via|by|using|with|in|into|on|after|before|per|according|within|from|as|following|only|under|to|at|over|own|dedicated|separate|each|must|requires?|when(?:ever)?|watch(?:es)?|monitors?|checks?|compares?|reviews?|scans?|tracks?|measures?|shows?|raises?|decides?|logically|physically|automatically|manually|\w+ed)\b|\s\|\s/i;

const EVENT =
  /\b(?:on the (?:same |last )?(?:\w+ )?day|same (?:business |working )?day|(?:up)?on \w+|at (?:the )?\w+|after|immediately|before)\b/i;

export type SlotKind =
  | 'frequency'
  | 'cadence'
  | 'duration'
  | 'date'
  | 'moment'
  | 'number'
  | 'person'
  | 'place'
  | 'country'
  | 'name'
  | 'manner';

const PATTERNS: Record<Exclude<SlotKind, 'name' | 'person' | 'place' | 'country'>, RegExp> = {
  frequency: FREQUENCY,
  cadence: new RegExp(`${FREQUENCY.source}|${DURATION.source}`, 'i'),
  duration: DURATION,
  date: DATE,
  moment: new RegExp(`${DATE.source}|${DURATION.source}|${EVENT.source}`, 'i'),
  number: QUANTITY,
  manner: MANNER,
};

/** Whether a statement holds an expression of this kind. `known` are folded words of the question, which do not count as names. */
export function hasExpression(kind: SlotKind, text: string, known: ReadonlySet<string>): boolean {
  if (kind === 'name') return hasName(text, known);
  if (kind === 'person') return ROLE.test(text) || hasName(text, known);
  if (kind === 'country') return COUNTRY.test(text) || TOWN.test(text);
  if (kind === 'place') return PLACE.test(text) || hasName(text, known);
  return PATTERNS[kind].test(text);
}

/** Whether a statement tells a place of the world or of the net, or a provider of such, not only a name. */
export function tellsPlace(text: string): boolean {
  return PLACE.test(text) || COUNTRY.test(text) || TOWN.test(text);
}

function hasName(text: string, known: ReadonlySet<string>): boolean {
  // "Weekly." and "March 2026" are no names, though they open a statement.
  const plain = text.replace(new RegExp(`${FREQUENCY.source}|${DATE.source}|^(?:yes|no)\\b`, 'gi'), (m) =>
    m.toLowerCase(),
  );
  for (const match of plain.matchAll(PROPER_NAME)) if (!known.has(match[0].toLowerCase())) return true;
  // A name may open the statement ("Panther is the SIEM."); a common word does so too.
  const first =
    /^([\p{Lu}][\p{L}\d]+)(?: and [\p{Lu}][\p{L}\d]+)? (?:is|are|was|has|hosts|performs|provides|runs|handles|block|scans?|acts)\b/u.exec(
      text,
    )?.[1];
  if (first !== undefined && !known.has(first.toLowerCase()) && !isStopWord(first.toLowerCase()) && isName(first))
    return true;
  // A version or a standard is named by its number.
  for (const match of text.matchAll(/\b\d+(?:\.\d+)+\b|\b[A-Z]{2,}[- ]?\d+/g))
    if (!known.has(match[0].toLowerCase())) return true;
  return false;
}

/** Whether a word is in none of the field's terms. */
function isName(word: string): boolean {
  const stemmed = stem(word.toLowerCase());
  const concepts = thesaurus().conceptsOfStem(stemmed);
  return (
    // A plural is none, unless it is a product the thesaurus knows.
    (!word.endsWith('s') || concepts.length > 0) &&
    !thesaurus().isGeneric(stemmed) &&
    concepts.every((c) => thesaurus().kinds(c).length > 0)
  );
}

const NOT_NEGATIVE =
  /\bnot exceed(?:ing|ed)?\b|\bnot (?:remain|last|continue|be (?:valid|granted|kept|retained|held|extended))\b[^.;]*?\b(?:more|longer|later) than\b|\bno longer than\b|\b(?:may|can|must|should|do) (?:and|or) (?:may|can|must|should|do)(?:n['’]t| not)\b|\bno (?:later|more|less|fewer|longer than) than\b|\bno later than\b|\bnot (?:only|limited to|less than|more than|later than)\b|\bwithout (?:exceptions?|undue delay|delay|approval|authori[sz]ation|interruption)\b|\bregardless\b|\b(?:who|that|which) (?:is|are|was|were|did|does|do|has|have|had) not\b|\band (?:is|are|was|were|did|does|has|have) not (?=(?:the|its|their|an?|also|involved|part|written|made)\b)|\bnot (?:just|merely)\b|\b(?:certificate|proof|evidence) of no\b/gi;
const NEGATION =
  /\b(?:no|zero(?![- ]?(?:trust|days?|knowledge|downtime|touch|tolerance))|not|never|none|neither|nor|cannot|nobody|nothing|isn['’]t|aren['’]t|don['’]t|doesn['’]t|won['’]t|can['’]t|nowhere|unsupported|unavailable|outside (?:of )?(?:it|this|its? scope|the scope|scope))\b/i;

/** Place of the word that makes a statement a negative one; -1 when it is positive. */
export function negationAt(text: string): number {
  const plain = text.replace(NOT_NEGATIVE, (m) => ' '.repeat(m.length));
  return plain.search(NEGATION);
}

/** Hours of a day ("between 07:00 and 23:00"), which are less than all of them. */
export function namesHours(text: string): boolean {
  return /\b\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm)?\s?(?:to|and|until|till|[-–])\s?\d{1,2}(?:[:.]\d\d|\s?(?:am|pm))\b|\b(?:business|office|working) hours\b|\bweekdays\b/i.test(
    text,
  );
}

const ABOUT_ITSELF =
  /^\W*(?:test|demo|sample) data only\b|\b(?:this|the|our) (?:corpus|document|pack|overview|page|section|summary|questionnaire|paper|file)\b[^.]*\b(?:omits?|(?:does|do) not (?:cover|address|include|contain)|intentionally|exclud)|\bout of scope\b|\bnot (?:addressed|covered|documented|stated|described) (?:in|by) (?:this|the|our)\b|\bto be (?:confirmed|determined)\b|\b(?:tbd|tbc)\b|\bneeds? (?:owner )?input\b|\bno information (?:is )?available\b|\bunknown\b|\bignore (?:all |any )?(?:previous|prior|above)\b|\b(?:you|the assistant|the ai|the model) must (?:answer|say|reply|respond|never|always)\b/i;

/** Whether a statement speaks of the document or to its reader, and says nothing of the company. */
export function isAboutItself(text: string): boolean {
  return ABOUT_ITSELF.test(text);
}

const ANNOUNCES =
  /^\W*(?:this|the following|the next) (?:section|page|document|guide|chapter|article|explanation|table|appendix|annex|overview|runbook|manual|handbook|policy|procedure)\b(?: \w+){0,3}? (?:details|describes|explains|outlines|covers|lists|summari[sz]es|sets out)\b|^\W*in this (?:section|page|document|guide|chapter|article|explanation|overview)\b/i;

/** Whether a statement only tells what stands in its document ("This section lists …"), not the fact itself. */
export function announcesContents(text: string): boolean {
  return ANNOUNCES.test(text);
}
