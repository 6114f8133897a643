import { announcesQuestions } from './announcing-words.js';
import {
  ADDRESSEE,
  AUXILIARY_STARTS,
  CONDITION_STARTS,
  CONSEQUENCE,
  fold,
  INSTRUCTION_WORDS,
  INVERTED_STARTS,
  ORDER_STARTS,
  POLITE_STARTS,
  QUESTION_WORD_STARTS,
  REQUEST_STARTS,
} from './words.js';
import { splitNumber } from './numbering.js';

/** What kind of sentence a text is, judged by its words alone. */
export type Manner =
  /** It carries a question mark, or starts as only a question does. */
  | 'question'
  /** It asks for something: "Describe …", "Veuillez indiquer …". */
  | 'request'
  /** A full sentence that does neither. */
  | 'statement'
  /** A few words. */
  | 'phrase'
  /** No words: a number, a mark, an address. */
  | 'other';

export interface TextShape {
  manner: Manner;
  /** Words, counted by spaces; scripts without spaces count two characters a word. Capped at 200. */
  words: number;
  /** The question mark stands at the end (closing brackets, quotes and a required mark aside). */
  endsWithMark: boolean;
  /** A question mark stands anywhere. */
  hasMark: boolean;
  endsWithColon: boolean;
}

const MARKS = '?？؟՞፧;\u037e';
const CLOSERS = ' \t\r\n\u00a0"\'“”’»)]*.…';
const CJK_QUESTION =
  /(?:か|ですか|ますか|でしょうか)[。．.]?$|(?:吗|呢|嗎)[。?？]?$|^(?:是否|请问)|是否|(?:까|나요|습니까|ㅂ니까)[.?]?$/u;
/** A word that makes a question at its end, as a mark does. */
const CJK_MARK = /(?:ですか|ますか|でしょうか|吗|嗎|(?:습|합|입|됩|십)니까)[。．.]?$/u;
const CJK_REQUEST =
  /(?:ください|下さい|願います|(?:して|を)?(?:記載|記入|説明)(?:する|のこと)?)[。．.]?$|^请|^請|[，,：:]\s*(?:请|請)|(?:하십시오|하세요|주십시오|주세요|바랍니다|기술하시오)[.]?$/u;
const SPANISH_OPEN = /[¿]/u;
const FRENCH_INVERSION =
  /^(?:\S+\s){0,4}\S+-(?:vous|il|elle|ils|elles|on|t-il|t-elle|t-on|tu|nous)(?=[\s,?])|^y a-t-il\b|\best-ce (?:que|qu')/;
/** "Accordez-nous quelques minutes": an order, no inversion. */
const FRENCH_ORDER = /^(?:\S+\s){0,2}[a-z]+(?:ez|tes)-(?:nous|moi|le|la|les|lui|leur)(?=[\s,])/;
const TURKISH_QUESTION = /\s(?:m[ıiuü]|m[ıiuü]d[ıiuü]r|m[ıiuü]s[ıiuü]n[ıiuü]z)\s*[?.]?$/u;
/** "Da li postoji …", "Има ли …", "Van-e …", "Có … không", "… หรือไม่": a particle asks, wherever the language puts it. Folded. */
const PARTICLE_QUESTION =
  /^da li\s|^\S{2,12} (?:li|ли)\s|^\p{Ll}{2,}-e\s|^(?:cac |he thong |cong ty )?.{0,40}\bco\s.*\skhong[?.]?$|(?:หรือไม|ไหม|หรือยัง)/u;
/** Turkish puts the verb of a request at the end. */
const TURKISH_REQUEST = /\s(?:ac[iı]klay|belirt|yaz|listeley|tan[iı]mlay|ver|ekley|paylas)[iıuü]n[iıuü]z\s*\.?$/u;
const LETTER = /\p{L}/u;
const WORD = /[\p{L}\p{N}'’-]+/u;

function isMailAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && word.lastIndexOf('.', word.length - 2) >= at + 2 && !/\s/.test(word);
}

function isCjk(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af);
}

