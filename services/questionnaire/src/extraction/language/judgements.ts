import { fold } from './words.js';

/** Words for what whoever assesses gives, other than a priority or a weight that the customer has set. */
const JUDGEMENT =
  /score|scoring|rating|points?\b|puntos\b|pontos\b|punti\b|баллы|点数|分数|maturit|grade\b|punkt(?:e|zahl)|reifegrad|erfullungsgrad|bewertung|note\b|cotation|puntuacion|puntaje|madurez|calificacion|pontuacao|nota\b|maturidade|punteggio|maturita|valutazione|beoordeling|volwassenheid|ocena|punktacja|оценка|балл|зрелост|評価|得点|評点|成熟度|评分|得分|점수|평가|성숙도|puan/u;

/** What can be reached, or what counts how much, is set by the customer. */
const OFFERED = /\b(?:max\w*|possible|weight\w*|target|required|gewicht\w*|poids|peso|ziel|soll)\b/;

/** Whether a heading names a judgement that somebody gives: "Maturity score", "Rating", "Punktzahl". */
export function isJudgement(text: string): boolean {
  const folded = fold(text);
  return JUDGEMENT.test(folded) && !OFFERED.test(folded);
}

/** "0-5", "1 to 4": the numbers to choose from. */
export const SCALE = /\b\d\s*(?:-|–|—|to|bis|à|a|al|t\/m|\.\.)\s*\d{1,2}\b/;

/** Whether a heading names a judgement and the numbers to give it in: "Rating (0-5)", "Calificación (1 a 10)". */
export function isScaledJudgement(text: string): boolean {
  return isJudgement(text) && SCALE.test(fold(text));
}
