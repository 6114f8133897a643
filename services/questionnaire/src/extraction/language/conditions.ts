import { fold } from './words.js';

/** By language, folded: on which answer to the question before it a question depends. */
const CONDITIONS: Record<string, { yes: string; no: string }> = {
  en: {
    yes: 'if (?:(?:the |your )?(?:answer|response) (?:is|was|to (?:the )?above is) )?"?yes"?|if so',
    no: 'if (?:(?:the |your )?(?:answer|response) (?:is|was|to (?:the )?above is) )?"?no"?|if not|if none',
  },
  de: { yes: '(?:wenn|falls) (?:ja|dem so ist)', no: '(?:wenn|falls) (?:nein|nicht)' },
  fr: { yes: 'si oui|dans l.affirmative', no: 'si non|sinon|dans la negative' },
  es: {
    yes: 'si la respuesta es (?:afirmativa|si)|en caso afirmativo|si es asi',
    no: 'si la respuesta es (?:negativa|no)|en caso negativo|si no',
  },
  pt: { yes: 'se sim|em caso (?:afirmativo|positivo)', no: 'se nao|em caso negativo|caso contrario' },
  it: { yes: 'se si|in caso affermativo', no: 'se no|in caso negativo|in caso contrario' },
  nl: { yes: '(?:zo|indien) ja', no: '(?:zo|indien) (?:nee|niet)' },
  pl: { yes: '(?:jesli|jezeli) tak', no: '(?:jesli|jezeli) nie' },
  ru: { yes: 'если да', no: 'если нет' },
};
const YES_WORDS = 'yes|ja|oui|si|sim|tak|да|evet|はい|是|예';
const NO_WORDS = 'no|nein|non|nao|nee|nie|нет|hayir|いいえ|否|아니오';

/** What follows the condition, so that "If no backups exist, how …" is none. */
const THEN =
  '(?:\\s*[,:;.–—-]|\\s*$|\\s+(?:please|kindly|explain|describe|specify|provide|state|indicate|list|give|why|what|which|how|when|who|where|do|does|is|are|bitte|warum|welche\\w*|veuillez|pourquoi|indique\\w*|explique\\w*|describ\\w*|detalle\\w*|descreva|specificare|indicare|waarom|graag|prosze|dlaczego|укажите|почему)(?![\\p{L}\\p{N}]))';
const all = (kind: 'yes' | 'no'): RegExp =>
  new RegExp(
    `^[("“*\\s-]*(?:${Object.values(CONDITIONS)
      .map((words) => words[kind])
      .join('|')})["”)]?${THEN}`,
    'u',
  );
const WHEN = { yes: all('yes'), no: all('no') };
const SAYS = {
  yes: new RegExp(`^(?:${YES_WORDS})(?![\\p{L}\\p{N}])`, 'u'),
  no: new RegExp(`^(?:${NO_WORDS})(?![\\p{L}\\p{N}])`, 'u'),
};

/** The answer on which a follow-up depends: "If no, explain why." asks only behind a no. Undefined when it is none. */
export function conditionOf(text: string): 'yes' | 'no' | undefined {
  const start = fold(text.trim().slice(0, 120));
  return WHEN.no.test(start) ? 'no' : WHEN.yes.test(start) ? 'yes' : undefined;
}

/** Whether an answer begins with yes or no; undefined when with neither. */
export function polarityOf(answer: string): 'yes' | 'no' | undefined {
  const start = fold(answer.trim().slice(0, 40));
  return SAYS.yes.test(start) ? 'yes' : SAYS.no.test(start) ? 'no' : undefined;
}