/** Words that a statistics program has joined: "The.plan.is.tested.each.year", "Are_backups_tested_each_year". 0 where none are. */
function joinedWords(text: string): number {
  const joined = /(?:^|[\s"'])\p{L}+(?:([._])\p{L}+)(?:\1\p{L}+){3,60}[.?!"']*\s*$/u.exec(text);
  const pieces = joined === null || /:\/\/|@|www\./i.test(text) ? [] : joined[0].split(/[._]+/);
  return pieces.some((piece) => piece.length <= 3) ? pieces.length : 0;
}

/** Counts words up to 200 in one pass over at most 2,000 characters. */
function countWords(text: string): { words: number; cjk: boolean } {
  let words = 0;
  let dense = 0;
  let inWord = false;
  const end = Math.min(text.length, 2000);
  for (let i = 0; i < end && words < 200; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || code === 0xa0) {
      inWord = false;
      continue;
    }
    if (code >= 0x3040 && isCjk(code)) dense++;
    if (!inWord) {
      inWord = true;
      words++;
    }
  }
  if (words <= 3 && end > 24) words = Math.max(words, joinedWords(text.slice(0, end)));
  return dense > 0 ? { words: Math.max(words, Math.ceil(dense / 2)), cjk: true } : { words, cjk: false };
}

/** "Do you …? (choose one)", "Wer …? (ii)", "…？（　）": a remark in brackets behind the mark. */
const REMARK_BEHIND = /(?<=[?？؟])\s{0,4}[(（[][^()（）[\]]{0,60}[)）\]][\s*]{0,4}$/u;

/** The last character that is no bracket, quote, full stop or required mark, and stands in no remark behind a question mark. */
function lastSign(whole: string): string {
  const text = /[)）\]*]\s*$/u.test(whole.slice(-4)) ? whole.replace(REMARK_BEHIND, '') : whole;
  for (let i = text.length - 1; i >= 0 && i > text.length - 40; i--) {
    const sign = text[i]!;
    if (!CLOSERS.includes(sign)) return sign;
  }
  return '';
}

const QUESTION_MARK = 63;

function startsWithLetter(text: string): boolean {
  const code = text.charCodeAt(0) | 32;
  return code >= 97 && code <= 122;
}

function nextWord(text: string, from: number): { word: string; end: number } {
  const found = WORD.exec(from === 0 ? text : text.slice(from));
  if (found === null) return { word: '', end: text.length };
  return { word: found[0], end: from + found.index + found[0].length };
}

/** The manner in which a text of some words begins. */
function mannerOfStart(text: string): 'question' | 'wh' | 'request' | undefined {
  const head = fold(text.slice(0, 80));
  if (FRENCH_INVERSION.test(head) && !FRENCH_ORDER.test(head)) return 'question';
  let at = 0;
  let word = '';
  let polite = false;
  for (let step = 0; step < 3; step++) {
    const next = nextWord(head, at);
    word = next.word;
    at = next.end;
    if (!POLITE_STARTS.has(word)) break;
    polite = true;
  }
  if (word === 'y' && head.slice(at).startsWith(' a-t-il')) return 'question';
  if (polite) return 'request';
  if (REQUEST_STARTS.has(word)) return 'request';
  // "Do not add rows": an order.
  if (word === "don't" || (word === 'do' && /^\s+not\b/.test(head.slice(at)))) return undefined;
  if (AUXILIARY_STARTS.has(word)) return 'question';
  // "How to use this workbook" is a title.
  if (QUESTION_WORD_STARTS.has(word)) return / *to\b/y.test(head.slice(at)) ? undefined : 'wh';
  return undefined;
}

/** A clause behind a condition asks: "If yes, please describe", "Falls ja, bitte beschreiben". */
function conditionAsks(text: string): boolean {
  const first = nextWord(text, 0);
  if (!CONDITION_STARTS.has(first.word.toLowerCase())) return false;
  const head = fold(text.slice(0, 400));
  const comma = head.search(/[,:–-]\s/);
  const clause =
    comma < 0
      ? head.slice(first.end).replace(/^\s*(?:yes|no|so|not|ja|nein|oui|non|si|sim|nee|tak)\b/, '')
      : head.slice(comma + 1);
  return mannerOfStart(clause) !== undefined;
}

/** "Should the order change, then …" tells what follows, and asks nothing. */
function isInvertedCondition(body: string): boolean {
  return INVERTED_STARTS.has(nextWord(body, 0).word.toLowerCase()) && CONSEQUENCE.test(fold(body.slice(0, 400)));
}

