import { fold } from './words.js';

/** "The following", "all", and what questionnaires hold, by language: together they announce questions. Folded. */
const ANNOUNCING: Record<string, { which: string; what: string; behind?: boolean }> = {
  en: { which: 'following|all (?:of )?(?:the|these)', what: 'questions?|statements?' },
  de: { which: 'folgenden?|nachstehenden?|untenstehenden?|alle', what: 'fragen|aussagen|behauptungen' },
  fr: { which: 'suivante?s|ci-dessous', what: 'questions|affirmations|enonces', behind: true },
  es: { which: 'siguientes|todas las', what: 'preguntas|afirmaciones|cuestiones' },
  pt: { which: 'seguintes|todas as', what: 'perguntas|questoes|afirmacoes' },
  it: { which: 'seguenti|tutte le', what: 'domande|affermazioni' },
  nl: { which: 'volgende|onderstaande|alle', what: 'vragen|stellingen|uitspraken' },
  sv: { which: 'foljande|alla', what: 'fragor(?:na)?|pastaenden(?:a)?' },
  da: { which: 'folgende|alle', what: 'sporgsmal|udsagn|sporsmal|pastander' },
  fi: { which: 'seuraav\\p{L}+|kaikkiin|alla olev\\p{L}+', what: 'kysymy\\p{L}+|vaittam\\p{L}+' },
  pl: { which: 'nastepujac\\p{L}+|ponizsz\\p{L}+|wszystkie', what: 'pytan\\p{L}+|stwierdzen\\p{L}+' },
  cs: { which: 'nasledujic\\p{L}+|vsechny', what: 'otaz\\p{L}+|tvrzeni\\p{L}*|vyrok\\p{L}*' },
  hu: { which: 'alabbi|kovetkezo', what: 'kerdes\\p{L}*|allitas\\p{L}*' },
  ro: { which: 'urmatoare\\p{L}*|toate', what: 'intrebar\\p{L}*|afirmati\\p{L}*' },
  hr: { which: 'sljedec\\p{L}+|sledec\\p{L}+|sva', what: 'pitanj\\p{L}*|tvrdnj\\p{L}*|izjav\\p{L}*' },
  tr: { which: 'asagidaki|butun|tum', what: 'soru\\p{L}*|ifade\\p{L}*' },
  ru: { which: 'следующ\\p{L}+|нижеследующ\\p{L}+|все', what: 'вопрос\\p{L}*|утвержден\\p{L}*|высказыван\\p{L}*' },
  uk: { which: 'наступн\\p{L}+|такі|всі', what: 'питан\\p{L}*|запитан\\p{L}*|тверджен\\p{L}*' },
  el: { which: 'ακολουθ\\p{L}+|παρακατω', what: 'ερωτησ\\p{L}*|προτασ\\p{L}*' },
};
const UNSPACED =
  /(?:以下|下列|下面|下記|次)の?(?:各|的)?(?:问题|問題|题目|陈述|質問|設問|項目)|다음 (?:질문|문항|물음)/u;

const SPACED = new RegExp(
  `(?<!\\p{L})(?:${Object.values(ANNOUNCING)
    .map(({ which, what, behind }) =>
      behind === true ? `(?:${what}) (?:${which})` : `(?:${which}) (?:\\p{L}+ ){0,2}(?:${what})`,
    )
    .join('|')})(?!\\p{L})`,
  'u',
);

/** "Please answer the following questions", "Bewerten Sie die folgenden Aussagen": it announces what is asked. */
export function announcesQuestions(text: string): boolean {
  const folded = fold(text.slice(0, 600));
  return SPACED.test(folded) || UNSPACED.test(folded);
}
