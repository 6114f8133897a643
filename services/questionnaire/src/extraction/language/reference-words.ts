import { fold } from './words.js';

function headings(list: string): RegExp {
  const words = list
    .split(/[|\n]/)
    .map((word) => fold(word.trim()))
    .filter((word) => word !== '');
  return new RegExp(`^(?:${words.join('|')})(?:\\s?(?:name|names|title|id|no\\.?|nr\\.?|#|名))?[:：]?$`, 'u');
}

/** Over names of the sheets of the file, or of its columns. */
const PARTS_OF_FILE =
  headings(`sheet|sheets|tab|tabs|worksheet|worksheets|blatt|tabellenblatt|registerkarte|reiter|arbeitsblatt|feuille|onglet
  |hoja|pestaña|planilha|aba|foglio|tabblad|werkblad|arkusz|лист|вкладка|シート|工作表|시트|sayfa
  |column|columns|spalte|spalten|colonne|colonnes|columna|columnas|coluna|colunas|colonna|kolom|kolommen|kolumna|столбец|列|열|sütun`);
/** Over what a glossary explains. */
const TERMS =
  headings(`term|terms|abbreviation|abbreviations|acronym|acronyms|begriff|begriffe|abkürzung|abkürzungen|terme|termes|sigle|abréviation
  |término|términos|abreviatura|sigla|termo|termos|termine|termini|abbreviazione|afkorting|pojęcie|skrót|термин|термины|сокращение|用語|略語|术语|缩写|용어|terim`);
/** Over what an audit found, and what it advises. */
const REPORT =
  headings(`gap|gaps|gaps? (?:identified|found)|identified gaps?|finding|findings|(?:audit|risk|control|security|evidence|compliance) (?:findings?|gaps?)|(?:required|recommended|proposed|planned) (?:remediations?|actions?)|observation details|weakness|weaknesses|weakness description|deficiency|deficiencies
  |non-?conformity|nonconformities|gap description|gap analysis|finding description|recommendation|recommendations|remediation|remediation plan|corrective action
  |corrective actions|feststellung|feststellungen|schwachstelle|abweichung|abweichungen|lücke|empfehlung|empfehlungen|korrekturmassnahme|constat|constats|écart|écarts
  |recommandation|recommandations|action corrective|hallazgo|hallazgos|brecha|brechas|recomendación|recomendaciones|achado|achados|lacuna|lacunas|recomendação
  |recomendações|rilievo|rilievi|scostamento|raccomandazione|raccomandazioni|bevinding|bevindingen|aanbeveling|aanbevelingen|ustalenie|zalecenie|zalecenia
  |недостаток|недостатки|рекомендация|рекомендации|несоответствие|指摘事項|改善提案|推奨事項|发现|差距|建议|整改建议|발견사항|권고사항|bulgu|öneri`);
/** Over the answers of a collection that answers are taken from. */
const BANK =
  headings(`(?:approved|standard|canned|boilerplate|pre-?written|pre-?approved|library) (?:answers?|responses?|text|wording)|standardantwort|standardantworten
  |musterantwort|freigegebene antwort|réponse (?:type|standard|approuvée)|respuesta (?:estándar|aprobada|tipo)|resposta (?:padrão|aprovada)|risposta (?:standard|approvata)
  |standaardantwoord|goedgekeurd antwoord|standardowa odpowiedź|стандартный ответ|утвержденный ответ|標準回答|承認済み回答|标准答案|标准回答|표준 답변|standart yanıt`);

/** Over what a test showed, beside what it should show. */
const SHOWN =
  headings(`actual results?|actual outcome|actual behaviou?r|ist-ergebnis|tatsächliches ergebnis|résultat (?:obtenu|réel|constaté)|resultado (?:obtenido|real|obtido)
  |risultato (?:effettivo|ottenuto)|werkelijk resultaat|rzeczywisty wynik|фактический результат|実際の結果|实际结果|實際結果|실제 결과`);

/** Over how something is today, and over how it is to be. */
const TODAY = headings(
  `as[- ]is|current state|ist|ist-zustand|état actuel|situation actuelle|situación actual|situação atual|stato attuale|huidige situatie|stan obecny|как есть|現状|现状|현재 상태`,
);
const TO_BE = headings(
  `to[- ]be|future state|target state|soll|soll-zustand|état (?:cible|futur)|situation cible|situación (?:futura|deseada)|situação futura|stato futuro|gewenste situatie|stan docelowy|как будет|あるべき姿|目标状态|목표 상태`,
);

/** Over how likely a risk is, and over what it would do. */
const LIKELIHOOD =
  headings(`likelihood|probability|eintrittswahrscheinlichkeit|wahrscheinlichkeit|probabilité|vraisemblance|probabilidad|probabilidade|probabilità
  |waarschijnlijkheid|kans|prawdopodobieństwo|вероятность|発生可能性|可能性|发生概率|发生可能性|발생 ?가능성|olasılık`);
const IMPACT =
  headings(`impact|severity|consequence|auswirkung|auswirkungen|schadenshöhe|schadensausmass|schwere|gravité|impacto|gravedad|severidad|severidade|gravidade
  |impatto|gravità|gevolg|ernst|skutek|wpływ|влияние|последствия|影響度|影響|影响程度|影响|영향도|영향|심각도|etki`);
/** "Likelihood (1–5)": the scale behind a heading is no part of it. */
function withoutScale(text: string): string {
  const bracket = text.search(/[([（]/u);
  return bracket > 0 ? text.slice(0, bracket).trim() : text;
}

const holds = (words: RegExp, text: string): boolean => text.length <= 60 && words.test(fold(text.trim()));

/** "Sheet", "Column", "Onglet": what stands below it are parts of the file itself. */
export const namesPartsOfFile = (text: string): boolean => holds(PARTS_OF_FILE, text);
export const namesTerms = (text: string): boolean => holds(TERMS, text);
export const isReportHeading = (text: string): boolean => holds(REPORT, text);
export const namesToday = (text: string): boolean => holds(TODAY, text);
export const namesToBe = (text: string): boolean => holds(TO_BE, text);
export const namesWhatWasShown = (text: string): boolean => holds(SHOWN, text);
export const namesLikelihood = (text: string): boolean => holds(LIKELIHOOD, withoutScale(text));
export const namesImpact = (text: string): boolean => holds(IMPACT, withoutScale(text));
export const isBankHeading = (text: string): boolean => holds(BANK, text);
