import { fold } from './words.js';

/** "Other": the entry of a list of options that takes what no other says. Folded. */
const OTHER =
  /^(?:and |oder |ou |et |y |e |i )?(?:(?:an)?others?|other (?:reasons?|types?)|something else|none of (?:the above|these)|andere[rsn]?|sonstiges?|sonstige[rsn]?|weitere[rs]?|autres?|un autre|otr[oa]s?|outr[oa]s?|altr[oai]|altri|anders|overige|inn[eyaą]|inaczej|jin[eya]|jinak|drug[oiae]|ostalo|annet|andet|annat|ovrigt|muu|mika muu|egyeb|alt[aeu]l?e?|diger|baska|друго[ей]|другая|другие|иное|інше|інші|друго|αλλο|lainnya|khac|其他|其它|その他|기타|اخرى|غير ذلك|אחר)(?![\p{L}])/u;

/** "Further remarks:", "Weitere Anmerkungen:": a label that asks for whatever else there is to say. */
const REMARKS =
  /(?<!\p{L})(?:remarks?|comments?|notes?|anmerkung(?:en)?|bemerkung(?:en)?|kommentare?|hinweise?|remarques?|commentaires?|observa(?:tions?|ciones|coes)|comentarios?|note|osservazioni|opmerkingen|uwagi|poznamky|замечания|комментарии|примечания)\s*:\s*$/u;

/** Whether a text is the entry "Other" of a list, with or without a request to say what. */
export function isOtherEntry(text: string): boolean {
  const words = fold(text.trim()).replace(/^[\s(☐□○]+/u, '');
  return text.length <= 80 && OTHER.test(words) && !REMARKS.test(words);
}
