import {
  endOfAnswer,
  inCustomersName,
  introducedAsAbsent,
  leadInFor,
  tableHeader,
  tellsDeadlines,
  withoutAsides,
} from './evidence-layout.js';
import { isAboutItself, negationAt } from './expressions.js';
import { isPlanned } from './plans.js';
import { splitClauses, splitSentences, type Span } from '../finding/sentences.js';
import { thesaurus } from './thesaurus.js';
import { designatorsOf } from './designators.js';
import { isStopWord, tokenize, type Token } from '../finding/tokens.js';
import type { EvidenceItem } from '../types.js';

/** What a text speaks of. */
export interface Features {
  stems: Set<string>;
  concepts: Set<number>;
  /** Concepts that those are instances of. */
  kinds: Set<number>;
  /** "class b", "version 4", "tier 1": a noun with the letter or number that tells its members apart. */
  designators: Set<string>;
  /** Folded words that carry meaning, for comparison by vectors. */
  words: string[];
}

/** The smallest piece of evidence that an answer is made of: a clause. */
export interface Statement {
  /** Place of the clause and of its sentence in the item's text. */
  clause: Span;
  sentence: Span;
  /** The line (paragraph, list item, table row) it stands in. */
  line: Span;
  /** The words that introduce the list it is an item of ("Passwords must:"). */
  leadIn: string | undefined;
  text: string;
  own: Features;
  /** Of the whole sentence (or table row). */
  around: Features;
  /** Of the sentence before, when this one refers back to it ("They …"). */
  before: Features | undefined;
  /** Opens with a word for what the sentence before speaks of. */
  refersBack: boolean;
  /** Place of the negating word in `text`; -1 when positive. */
  negation: number;
  planned: boolean;
  /** A short clause that names no subject of its own. */
  bare: boolean;
  /** Made when first compared. */
  vector?: Float32Array;
  /** Of the earlier sentences of the same line. */
  earlier: Features | undefined;
  /** Concepts of which it says some parts and its label or heading the others. */
  completed: ReadonlySet<number>;
  /** Of the label of the line that it opens ("RDS snapshots: daily; kept for 30 days"). */
  topic: Features | undefined;
  /** Of the label that opens the line ("Penetration testing: annual. Most recent test …"). */
  label: Features | undefined;
}

export interface AnalyzedEvidence {
  text: string;
  statements: Statement[];
  /** Of the innermost heading (of a library answer: its question), with the header of a table. */
  heading: Features;
  headingText: string;
  /** Of title and outer headings. */
  path: Features;
  whole: Features;
  /** Statements are rows of a table. */
  table: boolean;
  /** The headings say that what stands here is open or to come. */
  open: boolean;
}

const REFERS_BACK =
  /^(?:it|they|these|those|this|that|he|she|them|such|its|their|the (?:last|latest|most recent|current|same)|the (?:(?:19|20)\d\d |(?:january|february|march|april|may|june|july|august|september|october|november|december) |(?:spring|summer|autumn|winter) |annual |yearly |\w+day )*(?:certificate|report|test|audit|assessment|exercise|plan|engagement|review|latter|results?|findings?|summary)\b|our (?:last|latest|most recent|current)\b|most recently|last (?:done|performed|completed|held|carried)|critical ones|other|others|all others|\w+ ones)\b/i;
/** Speaks of what the sentence before names, further on ("We announce new ones 30 days ahead"). */
const MENTIONS_BACK = /\b(?:new ones?|of them|for them|to them|with them|about them|these)\b/i;
/** "All staff repeat it once a year", "we practise this in spring": what is done is named before. */
const NAMES_IT_AGAIN =
  /\b(?:it|this|these|them)(?=$|[,.;:)]| (?:once|twice|every|each|again|within|at|after|before|in|on|for|by|annually|yearly|monthly|weekly|quarterly|automatically|regularly)\b)/i;
