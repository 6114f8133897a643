import { describe, expect, it } from '@jest/globals';
import type { TopicRuleDocument } from '../store/topic-rules.js';
import { isOfTopic, ruleFor } from './matching.js';

const rule = (more: Partial<TopicRuleDocument>): TopicRuleDocument => ({
  _id: 'r',
  organizationId: 'o',
  name: 'Insurance',
  words: ['insurance'],
  sections: [],
  action: 'people',
  documentIds: [],
  answerId: '',
  ownerId: '',
  ownerType: '',
  active: true,
  createdAt: 1,
  updatedAt: 1,
  ...more,
});
const asked = (text: string, section = ''): { text: string; section: string } => ({ text, section });

describe('a topic', () => {
  it('is found by all words of a phrase in any form, and not by some of them', () => {
    const topic = rule({ words: ['limitation of liability'] });
    expect(isOfTopic(asked('Which limitations of liability apply?'), topic)).toBe(true);
    expect(isOfTopic(asked('Which limitations apply?'), topic)).toBe(false);
  });

  it('is found by another form of a word, and by a part of one where the rule says so', () => {
    expect(isOfTopic(asked('Are you insured against cyber attacks?'), rule({}))).toBe(true);
    expect(isOfTopic(asked('Is access assured?'), rule({}))).toBe(false);
    const german = rule({ words: ['*versicherung*'] });
    expect(isOfTopic(asked('Haben Sie eine Betriebshaftpflichtversicherung?'), german)).toBe(true);
    expect(isOfTopic(asked('Wie hoch ist die Versicherungssumme?'), german)).toBe(true);
    expect(isOfTopic(asked('Wie hoch ist die Summe?'), german)).toBe(false);
    expect(isOfTopic(asked('Is reliability measured?'), rule({ words: ['liability'] }))).toBe(false);
    expect(isOfTopic(asked('Is there a price list?'), rule({ words: ['price* list'] }))).toBe(true);
    expect(isOfTopic(asked('Is it so?'), rule({ words: ['*'] }))).toBe(false);
  });

  it('is found by the section, whatever the question says', () => {
    expect(isOfTopic(asked('Who pays?', 'Contract terms'), rule({ sections: ['contract TERMS'] }))).toBe(true);
    expect(isOfTopic(asked('Who pays?', 'Other terms'), rule({ sections: ['Contract terms'] }))).toBe(false);
  });

  it('is decided by the first active rule of the wanted kinds', () => {
    const rules = [
      rule({ _id: 'off', active: false }),
      rule({ _id: 'owner', action: 'owner' }),
      rule({ _id: 'first' }),
      rule({ _id: 'second', action: 'answer' }),
    ];
    const question = asked('Do you have cyber insurance?');
    expect(ruleFor(question, rules, ['people', 'answer'])?._id).toBe('first');
    expect(ruleFor(question, rules, ['owner'])?._id).toBe('owner');
    expect(ruleFor(asked('Are backups encrypted?'), rules, ['people'])).toBeUndefined();
  });
});
