import { fold } from '@candor/runtime/text';

/** "Answer", and words by which a question shows that it is in the language. */
const LANGUAGES: { label: string; words: RegExp }[] = [
  {
    label: 'Antwort',
    words: /\b(?:der|die|das|und|ist|sind|werden|wird|sie|ihre?|wie|welche[rnms]?|gibt|bitte|nicht|eine?[rnms]?)\b/g,
  },
  {
    label: 'Réponse',
    words: /\b(?:le|la|les|des|est|sont|vous|votre|vos|quel(?:le)?s?|comment|une?|avez|pour|dans)\b/g,
  },
  {
    label: 'Respuesta',
    words: /\b(?:el|los|las|su|sus|usted|cual(?:es)?|como|una?|existe|tiene|para|con|del|que|por)\b/g,
  },
  { label: 'Resposta', words: /\b(?:os|as|seu|sua|qual|quais|como|uma?|existe|possui|para|com|do|da|nao|sao)\b/g },
  { label: 'Risposta', words: /\b(?:il|lo|gli|della?|vostr[aoie]|qual[ei]|come|una?|esiste|avete|per|con|sono|di)\b/g },
  { label: 'Antwoord', words: /\b(?:het|een|uw|zijn|wordt|worden|welke?|hoe|heeft|voor|met|van|niet)\b/g },
  { label: 'Odpowiedz', words: /\b(?:czy|jest|sa|jak|jakie|oraz|dla|przez|nie|panstwa)\b/g },
  { label: 'Svar', words: /\b(?:och|og|ar|er|har|hur|hvordan|vilka|hvilke|for|med|ni|dere|ikke|inte)\b/g },
];
const ENGLISH = /\b(?:the|and|is|are|do|does|you|your|what|which|how|have|please|of|for|with|any|to)\b/g;

/** What stands before an answer in running text, in the question's language: people and readers see where it begins. */
export function answerLabel(question: string): string {
  if (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(question)) return '回答';
  if (/[\u0400-\u04ff]/u.test(question)) return 'Ответ';
  const text = fold(question);
  const count = (words: RegExp): number => (text.match(words) ?? []).length;
  const english = count(ENGLISH);
  const best = LANGUAGES.map(({ label, words }) => ({ label, hits: count(words) })).sort((a, b) => b.hits - a.hits)[0];
  return best !== undefined && best.hits > english && best.hits >= 2 ? best.label : 'Answer';
}
