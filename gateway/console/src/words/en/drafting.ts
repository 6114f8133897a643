/** Words of `questionnaires/`: what a model's drafts took. */
export const drafting = {
  title: 'Language model',
  about: 'What the model’s drafts took. Each draft was checked against the evidence before it became an answer.',
  model: 'Model',
  requests: 'Requests',
  promptTokens: 'Tokens sent',
  completionTokens: 'Tokens received',
  cost: 'Cost',
  noPrices: 'No prices are set',
  rejected: 'Drafts not accepted',
  reason: {
    number: 'A number or period that the evidence does not say',
    name: 'A name that the evidence does not say',
    polarity: 'Yes and no turned round',
    planned: 'A plan told as done',
    question: 'Another question answered',
    quote: 'A quote that is not in the evidence',
    language: 'A language that cannot be compared',
    claim: 'Something that the evidence does not say',
    form: 'Not in the form that was asked for',
  },
} as const;
