import { fold } from './words.js';

/** By language, folded: words that begin a question which yes or no does not answer, and words that may stand before them. */
const ASKING: Record<string, { words: string; before: string }> = {
  en: {
    words: 'what|which|who|whom|whose|why|how|since when|until when',
    before: 'with|to|by|at|in|for|from|on|of|about|under|through|and|after',
  },
  de: {
    words:
      'welche[nrms]?|wer|wen|wem|wie|wieviele?|warum|weshalb|wozu|wohin|woher|womit|wodurch|worauf|was (?:ist|sind|wird|wurde|fur|passiert|geschieht|haben|machen|tun|unternehmen|kostet)',
    before: 'mit|bei|in|seit|von|an|fur|durch|auf|zu|bis|nach|aus|unter|uber|und',
  },
  fr: {
    words: 'quel(?:le)?s?|qui|comment|pourquoi|combien|lesquel(?:le)?s|lequel|laquelle|qu.est-ce',
    before: 'avec|par|pour|a|de|dans|sur|chez|depuis|sous|en|et|vers',
  },
  es: {
    words: 'que|cual(?:es)?|quien(?:es)?|como|por que|cuant[oa]s?',
    before: 'con|de|a|en|por|para|desde|hasta|sobre|y|segun',
  },
  pt: { words: 'qual|quais|quem|como|por que|quant[oa]s?|o que', before: 'com|de|a|em|por|para|desde|ate|sobre|e' },
  it: {
    words: 'qual[ei]?|chi|come|perche|quant[oaie]|che tipo|che cosa|cosa',
    before: 'con|da|di|a|in|per|su|fino a|entro|e|presso|che',
  },
  nl: {
    words: 'wat|welke?|wie|hoe|hoeveel|waarom|waarmee|waarvoor',
    before: 'met|door|van|op|bij|in|voor|sinds|en|aan',
  },
  pl: {
    words: 'co|jak|jaki[emja]?|jakim|jakich|kto|kogo|komu|kim|ile|dlaczego|ktor[yaei]|ktorych|ktorym',
    before: 'z|w|do|na|od|przez|dla|i|po|za|o',
  },
  cs: { words: 'jak|jak[ya]|jake|jakym|kdo|kolik|proc|kter[yae]|kterym', before: 's|v|do|na|od|pro|a|z|o' },
  nordic: {
    words:
      'vad|hvad|hva|vilk(?:en|et|a)|hvilk(?:en|et|e)|vem|hvem|hur|hvordan|hvor (?:mange|ofte|lenge|mye|meget)|varfor|hvorfor',
    before: 'med|av|for|til|till|pa|i|fra|fran|och|og|hos',
  },
  ru: {
    words: 'что|как(?:ой|ая|ие|ое|им|ими|ов|ова|ую)?|кто|кому|кем|сколько|почему|зачем',
    before: 'с|в|на|от|для|к|и|по|из|о|через',
  },
  hu: { words: 'milyen|melyik|melyek|kik|hogyan|mennyi|hany|miert|mikor', before: 'es' },
  fi: { words: 'mika|mitka|mita|milla|millainen|millaisia|kuka|ketka|miten|kuinka|miksi|montako', before: 'ja' },
  ro: {
    words: 'care (?:este|sunt)|cine|cum|cat[iea]|de ce|ce (?:fel|tip|masuri|proceduri|certificari)',
    before: 'cu|de|la|pe|in|pentru|si|din',
  },
  hr: { words: 'koj[iaeu]|kojim|kojih|tko|ko|kako|koliko|zasto|sto', before: 's|u|na|za|od|do|i|po' },
  sk: { words: 'ak[yaeo]|ako|kto|kolko|preco|ktor[yae]|ktorym', before: 's|v|na|od|do|pre|a|z|o' },
  et: { words: 'milline|millised|milliseid|kes|kuidas|mitu|miks|mida', before: 'ja' },
  lt: { words: 'koki[ea]|kokios|kaip|kiek|kodel|kuri[eo]', before: 'ir|su|is' },
  lv: { words: 'kad[iasu]|cik|kapec|kur[iasu]', before: 'un|ar|no' },
  el: { words: 'ποι[αοες]|ποιοι|ποιος|πως|ποσ[οαεςη]+|γιατι|τι', before: 'με|σε|απο|για|και' },
  uk: { words: 'що|як(?:ий|а|е|і|им|ими)?|хто|скільки|чому|навіщо', before: 'з|в|у|на|від|для|до|і|по|про' },
  bg: { words: 'какв[оаи]|какъв|кой|коя|кое|кои|как|колко|защо', before: 'с|в|на|от|за|до|и|по' },
  id: { words: 'apa(?: saja)?|siapa|bagaimana|berapa|mengapa|yang mana', before: 'dengan|di|dari|dan' },
  tr: { words: 'nasil|hangi|kim|neden|nicin|kac|ne kadar|ne siklikta|neler', before: 've|evetse' },
};
/** Scripts without blanks, and languages that put the word in the middle: it says so wherever it stands. */
const ANYWHERE =
  /何|どの|どのよう|誰|なぜ|いくつ|いつ|どこ|什么|哪|谁|如何|怎么|怎样|多少|为什么|几个|何时|何处|무엇|어떤|어떻게|누가|누구|몇 |얼마|언제|어디/u;

