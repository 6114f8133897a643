/**
 * Whether a statement tells of something that is still to come. A policy speaks of the future too: what will be done once
 * something happens, what people are expected to do, whoever works on a project. None of that is a plan.
 */

/** Who speaks of what is going on now, not of whoever does it at any time ("when working on a server"). */
const NOW = String.raw`(?:we(?: are|['’]re)|(?:is|are)(?: still| now| already| also| actively| currently)?|currently)`;
const MADE =
  '(?:available|supported|introduced|added|launched|implemented|deployed|rolled out|enabled|completed|released|ready)';
/** What is aimed at and not yet there; "aim to restore within four hours" is held to every day. */
const REACHED =
  '(?:obtain|achieve|introduce|launch|implement|add|certify|complete|become|reach|get|roll out|adopt|offer|support|move|migrate|build|be (?:certified|compliant|ready))';

const PLANNED = new RegExp(
  String.raw`\b(?:${[
    'roadmap|road map|coming (?:in|by|soon|later|next|up)|on (?:its|the) way',
    `${NOW} (?:building|developing|preparing|exploring|introducing|rolling out|setting up|looking into|investigating|planning|evaluating|considering|working (?:towards?|on))`,
    'exploring|planned|plan(?:s|ning)? to',
    'in progress|under (?:evaluation|consideration|development|review|construction)|(?:in|under) procurement',
    String.raw`being (?:adopted|evaluated|implemented|rolled out|developed|considered|introduced|built|drafted|finali[sz]ed)`,
    'forthcoming|upcoming|targeted for|expected (?:in|by|to)',
    String.raw`(?:by|in|for) (?:q[1-4]|h[12]|the (?:first|second|third|fourth) (?:half|quarter)|end of|late|early|mid) ?(?:of )?\(?20\d\d|(?:q[1-4]|h[12]) 20\d\d`,
    'not yet|pending|intends? to|intention to|in development|future (?:release|feature)s?',
    String.raw`(?:is|are|remains?|still|yet) to be (?:implemented|introduced|defined|decided|completed|released|written|added)`,
    'deferred|draft|proposed (?:for|to)|in beta|pilot(?:ing)?|underway|window closes|ad hoc|trial',
    `will (?:be|become) ${MADE}|will (?:support|introduce|add|launch|implement|deploy|offer|obtain|pursue|adopt|start|begin)`,
    `(?:aims? to|(?:goal|aim|target) is to) ${REACHED}`,
    '(?:audit|report|certification|assessment|it) is scheduled|is scheduled for',
  ].join('|')})\b|(?:^|[:;|(] ?)to be (?:implemented|introduced|defined|decided|completed|released|written|added)\b`,
  'i',
);

/** Speaks of what happens in a case: its "will" is what is done each time. */
const IN_A_CASE =
  /^\W*(?:if|when(?:ever)?|once|whilst|while|after|before|upon|should|in (?:the )?(?:case|event)|as soon as)\b/i;
const WILL = /\bwill\b/gi;

/** Words of plans that tell of none. */
const NO_PLAN = new RegExp(
  [
    String.raw`\bno plans?\b|\b(?:not|nor|or) (?:supported or )?plan(?:ned)?\b`,
    // Work that is announced, not a thing that is missing.
    String.raw`\b(?:un)?planned (?:or|and) (?:un)?planned\b|\b(?:planned|upcoming) (?:\w+ ){0,2}(?:changes?|maintenance|outages?|downtime|leave|absences?|work|interruptions?|releases?|events?)\b`,
    // A plan that lies in a drawer, and people who plan something at some time.
    String.raw`\b(?:response|recovery|continuity|contingency|communications?|action|remediation|treatment|backup|escalation) plans? to\b|\b(?:if|when|who|that) (?:\w+ )?plans? to\b`,
    String.raw`\bexpected to (?!be (?:available|ready|completed?|finished|introduced|launched|released|certified)\b|launch\b|complete (?:the |our )?(?:certification|audit)\b|go live\b|arrive\b|ship\b|follow in\b)`,
    String.raw`\bin development (?:or|and|environments?|systems?|without|with)\b`,
    String.raw`\bwill be available (?:only )?(?:to|for|via|through)\b`,
    String.raw`\bbefore being \w+|\bthe drafts?\b|\bbecome pending\b`,
  ].join('|'),
  'gi',
);

/** Whether a statement tells of something that is meant to come, not of what is there. */
export function isPlanned(text: string): boolean {
  const plain = text.replace(NO_PLAN, ' ');
  return PLANNED.test(IN_A_CASE.test(plain) ? plain.replace(WILL, ' ') : plain);
}
