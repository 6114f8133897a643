import { fold } from './words.js';

/** Lines that leave a part of a form to those who sent it, by language; folded. */
const OTHERS: Record<string, string> = {
  en: '(?:internal|office|official|bank|hospital|university|purchasing|procurement|assessor|auditor|reviewer|evaluator|buyer) use\\b|(?:customer|client|company|staff|administrative|department) use only|(?:completed|filled (?:in|out)|signed) by (?:the |our |your )?(?:buyer|customer|client|purchas\\p{L}+|procurement|contracting authority|authority|auditor|assessor|reviewer|evaluator|supervisor|bank|hospital|university|security team|committee|panel|administrator|approver)',
  de: '(?:internen gebrauch|dienstgebrauch)|(?:vom|von der|durch den|durch die) (?:auftraggeber|kunden?|einkauf|prufer|auditor|behorde|bank|klinik|hochschule|fachabteilung)\\p{L}* (?:auszufullen|ausgefullt|bearbeitet)',
  fr: "reservee? (?:a|au|aux) (?:l')?(?:administration|acheteur|client|organisme|service|banque|pouvoir adjudicateur)|(?:a )?usage interne",
  es: 'uso (?:interno|exclusivo)|(?:completar|rellenar|cumplimentar)(?:se)? por (?:el|la) (?:cliente|comprador|auditor|administracion|organismo|evaluador)',
  pt: 'uso (?:interno|exclusivo)|preenchid[oa] pel[oa] (?:cliente|comprador|auditor|contratante|avaliador)',
  it: "riservat[oa] (?:al|alla|all'|agli) ?(?:ufficio|committente|stazione appaltante|amministrazione|ente)|uso interno|a cura (?:del|della|dell') ?(?:cliente|committente|stazione appaltante|valutatore|ufficio)",
  nl: 'intern gebruik|in te vullen door (?:de )?(?:opdrachtgever|klant|inkoper|beoordelaar|auditor)',
  pl: 'wypelnia (?:zamawiajacy|klient|audytor|kupujacy|bank|komisja)|do uzytku (?:wewnetrznego|sluzbowego)',
  ru: 'заполняется (?:заказчиком|сотрудником|банком|комиссией|аудитором)|для служебн\\p{L}+|служебные отметки',
  unspaced:
    '(?:采购方|甲方|审核员|审核人|审核方|评估方)(?:填写|填寫)|内部使用|(?:社内|当社|弊社)(?:使用|記入)欄|내부용|담당자 기재란',
};
const OTHER = new RegExp(`(?:^|[^\\p{L}])(?:${Object.values(OTHERS).join('|')})`, 'u');
const PART =
  /^(?:part|section|annex|teil|abschnitt|partie|section|parte|seccion|secao|sezione|deel|czesc|sekcja|cast|del|раздел|часть)(?![\p{L}])/u;

/** Longer texts say more than who fills a part in. */
const LONGEST = 140;

/** Whether a short text leaves what follows, or its column, to those who sent the form: "For internal use only". */
export function isForOthers(text: string): boolean {
  return text.length <= LONGEST && !/[?？]/u.test(text) && OTHER.test(fold(text));
}

/** Whether a short text begins another part of the form. */
export function beginsPart(text: string): boolean {
  return text.length <= LONGEST && PART.test(fold(text.trim()));
}
