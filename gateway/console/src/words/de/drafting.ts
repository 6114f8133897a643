import type { Translated } from '../catalogue.js';
import type { drafting as english } from '../en/drafting.js';

export const drafting: Translated<typeof english> = {
  title: 'Sprachmodell',
  about:
    'Was die Entwürfe des Modells gebraucht haben. Jeder Entwurf wurde mit den Nachweisen verglichen, ehe er eine Antwort wurde.',
  model: 'Modell',
  requests: 'Anfragen',
  promptTokens: 'Gesendete Token',
  completionTokens: 'Empfangene Token',
  cost: 'Kosten',
  noPrices: 'Es sind keine Preise hinterlegt',
  rejected: 'Nicht angenommene Entwürfe',
  reason: {
    number: 'Eine Zahl oder Frist, die nicht in den Nachweisen steht',
    name: 'Ein Name, der nicht in den Nachweisen steht',
    polarity: 'Ja und Nein verkehrt',
    planned: 'Geplantes als erledigt dargestellt',
    question: 'Eine andere Frage beantwortet',
    quote: 'Ein Zitat, das nicht in den Nachweisen steht',
    language: 'Eine Sprache, die nicht verglichen werden kann',
    claim: 'Etwas, das nicht in den Nachweisen steht',
    form: 'Nicht in der verlangten Form',
  },
};
