import { fold } from './words.js';

/** Words that are an answer by themselves: yes, no, not applicable, partly, compliant … in the languages we know. */
const CHOICE_WORDS = new Set(
  `yes|no|y|n|n/a|na|not applicable|n.a.|none|unknown|tbd|partial|partially|partly|fully|full|compliant|non-compliant|
   noncompliant|not compliant|partially compliant|fully compliant|true|false|pass|fail|met|not met|partially met|implemented|
   not implemented|partially implemented|planned|in progress|open|closed|done|in place|not in place|agree|disagree|comply|complies|
   does not comply|partially complies|strongly agree|somewhat agree|neutral|neither agree nor disagree|somewhat disagree|strongly disagree|never|rarely|sometimes|often|always|alternate|
   stimme zu|stimme nicht zu|stimme voll zu|nie|selten|manchmal|oft|immer|d'accord|pas d'accord|jamais|parfois|souvent|toujours|nunca|a veces|siempre|de acuerdo|en desacuerdo|
   wahr|falsch|vrai|faux|vero|verdadero|verdadeiro|falso|onwaar|prawda|fałsz|истина|ложь|erledigt|hecho|feito|fatto|gereed|zrobione|hotovo|klart|выполнено|完了|完成|완료|
   supported|not supported|unsupported|partially supported|fully supported|supports|partially supports|does not support|supported with exceptions|supports with exceptions|
   unterstutzt|nicht unterstutzt|teilweise unterstutzt|wird unterstutzt|wird nicht unterstutzt|pris en charge|non pris en charge|partiellement pris en charge|
   soportado|no soportado|parcialmente soportado|suportado|nao suportado|parcialmente suportado|supportato|non supportato|parzialmente supportato|
   ondersteund|niet ondersteund|gedeeltelijk ondersteund|obsługiwane|nieobsługiwane|częściowo obsługiwane|stods|stods ej|stods delvis|
   поддерживается|не поддерживается|частично поддерживается|支持|不支持|部分支持|サポート対象|サポート対象外|지원됨|지원 안 됨|
   exception|not verified|fulfilled|not sure|don't know|weiß nicht|weiss nicht|je ne sais pas|ne sait pas|no sé|no sabe|não sei|não sabe|non so|non saprei|weet niet|weet ik niet|nie wiem|vet ej|vet ikke|ved ikke|nevím|не знаю|不知道|不清楚|わからない|모름|bilmiyorum|other|not tested|
   ja|nein|teilweise|nicht zutreffend|n.z.|entfallt|erfullt|nicht erfullt|teilweise erfullt|umgesetzt|nicht umgesetzt|geplant|in arbeit|unbekannt|keine angabe|
   oui|non|partiel|partiellement|sans objet|s.o.|non applicable|en cours|conforme|non conforme|partiellement conforme|prevu|
   si|parcial|parcialmente|no aplica|no aplicable|n/d|cumple|no cumple|cumple parcialmente|en proceso|previsto|
   sim|nao|nao aplicavel|nao se aplica|atende|nao atende|atende parcialmente|em andamento|
   parziale|parzialmente|non applicabile|in corso|
   nee|gedeeltelijk|deels|niet van toepassing|nvt|n.v.t.|
   tak|nie|czesciowo|nie dotyczy|nej|nei|delvis|ej tillampligt|ikke relevant|ano|ne|castecne|да|нет|частично|не применимо|неприменимо|
   はい|いいえ|ある|なし|該当なし|一部|是|否|不适用|部分|有|无|예|아니오|아니요|해당 없음|evet|hayir|kismen|ya|tidak|sebagian|tidak berlaku|نعم|لا|igen|nem|kylla|ei|ναι|οχι|
   có|không|ใช่|ไม่ใช่|มี|ไม่มี|ไม่เกี่ยวข้อง|כן|לא|לא רלוונטי|da|nu|parțial|nu se aplică|так|ні|не|не застосовується|jah|osaliselt|jā|nē|daļēji|taip|iš dalies|áno|čiastočne|neuplatňuje sa|
   částečně|neaplikovatelné|djelomično|nije primjenjivo|delno|részben|nem alkalmazható|osittain|ei sovellu|हाँ|नहीं|بله|خیر|جزئي|لا ينطبق|partly met|有り|無し|対象外|符合|不符合|部分符合|满足|不满足|部分满足|合格|不合格|適合|不適合|준수|미준수|부분준수|uygun|uygun değil|sesuai|tidak sesuai|belum|
   ng|passed|failed|bestanden|nicht bestanden|réussi|échoué|superado|fallido|aprobado|no aprobado|reprobado|aprovado|reprovado|superato|non superato|geslaagd|gezakt|godkendt|godkänd|underkänd|bestått|zaliczony|niezaliczony|пройден|не пройден|通过|不通过|未通过|합격|불합격|geçti|kaldı|
   ok|okay|not ok|nok|n.ok|n.o.k.|i.o.|n.i.o.|o.k.|good|very good|fair|poor|bad|average|excellent|satisfactory|unsatisfactory|acceptable|not acceptable|fully met|not at all|available|not available|present|absent|
   gut|sehr gut|mittel|schlecht|in ordnung|nicht in ordnung|vorhanden|nicht vorhanden|bon|moyen|mauvais|satisfaisant|insuffisant|acquis|non acquis|bueno|malo|satisfactorio|no conforme|bom|otimo|ruim|buono|discreto|scarso|sufficiente|insufficiente|
   presente|assente|goed|matig|slecht|aanwezig|afwezig|dobry|zly|dobrze|zle|хорошо|удовлетворительно|плохо|имеется|отсутствует|соответствует|не соответствует|良|否|可|不可|良好|不良|好|差|正常|异常|異常|양호|불량|보통|있음|없음|해당없음|
   totalmente de acuerdo|muy de acuerdo|totalmente en desacuerdo|muy en desacuerdo|ni de acuerdo ni en desacuerdo|casi nunca|casi siempre|concordo totalmente|concordo|discordo|discordo totalmente|raramente|as vezes|frequentemente|sempre|
   tout a fait d'accord|plutot d'accord|plutot pas d'accord|pas du tout d'accord|rarement|trifft zu|trifft voll zu|trifft eher zu|trifft teilweise zu|trifft eher nicht zu|trifft nicht zu|stimme eher zu|stimme eher nicht zu|stimme gar nicht zu|
   completamente d'accordo|d'accordo|in disaccordo|mai|raramente|qualche volta|spesso|helemaal mee eens|mee eens|oneens|helemaal oneens|nooit|soms|vaak|altijd|zdecydowanie tak|raczej tak|raczej nie|zdecydowanie nie|nigdy|czasami|często|zawsze|
   полностью согласен|согласен|скорее согласен|не согласен|скорее не согласен|полностью не согласен|никогда|редко|иногда|часто|всегда|非常同意|比较同意|一般|无所谓|同意|中立|不同意|非常不同意|从不|偶尔|有时|经常|总是|とてもそう思う|そう思う|どちらともいえない|そう思わない|全くそう思わない|
   매우 그렇다|그렇다|보통이다|그렇지 않다|아니다|전혀 그렇지 않다|sangat setuju|setuju|netral|tidak setuju|sangat tidak setuju|kesinlikle katılıyorum|katılıyorum|kararsızım|katılmıyorum|kesinlikle katılmıyorum`
    .split(/[|\n]/)
    .map((entry) => fold(entry.trim()))
    .filter((entry) => entry !== ''),
);

