import { fold } from './words.js';

/** "① …", "❸ …", "➉ …": a number in a circle in front of a text. */
export function hasCircledNumber(text: string): boolean {
  return /^\s*[\u2460-\u2473\u24f5-\u24fe\u2776-\u2793]\s*\p{L}/u.test(text);
}

/** "【Access】", "［設備］", "〈안전〉": brackets around the whole of a short text make it a title. */
export function isBracketed(text: string): boolean {
  return /^\s*(?:【[^【】]+】|［[^［］]+］|〈[^〈〉]+〉|《[^《》]+》)\s*$/u.test(text);
}

/** Words that name a whole paper, in the languages whose forms we know, folded. */
const PAPER = new RegExp(
  [
    '\\b(?:questionnaires?|survey|check ?list|self[- ]?assessment|assessment|(?:application|registration|request|evaluation|assessment|supplier|vendor|order|feedback|intake) form)\\b',
    '(?:fragebogen|formular|auskunft|checkliste|umfrage|erhebungsbogen|bewertungsbogen|prufliste)\\b',
    '\\b(?:formulaire|enquete|grille d|fiche|cuestionario|encuesta|formulario|lista de (?:chequeo|verificacion|verificacao)|ficha|questionario|scheda|vragenlijst|invulformulier)',
    '\\b(?:ankiet|formularz|kwestionariusz|dotaznik|anket|upitnik|kerdoiv|chestionar|frageformular|sporgeskema|sporreskjema|formu\\b)',
    '(?:анкет|опросн\\p{L}+ лист|опросник|бриф|чек-лист|въпросник|ερωτηματολογιο|استبيان|שאלון)',
    '(?:调查表|調査表|問診票|質問票|問卷|问卷|申请表|登记表|评估表|检查表|シート|アンケート|チェックリスト|調査票|申込書|설문|조사표|점검표|신청서|체크리스트)$',
  ].join('|'),
  'u',
);

/** Whether a short text names the paper it stands on: "Supplier questionnaire", "供应商调查表". */
export function isPaperTitle(text: string): boolean {
  return !/[:\uff1a?\uff1f]\s*$/u.test(text) && PAPER.test(fold(text.trim()));
}