const START = Object.values(ASKING)
  .map(({ words, before }) => `(?:(?:${before}) )?(?:${words})(?![\\p{L}\\p{N}])`)
  .join('|');
/** At the beginning, or behind the condition of a follow-up: "If yes, which ones?", "In the first case: how …". */
const OPEN = new RegExp(`^[\\s"“¿(*•-]*(?:${START})|^([^,:;?]{2,60})([,:;]\\s*)([¿]?)(?:${START})`, 'u');
/** Words that behind a comma also begin a clause about what was said: "a tool, which …", "un processo, que …", "um zu, para que …". */
const RELATIVE =
  /^(?:(?:with|to|by|at|in|for|from|on|of|about|under|through|mit|bei|von|an|fur|durch|auf|zu|aus|com|con|de|em|en|por|para|desde|hasta|ate|da|di|a|su|per|z|w|na|do|od|przez|dla|s|v|pro|met|door|van|op|с|в|на|от|для|по|из) )?(?:wh(?:ich|o|om|ose)|welche[nrms]?|que|qui|che|wie|wer|welke?|wat|kto|ktor\S*|jak\S*|kter\S*|vilk\S*|hvilk\S*|как\S*|кто|що|як\S*)(?![\p{L}\p{N}])/u;
/** "If so", "Falls ja": what stands behind a condition, or a few words that point to the one before, asks. */
const CONDITION =
  /^[\s"“(*•-]*(?:if|when|where|wenn|falls|sofern|si|en caso|em caso|in case|in (?:the|this|that|which)|se|caso|in caso|indien|zo|als|jesli|jezeli|pokud|ak|om|hvis|dersom|если|якщо|ako|ha|jos|kui|daca|eger)(?![\p{L}\p{N}])/u;

/** Whether what a comma parts off asks, and is no clause about the words before it. */
function asksOpenly(start: string): boolean {
  const found = OPEN.exec(start);
  if (found === null) return false;
  const [, before, sign = '', mark] = found;
  if (before === undefined || mark === '¿' || !sign.startsWith(',') || CONDITION.test(before)) return true;
  return !RELATIVE.test(start.slice(before.length + sign.length));
}

/** Words that also join clauses ("When an employee leaves, is access revoked?"): they ask where no clause follows. */
const WHEN_WHERE = new RegExp(
  `^(?:[^,:;?]{2,60}[,:;])?[\\s"“¿(*•-]*(?:(?:since|seit|ab|depuis|desde|da|sinds|od|bis|until|до|с|from|von|de|a|in|w|v) )?(?:when|where|wann|wo|quand|ou (?:est|sont|se)|cuando|donde|quando|onde|dove|wanneer|waar|kiedy|gdzie|kdy|kde|nar|hvornar|hvor|когда|где|ne zaman|nerede)(?![\\p{L}\\p{N}])[^,;]*[?]\\s*$`,
  'u',
);
/** "Private or public?": one of two is asked for. */
const EITHER =
  /^[^\s,]+(?: [^\s,]+){0,2} (?:or|oder|ou|o|of|lub|czy|nebo|eller|или|veya) [^\s,]+(?: [^\s,]+){0,2}\s*\?\s*$/u;
const YES_OR_NO =
  /(?<![\p{L}\p{N}])(?:yes|no|ja|nein|oui|non|si|sim|nao|nee|tak|nie|да|нет|not|nicht|pas)(?![\p{L}\p{N}])/u;

/** Whether a question asks for more than yes or no: which, who, how, how many, when, why. In doubt it does not. */
export function isOpenQuestion(text: string): boolean {
  const start = fold(text.trim().slice(0, 200));
  if (asksOpenly(start) || WHEN_WHERE.test(start)) return true;
  if (EITHER.test(start) && start.split(' ').length <= 6 && !YES_OR_NO.test(start)) return true;
  return /[?？]\s*$/u.test(text) && ANYWHERE.test(text);
}