const OPEN_HEADING =
  /\b(?:still open|open (?:items|points|questions)|roadmap|planned|future|gaps|upcoming|to do|not yet|working on|coming (?:up|next|soon)|what(?:'s| is) next|in the works|outlook)\b/i;

/** Takes an item of evidence apart into statements with what each speaks of. */
export function analyzeEvidence(item: EvidenceItem): AnalyzedEvidence {
  const text = item.kind === 'library' ? item.answer : item.text;
  const headings = item.kind === 'library' ? [item.question] : item.locator.split(' > ');
  const lines = text.split('\n');
  const header = tableHeader(lines);
  const heading = headings.at(-1) ?? '';
  const deadlines = tellsDeadlines(`${heading}\n${text}`);
  const statements: Statement[] = [];
  let last: Features | undefined;
  let lastText = '';
  let line = newLine(text, 0);
  line.end = -1;
  let leadIn: Span | undefined;
  let asked: { question: string; end: number } | undefined;
  for (const sentence of splitSentences(text)) {
    if (header !== undefined && sentence.start < header.length) continue;
    const body = text.slice(sentence.start, sentence.end);
    if (isAboutItself(body)) continue;
    // The questions of an FAQ say nothing; they tell what the next words are about.
    if (body.endsWith('?')) {
      asked = { question: body, end: endOfAnswer(text, sentence.end) };
      continue;
    }
    const around = featuresOf(body);
    if (sentence.start > line.end) {
      leadIn = leadInFor(text, line, sentence.start, leadIn);
      line = newLine(text, sentence.start, leadIn);
    }
    const earlier = line.earlier === '' ? undefined : featuresOf(line.earlier);
    const planned = isPlanned(body);
    for (const clause of splitClauses(text, sentence)) {
      const words = text.slice(clause.start, clause.end);
      const whole = words.length === body.length;
      const said = withoutAsides(words);
      const own = said === body ? around : featuresOf(said);
      const namesAgain = NAMES_IT_AGAIN.test(words) && namesNoSubject(own);
      statements.push({
        clause,
        sentence,
        line: { start: leadIn?.start ?? line.start, end: line.end },
        leadIn: leadIn && text.slice(leadIn.start, leadIn.end),
        text: words,
        own,
        bare: !whole && isBare(own),
        around,
        refersBack: REFERS_BACK.test(words) || namesAgain,
        before: MENTIONS_BACK.test(words)
          ? featuresOf(`${lastText} ${words}`)
          : REFERS_BACK.test(words) || namesAgain || around.words.length < 4
            ? last
            : undefined,
        negation: introducedAsAbsent(text, clause, sentence, leadIn) ? 0 : negationAt(words),
        earlier,
        topic: line.label,
        completed: new Set(
          thesaurus().findAcross(
            tokenize(said),
            asked && sentence.start < asked.end
              ? tokenize(asked.question)
              : namesAgain || REFERS_BACK.test(words)
                ? tokenize(lastText)
                : line.introduction,
          ),
        ),
        label:
          asked && sentence.start < asked.end
            ? featuresOf(inCustomersName(asked.question))
            : leadIn
              ? line.label
              : earlier && line.label,
        // A documented absence with plans for later is an absence now.
        planned:
          (planned && (whole || isPlanned(words))) ||
          (leadIn !== undefined && isPlanned(text.slice(leadIn.start, leadIn.end))),
      });
    }
    last = around;
    lastText = body;
    line.earlier = nearest(`${line.earlier} ${body}`);
  }
  return {
    text,
    statements,
    heading: featuresOf([heading, header ?? '', deadlines ? 'remediation SLA by severity' : ''].join(' ')),
    headingText: heading,
    path: featuresOf(
      item.kind === 'library'
        ? item.tags.join(' ')
        : `${item.title.replace(/\.\w+$/, '')} ${headings.slice(0, -1).join(' ')}`,
    ),
    whole: featuresOf(text),
    table: header !== undefined,
    open: headings.some((h) => OPEN_HEADING.test(h)),
  };
}

/** Speaks of nothing but people and times: "All staff repeat it once a year". */
function namesNoSubject(own: Features): boolean {
  const words = thesaurus();
  return [...own.concepts].every(
    (c) =>
      [c, ...words.kinds(c)].some((k) => words.isGeneric('', [k]) || words.isParty('', [k])) ||
      INTERVAL.test(words.name(c)),
  );
}

const INTERVAL = /^(?:annually|semi-annually|quarterly|monthly|weekly|daily|biennially|within the|time-limited)$/;

const LONGEST_BARE = 5;

function isBare(own: Features): boolean {
  const words = thesaurus();
  return (
    own.words.length <= LONGEST_BARE && [...own.concepts].every((c) => words.isGeneric('', [c]) || words.isProcess([c]))
  );
}

/** Characters of a line's earlier sentences that are looked at behind each: more than a passage has. */
const MOST_EARLIER = 2_000;

/** The end of what stands before, from a word on, so that a line of thousands of sentences is not read again for each. */
function nearest(earlier: string): string {
  if (earlier.length <= MOST_EARLIER) return earlier;
  const from = earlier.indexOf(' ', earlier.length - MOST_EARLIER);
  return from < 0 ? '' : earlier.slice(from);
}

interface Line extends Span {
  /** Words that introduce it: its list's, its own label. */
  introduction: readonly Token[];
  /** Its sentences so far. */
  earlier: string;
  label: Features | undefined;
}

function newLine(text: string, start: number, leadIn?: Span): Line {
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  const label = /^[^.:]{2,60}(?=:\s)/.exec(text.slice(start, end))?.[0];
  const introduced = leadIn === undefined ? label : `${text.slice(leadIn.start, leadIn.end)} ${label ?? ''}`;
  return {
    start,
    end,
    earlier: '',
    introduction: introduced === undefined ? [] : tokenize(introduced),
    label: introduced === undefined ? undefined : featuresOf(introduced),
  };
}

/** Addresses that say what they are for. */
const ADDRESSES: [RegExp, string][] = [
  [/^(?:www\.)?status\.[\w-]+\./, 'status page'],
  [/^(?:security|psirt|vulnerability|bugs?)@/, 'security contact'],
  [/^(?:privacy|dpo|dataprotection)@/, 'privacy contact'],
];

/** Stems, concepts and kinds of a text. */
export function featuresOf(text: string): Features {
  const tokens = tokenize(text);
  const concepts = new Set<number>();
  const kinds = new Set<number>();
  for (const { concept } of [...thesaurus().find(tokens), ...thesaurus().findComposed(tokens)]) {
    concepts.add(concept);
    for (const kind of thesaurus().kinds(concept)) kinds.add(kind);
  }
  for (const { word } of tokens) {
    if (!word.includes('.') && !word.includes('@')) continue;
    const known = ADDRESSES.find(([pattern]) => pattern.test(word));
    if (known) for (const concept of thesaurus().conceptsOf(known[1])) concepts.add(concept);
  }
  const content = tokens.filter((t) => !isStopWord(t.word));
  return {
    stems: new Set(content.map((t) => t.stem)),
    designators: new Set(designatorsOf(tokens).map(({ name }) => name)),
    concepts,
    kinds,
    words: [...new Set(content.map((t) => t.word))],
  };
}
