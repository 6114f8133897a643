import { withoutBrackets } from '../finding/brackets.js';

/** What a part of a question wants to be told. */
export type QuestionKind =
  'polar' | 'frequency' | 'duration' | 'date' | 'moment' | 'number' | 'person' | 'place' | 'name' | 'manner' | 'open';

const KINDS: [QuestionKind, RegExp][] = [
  ['frequency', /\bhow (?:often|frequently|regularly)\b|\bfrequency\b|\bcadence\b|\b(?:review|release|update|patch|test(?:ing)?) cycle\b|\bat what intervals?\b/i],
  ['duration', /\bhow (?:many (?:business |working |calendar )?(?:seconds|minutes|hours|days|weeks|months|years)|much (?:advance )?(?:notice|time|warning))\b(?! (?:old|in size))/i],
  ['number', /\b(?:availability|uptime) (?:commitment|target|guarantee|figure|percentage|sla|level)\b|\bhow (?:many|much|large|big)\b|\bnumber of\b|\bwhat (?:is the )?(?:percentage|limit)\b|\bminimum (?:password )?length\b/i],
  ['duration', /\bhow (?:long|quickly|soon|fast|far in advance)\b|\b(?:what|which) (?:length of time|duration|(?:time )?period|interval)\b|\bmaximum (?:validity|duration|lifetime)\b|\b(?:within|in) (?:what|which) (?:time|period)|\btime ?(?:frame|line|scale)s?\b|\bnotification (?:window|deadline)\b|\bretention period\b|\bnotification period\b|\bwhat is (?:the|your) (?:\w+ ){0,2}(?:rto|rpo|recovery (?:time|point) objective)|\bafter (?:what|how much) time\b|\bwhat (?:is the )?retention\b|\b(?:log|data|backup) retention\?/i],
  ['moment', /^(?:\W*)when (?:is|are|do|does|will|must|can)\b(?![^?]*\b(?:last|next|most recent)\b)/i],
  ['date', /^(?:\W*)when\b|\b(?:what|which) (?:date|year|month)\b|\bon (?:what|which) date\b|\bdate of\b|\bsince when\b/i],
  ['person', /^(?:\W*)(?:who|whom|whose)\b|\bby whom\b|\bname (?:the|your) (?:individual|person|owner|officer)|\bwhich (?:person|role|individual)\b|\bwho (?:is|are|was|approves|performs|leads)\b/i],
  ['place', /^(?:\W*)where\b|\b(?:in|at) (?:which|what) (?:\w+ )?(?:locations?|regions?|countr(?:y|ies)|places?|jurisdictions?|data cent(?:er|re)s?)\b/i],
]; // prettier-ignore
const POLAR =
  /^(?:\W*)(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|may|must|should|shall)\b|\bis (?:it|this|that|there)\b|[,:—-]\s*(?:do|does|is|are|has|have|can|must) (?:you|it|they|there|the|all|any|your)\b/i;
const NAME =
  /\b(?:which|what) (?:\w+[ -]){0,3}?(?:provider|company|supplier|body|authority|laboratory|registrar|insurer|tool|vendor|product|platform|solution|technology|algorithm|standard|protocol|firm|auditor|qsa|siem|idp|versions?|mdm|edr|framework|name)\b/i;
const LIST =
  /\b(?:list|enumerate|name) (?:all|your|the|any)\b|\b(?:which|what) (?:\w+[ -]){0,3}?\w+s (?:do|does|are|is|have|has|exist|can|were)\b|\bwhat (?:categories|types|kinds)\b|^(?:\W*)(?:list|enumerate)\b/i;
