import { fold } from './words.js';

/** To say how far one agrees, and what with, by language; a prompt to rate statements has both. Folded. */
const AGREE =
  /agree|stimmen? (?:sie|du)|to what extent|\brate\b|how (?:true|well|much|often)|zustimm|zutreff|trifft|bewert|beurteil|einschatz|d'accord|evalue|acuerdo|concord|valor[ea]|avali[ea]|accordo|valut|eens bent|oneens|beoordeel|zgadza|ocen|souhlas|ohodno|instam|enig|samaa mielta|vaittam|egyetert|ertekel|acord|slaz|oceni|katil|соглас|оцените|згодн|оцініть|συμφων|同意|评价|評価|そう思|동의/u;
const STATEMENTS =
  /statement|aussage|behauptung|affirmation|enonce|afirmaci|enunciado|frases|afirmac|affermazion|stelling|uitspra|stwierdze|zdani|tvrzen|vyrok|pastaend|udsagn|pastand|vaittam|vaite|allitas|afirmati|tvrdnj|izjav|ifade|утвержден|высказыван|тверджен|προτασ|陈述|说法|質問文|문장|문항/u;

/** "Please say how far you agree with these statements": what is listed below is to be rated, one by one. */
export function asksToRate(text: string): boolean {
  const folded = fold(text.slice(0, 800));
  return AGREE.test(folded) && STATEMENTS.test(folded);
}
