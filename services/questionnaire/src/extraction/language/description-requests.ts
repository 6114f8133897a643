import { fold } from './words.js';

/** Verbs by which a cell asks for a text of several words, by language; folded. Checks of a control are not among them. */
const DESCRIBE: Record<string, string> = {
  en: 'describe|explain|outline|elaborate|summari[sz]e|list|detail|give (?:details|examples|an? )|provide (?:a |an |brief |further |more |full |additional )*(?:details?|descriptions?|overview|summary|explanation|list|information|examples?|links?)|(?<=please )(?:specify|state|name|indicate|enter|provide|comment)',
  de: 'beschreiben|erlautern|erklaren|schildern|skizzieren|(?<=bitte )(?:nennen|benennen|angeben|geben|fuhren|listen)|nennen sie|benennen sie|geben sie|listen sie|fuhren sie',
  fr: 'decrire|decrivez|expliquer|expliquez|precisez|preciser|detaillez|detailler|enumerez|listez|citez|(?<=veuillez )(?:indiquer|nommer|lister|fournir)|indiquez',
  es: 'describ[ae](?:n|r)?|expli(?:que|car)|detall(?:e|ar)|enumer(?:e|ar)|list(?:e|ar)|mencione|indique|especifique',
  pt: 'descrev(?:a|er)|expli(?:que|car)|detalh(?:e|ar)|enumere|liste|mencione|indique|especifique|informe',
  it: 'descriv(?:a|ere|ete)|spieg(?:hi|are|ate)|elenc(?:hi|are|ate)|illustr(?:i|are|ate)|indic(?:hi|are|ate)|specific(?:hi|are|ate)|precis(?:i|are|ate)',
  nl: 'beschrijf|omschrijf|licht toe|noem|geef|benoem|leg uit|specificeer',
  pl: 'opisz|opisac|wyjasnij|wymien|wymienic|podaj|podac|przedstaw',
  cs: 'popiste|uvedte|vysvetlete|vyjmenujte|opiste',
  nordic: 'beskriv|forklar|forklara|redogor|ange|angiv|angi|oppgi|list|navngi|namnge',
  fi: 'kuvaile|kuvaa|selita|luettele|nimea|kerro',
  ru: 'опишите|описать|укажите|перечислите|поясните|приведите|расскажите|назовите',
  tr: 'aciklayin(?:iz)?|belirtin(?:iz)?|yazin(?:iz)?|listeleyin(?:iz)?',
};
const POLITE =
  "(?:please|kindly|bitte|veuillez|merci de|s'il vous plait,?|por favor,?|per favore,?|si prega di|prosze|prosimy|prosim|vanligen|venligst|vennligst|пожалуйста,?|gelieve|alstublieft|lutfen) ";
/** "… whether", "… ob": what follows is answered with yes or no. */
const WHETHER = /^[^.?!]{0,40}?(?<!\p{L})(?:whether|if|ob|si|se|czy|zda|ли|om|of|hvorvidt|jos)(?!\p{L})/u;
const REQUEST = new RegExp(
  `^(?:[^,:;?]{2,60}[,:;] )?(?:${POLITE})?(?:${Object.values(DESCRIBE).join('|')})(?![\\p{L}\\p{N}-])(.*)$`,
  'su',
);
/** Scripts without blanks, where the verb stands last or behind "please". */
const UNSPACED =
  /请(?:简要|详细)?(?:描述|说明|列出|列举|填写|介绍|注明|提供)|(?:記述|記入|説明|記載|列挙)(?:して|を?お願い|下さい|ください)|(?:기술|설명|기재|작성|서술)(?:하여|해|하)/u;

/** Whether a text asks to describe, explain or list something, which no choice among yes and no answers. */
export function asksToDescribe(text: string): boolean {
  const start = text.trim().slice(0, 240);
  if (UNSPACED.test(start)) return true;
  const found = REQUEST.exec(fold(start).replace(/^[\s"\u201c(*\u2022-]+/u, ''));
  return found !== null && !WHETHER.test(found[1] ?? '');
}