/** "How is the team structured?" wants to be told who is in it, not by what means. */
const COMPOSITION = /^(?:\W*)how (?:is|are) .*\b(?:structured|organi[sz]ed|composed|made up|staffed|set up)\b/i;
const MANNER = /^(?:\W*)how\b|\bin what way\b|\bby what means\b/i;
const EXISTENCE =
  /\b(?:do|does) (?:you|your \w+|the \w+|it|they|we) (?:currently |also |already )?(?:have|maintain|hold|operate|possess|use|keep|publish|carry|produce|run)\b|\b(?:is|are) there\b|\bhave (?:you|they) (?:\w+ )?(?:appointed|designated|established|documented|implemented|defined|a)\b|\bin (?:place|use)\b|\b(?:documented|maintained|defined|designated|established|appointed|in force)\b/i;

/** Words that ask, and so are no subject: they are answered by the expression that the kind wants. */
const ASKING: Partial<Record<QuestionKind, RegExp>> = {
  frequency: /^(?:often|frequently|frequency|cadence|regularly|intervals?|time|many|times)$/,
  duration:
    /^(?:long|length|duration|maximum|validity|interval|quickly|soon|fast|far|advance|time|timeframe|timeline|frame|timescale|period|window|days|hours|after|many|much|minutes|weeks|months|years|seconds)$/,
  date: /^(?:when|date|year|month|last|recent|most|latest|recently|time)$/,
  number: /^(?:many|much|number|large|big|size|percentage|total|count|limit)$/,
  person: /^(?:who|whom|whose|name|person|individual|people|party)$/,
  place:
    /^(?:where|location|locations|located|region|regions|country|countries|place|places|geographic|geographically)$/,
};

/** "If the chat tool is down, how …?": what comes before the comma sets the scene, what comes behind it asks. */
const SCENE =
  /^\W*(?:if|when|after|before|once|should|suppose|in case|we|you|i|somebody|someone|people|the|an?|one|our|your)\b[^?]{0,240}?[,:]\s+(?=(?:and |then )?(?:(?:by|in|on|to|for|at|from|with) )?(?:how|when|where|who(?:m|se)?|what|which|do|does|is|are|am|can|will|would|may)\b[^?]*\?)/i;

/** "Describe whether …" wants to hear yes or no first. */
const WHETHER = /^\W*(?:please )?(?:describe|state|explain|specify|indicate|outline|detail) (?:whether|if)\b/i;

/** What a question, or part of one, asks for. */
export function kindOf(text: string): QuestionKind {
  // Whatever stands in brackets explains; it does not ask.
  const plain = withoutBrackets(text).replace(SCENE, '');
  for (const [kind, pattern] of KINDS) {
    if (
      pattern.test(plain) &&
      !(POLAR.test(plain) && !/^(?:\W*)(?:how|when|who|where|what|which)\b/i.test(plain) && kind !== 'frequency')
    )
      return kind;
  }
  if (
    /^(?:\W*)(?:(?:in|on|at|to|from|for|with|under|by|after|below|above|within|against|of|via|through) )?(?:how|what|which|whose|describe|explain|list|provide|state|name|specify|detail|outline|identify|give)\b/i.test(
      plain,
    )
  ) {
    if (/[—–-]\s*(?:is|are|do|does|has|have) \w+/i.test(plain) || WHETHER.test(plain)) return 'polar';
    if (LIST.test(plain) || COMPOSITION.test(plain)) return 'open';
    if (NAME.test(plain)) return 'name';
    return MANNER.test(plain) ? 'manner' : 'open';
  }
  if (POLAR.test(plain)) return 'polar';
  // A statement to agree with ("Customer data is encrypted at rest.") asks whether it is so; a bare topic asks for all.
  return /\b(?:is|are|has|have|must|shall|should|will|does|do)\b/i.test(plain) ? 'polar' : 'open';
}

/** Whether a word of a question only asks ("often"), and is no subject of it. */
export function isAskingWord(kind: QuestionKind, word: string): boolean {
  return ASKING[kind]?.test(word) === true;
}

/** Whether several items are wanted ("which policies …", "list …"). */
export function asksForList(text: string): boolean {
  return LIST.test(text);
}

/** Whether a yes/no question asks if something exists ("Do you have a …"). */
export function asksForExistence(text: string): boolean {
  return EXISTENCE.test(text);
}