/** Judges a text. Cost is bounded: at most 2,000 characters are looked at. */
export function textShape(text: string): TextShape {
  const { words, cjk } = countWords(text);
  // The commonest case of all: words and a question mark at the end.
  if (words >= 3 && text.charCodeAt(text.length - 1) === QUESTION_MARK && startsWithLetter(text)) {
    return { manner: 'question', words, endsWithMark: true, hasMark: true, endsWithColon: false };
  }
  const tail = text.length > 400 ? text.slice(-200) : text;
  const last = lastSign(text);
  const rawLast = tail.trimEnd().slice(-1);
  const greek = last === ';' && /[\u0370-\u03ff]/.test(tail);
  const endsWithMark = (last !== '' && MARKS.includes(last) && last !== ';') || greek;
  const hasMark = endsWithMark || text.includes('?') || text.includes('？') || text.includes('؟');
  const endsWithColon = rawLast === ':' || rawLast === '：';
  const shape: TextShape = { manner: 'phrase', words, endsWithMark, hasMark, endsWithColon };
  if (!LETTER.test(text.length > 200 ? text.slice(0, 200) : text)) {
    shape.manner = 'other';
    return shape;
  }
  if (words === 1 && (/^(?:https?:\/\/|www\.|mailto:)\S+$/i.test(text.trim()) || isMailAddress(text.trim()))) {
    shape.manner = 'other';
    return shape;
  }
  if (hasMark && (endsWithMark ? words >= 1 : words >= 4 && /[?؟](?:\s|["')\]”’»]|$)|？/.test(text))) {
    shape.manner = 'question';
    return shape;
  }
  if (cjk) {
    // "(optional)" behind it is no part of it.
    const trimmed = text.trim();
    const cut = trimmed.replace(/[（(][^（()）]{1,60}[)）]$/u, '');
    const plain = cut === trimmed ? trimmed : cut.replace(/(?<![\s。．.])[\s。．.]+$/u, '');
    if (CJK_QUESTION.test(plain)) shape.manner = 'question';
    if (CJK_MARK.test(plain)) shape.endsWithMark = shape.hasMark = true;
    else if (CJK_REQUEST.test(plain)) shape.manner = 'request';
    else if (words >= 8 || /[。]/.test(plain)) shape.manner = 'statement';
    return shape;
  }
  const body = splitNumber(text).rest.replace(/^[\s\-–•*·"“„«'(]+/, '');
  if (SPANISH_OPEN.test(body)) {
    shape.manner = 'question';
    return shape;
  }
  const start = words >= 2 && !isInvertedCondition(body) ? mannerOfStart(body) : undefined;
  const enough = words >= 4 || (words >= 3 && !endsWithColon);
  const folded = start === undefined && words >= 3 ? fold(body.slice(0, 300)) : '';
  if (folded !== '' && PARTICLE_QUESTION.test(folded)) shape.manner = 'question';
  else if (folded !== '' && TURKISH_REQUEST.test(folded)) shape.manner = 'request';
  else if (start === 'question' && enough) shape.manner = 'question';
  else if (start === 'request' && words >= 2) shape.manner = 'request';
  else if (start === 'wh' && words >= 4) shape.manner = 'question';
  else if (conditionAsks(body)) shape.manner = 'request';
  else if (TURKISH_QUESTION.test(text.slice(-40))) shape.manner = 'question';
  else if (words >= 4 && (words >= 9 || /[.!;]["”'’)*]*\s*$/.test(tail))) shape.manner = 'statement';
  return shape;
}

/** "Include the time zone in all reports.": an order of instructions, put to nobody who answers. */
export function isBareOrder(text: string): boolean {
  const head = fold(text.slice(0, 400));
  const { word } = nextWord(head, 0);
  return ORDER_STARTS.has(word) && !ADDRESSEE.test(head);
}

/** Whether a text tells how to fill the questionnaire in, instead of asking for something. */
export function isInstruction(text: string): boolean {
  return INSTRUCTION_WORDS.test(fold(text.slice(0, 1500))) || announcesQuestions(text);
}

const COURTESY =
  /\b(?:(?:send|return|get) (?:this|it|them|these|your answers) (?:back|by|to)|get back to (?:me|us)|(?:back|reply|answer) (?:to (?:me|us) )?by (?:mon|tues|wednes|thurs|fri|satur|sun)day|bis (?:montag|dienstag|mittwoch|donnerstag|freitag) (?:zuruck|antworten)|zuruckschicken|zurucksenden)\b/;

/** "Could you send this back by Friday?": a request for the questionnaire, not of it. */
export function isCourtesy(text: string): boolean {
  return COURTESY.test(fold(text.slice(0, 400)));
}

/** Remembers shapes of texts, since the same text is asked for by several rules. Bounded. */
export class ShapeCache {
  private readonly shapes = new Map<string, TextShape>();

  of(text: string): TextShape {
    const known = this.shapes.get(text);
    if (known !== undefined) return known;
    const shape = textShape(text);
    if (this.shapes.size > 20_000) this.shapes.clear();
    this.shapes.set(text, shape);
    return shape;
  }

  /** As `of`, for a text that is hardly asked for again: it is not remembered. */
  once(text: string): TextShape {
    return this.shapes.get(text) ?? textShape(text);
  }
}
