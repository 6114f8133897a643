import { fold } from './words.js';

const ENGLISH = `(?:answers?|responses?|content|q ?& ?a|knowledge|rfp|proposal) (?:bank|library|database|repository|base|catalogue|catalog)|library
  |knowledgebase|faqs?|frequently asked questions|(?:standard|approved|canned|model|master) (?:answers|responses)`;
const OTHERS = `antwort(?:en)?(?:bibliothek|katalog|datenbank|sammlung)|(?:standard|muster)antworten|wissensdatenbank|häufige fragen
  |(?:bibliothèque|base|banque|catalogue) de(?:s)? (?:réponses|connaissances)|réponses types|foire aux questions
  |(?:biblioteca|banco|base) de (?:respuestas|conocimientos?)|preguntas frecuentes
  |(?:biblioteca|banco|base) de (?:respostas|conhecimento)|perguntas frequentes
  |(?:libreria|archivio|banca|raccolta) (?:delle |di )?risposte|base di conoscenza|domande frequenti
  |antwoord(?:en)?(?:bank|bibliotheek)|kennisbank|veelgestelde vragen|(?:baza|biblioteka) (?:odpowiedzi|wiedzy)|najczęstsze pytania
  |(?:библиотека|база|каталог) (?:ответов|знаний)|часто задаваемые вопросы|回答集|回答ライブラリ|ナレッジベース|よくある質問
  |答案库|标准答案|知识库|常见问题|답변 라이브러리|지식 베이스|자주 묻는 질문|(?:yanıt|cevap|bilgi) bankası|sık sorulan sorular`;

const words = (list: string): string =>
  list
    .split('\n')
    .map((line) => fold(line.trim()).replace(/^\|/, ''))
    .join('|');
const BANK = new RegExp(`(?:^|[^\\p{L}])(?:${words(ENGLISH)}|${words(OTHERS)})(?:$|[^\\p{L}])`, 'u');
/** A name or a title is no longer. */
const [CHARACTERS, WORDS] = [60, 6];

/** Whether the name of a sheet, or a title on it, says that answers are kept there to take from: "Answer library", "FAQ". */
export function namesAnswerBank(title: string): boolean {
  const folded = fold(title.trim()).replace(/_/g, ' ');
  return folded.length <= CHARACTERS && folded.split(/\s+/).length <= WORDS && BANK.test(folded);
}