const STATES =
  /^(?:done|closed|in place|implemented|supported|unterstutzt|pris en charge|soportado|suportado|supportato|ondersteund|поддерживается|支持|fulfilled|met|pass|compliant|conform\w*|complies|planned|umgesetzt|erfullt|erledigt|geplant|fait|prevu|previsto|cumple|hecho|atende|feito|fatto|gereed|zrobione|hotovo|klart|выполнено|完了|完成|완료|ok|okay|available|present|acceptable|satisfactory|vorhanden|in ordnung|presente|acquis|satisfaisant|aanwezig|имеется|соответствует|符合|满足|合格|正常|適合|良好|준수|양호|있음|sesuai|uygun)$/;

/** Whether a choice word says how far something is ("Done"): alone over a column, it heads what is ticked off. */
export function isState(text: string): boolean {
  return text.length <= 28 && STATES.test(fold(text.trim()).replace(/(?<![.:*?])[.:*?]+$/, ''));
}

const YES_NO_HEADER =
  /^\(?\s*(?:yes|y|ja|j|oui|o|si|sí|s|sim|tak|да|是|evet|ya)\s*(?:[/|,;]|\bor\b|\boder\b|\bou\b|\bo\b|\bof\b|-)\s*(?:no|n|nein|non|nao|não|nee|nie|нет|否|hayır|tidak)\b/i;

/** The same in scripts without blanks, where a dot may part the two: "ある・なし", "有／无", "예·아니오". */
const YES_NO_UNSPACED =
  /^\(?\s*(?:はい|ある|あり|有り?|是|예|네|있음)\s*[/／|,;、・･·]\s*(?:いいえ|なし|ない|無し?|无|否|아니오|아니요|없음)/u;

/** Whether the whole text is a choice ("Yes", "N/A", "Teilweise"). */
export function isChoiceWord(text: string): boolean {
  if (text.length > 28) return false;
  const plain = fold(text.trim()).replace(/(?<![.:*])[.:*]+$/, '');
  // "Non-conforme", "Non-applicable"
  return CHOICE_WORDS.has(plain) || CHOICE_WORDS.has(`${plain}.`) || CHOICE_WORDS.has(plain.replaceAll('-', ' '));
}

const ANSWER_START = /^(?:yes|no|ja|nein|oui|non|si|s\u00ed|sim|nao|n\u00e3o|nee|tak|nie|да|нет)\s*(?:[,;:–—]|-\s)/iu;

/** Whether a cell lists the choices of something else: each of its lines is a choice, or they are lettered. */
export function isOptionList(text: string): boolean {
  if (text.length > 2000 || !text.includes('\n')) return false;
  const lines = text.split('\n').map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  if (filled.length < 2) return false;
  // "1. Is it kept? 2. Is it read?": these are asked, and nobody chooses one of them.
  if (filled.filter((line) => /[?？؟]$/u.test(line)).length >= filled.length / 2) return false;
  return (
    filled.every((line) => isAnswerText(line)) ||
    filled.every((line) => /^\(?(?:(?!\p{Ideographic})\p{L}|\d{1,2})[).]\s/u.test(line) && line.length <= 160)
  );
}

/** Whether a text reads as an answer to choose: a choice word, or one that goes on ("Yes, since last year"). */
export function isAnswerText(text: string): boolean {
  return isChoiceWord(text) || (text.length <= 120 && ANSWER_START.test(text.trimStart()));
}

/** "Yes/No", "Y/N/NA", "Ja / Nein": a heading that offers choices, or a cell that lists them. */
export function isYesNoHeading(text: string): boolean {
  return text.length <= 60 && (YES_NO_HEADER.test(text.trim()) || YES_NO_UNSPACED.test(text.trim()));
}

/** "Pass/Fail (P/F)", "OK | NG", "Bestanden / nicht bestanden": nothing but choices, parted by strokes. */
export function listsChoices(text: string): boolean {
  if (text.length > 60 || !/[/|／]/u.test(text)) return false;
  const parts = text
    .trim()
    .replace(/\([^()]{1,12}\)$/u, '')
    .split(/[/|／]/u);
  return parts.length >= 2 && parts.length <= 5 && parts.every((part) => isChoiceWord(part));
}

/** Boxes to tick: Unicode, Wingdings in the private use area (Word symbols), and brackets. */
const BALLOT =
  '[\\u2610-\\u2612\\uf06f\\uf0a8\\uf0a3\\uf0fe\\uf0fd\\uf071\\uf072\\uf052\\uf054]|\\[[ \\u00a0_xX✓✔]{1,4}\\]|\\(\\.?[ \\u00a0_]{1,4}\\.?\\)';
/** Shapes that are boxes beside others of their kind, and bullets elsewhere. */
const HOLLOW = '\\u25a1\\u25a2\\u25fb\\u25ef\\u25cb\\u2b1c\\u274f\\u2751\\u2752\\uf0a1';
const FILLED = '\\u25a0\\u25fc\\u2b1b\\u25c9\\uf06e\\uf0a7';
const BOX = `${BALLOT}|[${HOLLOW}${FILLED}]`;
const BALLOT_MARK = new RegExp(BALLOT, 'u');
const HOLLOW_MARK = new RegExp(`[${HOLLOW}]`, 'u');
/** A hollow shape in front of a question is its bullet. */
const HOLLOW_BULLET = new RegExp(`(?:^|\\n)[^\\S\\n]*[${HOLLOW}][^\\n${HOLLOW}]{0,600}[?？؟]\\s*(?:$|\\n)`, 'u');
const TICKED = /[\u2611\u2612\u25a0\u25fc\u2b1b\u25c9\uf06e\uf0fe\uf0fd\uf052\uf054\uf0a7]|\[\s*[xX✓✔]\s*\]/u;
const BOXES = new RegExp(BOX, 'gu');
const BOX_RUN = new RegExp(
  `(?:${BOX})[ \\t\\u00a0]*([^\\u2610-\\u2612\\u25a1\\u25a0\\u25a2\\u25fb\\u25fc\\u25ef\\u25cb\\u2b1c\\u2b1b\\u25c9\\u274f\\u2751\\u2752\\uf000-\\uf0ff\\[(\\t\\n]{0,400})`,
  'gu',
);

export interface BoxedChoices {
  /** Text in front of the first box. */
  before: string;
  options: string[];
  checked: string[];
  /** Text after the last option, when the paragraph goes on. */
  after: string;
}

/** Whether a text holds a box to tick: filled shapes are boxes only beside hollow ones. */
export function hasBox(text: string): boolean {
  return BALLOT_MARK.test(text) || (HOLLOW_MARK.test(text) && !HOLLOW_BULLET.test(text));
}

const TICK = /^(?:[xX✓✔✅☑☒✗✘●■◼⬛◉]|\[\s*[xX✓✔]\s*\])$/u;

/** Whether a cell holds a tick and nothing else: a mark, or a box that is ticked. */
export function isTick(text: string): boolean {
  const trimmed = text.trim();
  return TICK.test(trimmed) || (isBoxOrTick(trimmed) && TICKED.test(trimmed));
}

/** Whether a cell holds nothing but a box, ticked or not, or a mark in its place. */
export function isBoxOrTick(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= 5 && (TICK.test(trimmed) || (hasBox(trimmed) && !/[\p{L}\p{N}]/u.test(trimmed)));
}

/** The words behind the one box of a cell ("☐ Weekly"), and whether it is ticked; undefined where there is more, or less. */
export function boxedWords(text: string): { option: string; ticked: boolean } | undefined {
  if (text.length > 160 || !hasBox(text) || /[?？؟]/u.test(text)) return undefined;
  const [run, ...others] = splitBoxes(text);
  const [option, ...more] = run?.options ?? [];
  if (run === undefined || others.length > 0 || run.before.trim() !== '' || more.length > 0 || option === undefined)
    return undefined;
  return { option, ticked: run.checked.length > 0 };
}

/** A label behind a box ends at two spaces, or, when it begins with a choice word, behind that word. */
function labelEnd(label: string): number {
  const wide = /\s{2,}/.exec(label.trimStart());
  const lead = label.length - label.trimStart().length;
  const first =
    /^\s*([\p{L}/.'-]+(?:\s(?:applicable|aplica|zutreffend|objet|applicabile|toepassing|compliant|sure))?)[ \u00a0]*/u.exec(
      label,
    );
  if (first?.[1] !== undefined && isChoiceWord(first[1])) {
    const rest = label.slice(first[0].length);
    if (rest.trim() === '' || /^[\p{Lu}"“¿]/u.test(rest)) return first[0].length;
  }
  return wide === null ? label.length : lead + wide.index;
}

/** "Is data encrypted? Yes ☐ No ☐": the boxes stand behind their words. */
function boxesBehind(text: string): BoxedChoices | undefined {
  const pieces = text.split(BOXES);
  if (pieces.length < 3 || pieces.at(-1)?.trim() !== '') return undefined;
  const labels = pieces.slice(0, -1);
  const first = (labels[0] ?? '').trimEnd();
  const word = /(?<!\S)\S+$/u.exec(first);
  if (
    word === null ||
    !isChoiceWord(word[0]) ||
    !labels.slice(1).every((label) => isChoiceWord(label.replace(/^[\s|/,;]+/, '').trim()))
  )
    return undefined;
  const options = [word[0], ...labels.slice(1).map((label) => label.replace(/^[\s|/,;]+/, '').trimEnd())];
  const boxes = text.match(BOXES) ?? [];
  const checked = options.filter((_, i) => TICKED.test(boxes[i] ?? ''));
  return { before: first.slice(0, word.index).trimEnd(), options, checked, after: '' };
}

/**
 * Splits "Statement. ☐ Yes ☐ No ☐ N/A Next statement. ☐ Yes ☐ No" into runs: text, its options, and what follows.
 * The last run has no options when text follows the last box's label.
 */
export function splitBoxes(text: string): BoxedChoices[] {
  const behind = boxesBehind(text);
  if (behind !== undefined) return [behind];
  const runs: BoxedChoices[] = [];
  let at = 0;
  let current: BoxedChoices | undefined;
  for (const found of text.matchAll(BOX_RUN)) {
    const between = text.slice(at, found.index);
    if (current === undefined || between.trim() !== '') {
      current = { before: between, options: [], checked: [], after: '' };
      runs.push(current);
    }
    const label = found[1] ?? '';
    const end = labelEnd(label);
    const option = label
      .slice(0, end)
      .trim()
      .replace(/[,;|]$/, '')
      .trim();
    if (option !== '') {
      current.options.push(option);
      if (TICKED.test(found[0].slice(0, found[0].length - label.length))) current.checked.push(option);
    }
    at = found.index + found[0].length - label.length + end;
  }
  const tail = text.slice(at);
  if (tail.trim() !== '' || current === undefined) {
    if (current !== undefined) current.after = tail;
    runs.push({ before: tail, options: [], checked: [], after: '' });
  }
  return runs;
}

/** Options written in one cell: lines, or "(1) Yes; (2) No", "a) … b) …", "Yes / No / N/A". Empty when it lists none. */
export function parseOptions(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 4000) return [];
  if (hasBox(trimmed)) return splitBoxes(trimmed).flatMap((run) => run.options);
  const parts = trimmed.includes('\n')
    ? trimmed.split(/\r?\n/)
    : /^\(?(?:(?:1|a|i)[).]|(?![a-zA-Z\p{Ideographic}])\p{L}\))/u.test(trimmed)
      ? trimmed.split(/;|\s(?=\(?(?:\d{1,2}|[a-z]|(?![a-zA-Z\p{Ideographic}])\p{L})\)\s)/u)
      : isYesNoHeading(trimmed) || trimmed.split(/[/|;,]/).every((part) => isChoiceWord(part.trim()))
        ? [...trimmed.replace(/N\/A/gi, 'N\u2215A').split(/[/／|;,、・･·]/)].map((part) => part.replace('\u2215', '/'))
        : trimmed.split(';');
  const options = parts
    .map((part) =>
      part.replace(/^\s*(?:\(?(?:\d{1,2}|[a-zA-Z])[).]|\(?(?!\p{Ideographic})\p{L}\)|[-•*·–])\s*/u, '').trim(),
    )
    .filter((part) => part !== '');
  return options.length >= 2 && options.every((option) => option.length <= 300) ? options : [];
}
