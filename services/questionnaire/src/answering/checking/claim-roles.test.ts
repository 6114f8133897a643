import { beforeAll, describe, expect, it } from '@jest/globals';
import { statementsOf } from '../finding/statements.js';
import { claimFault } from './claims.js';
import { supportOf } from './support.js';
import { startTagger, type Tagger } from './tagging.js';

let tag: Tagger;

beforeAll(async () => {
  tag = await startTagger();
});

/** What is wrong with a claim that quotes one sentence; undefined when nothing is. */
function faultOf(quote: string, claim: string): string | undefined {
  const item = { kind: 'passage', id: 'p', documentId: 'd', title: 'Handbook', locator: '', text: quote } as const;
  return claimFault(claim, supportOf(statementsOf(item), '', new Set(), tag))?.detail;
}

describe('a claim that gives a role of the evidence to something else', () => {
  it.each([
    ['whoever acts is not known to be the company', 'Couriers are vetted by their own employers.', 'We vet couriers.'],
    ['another one acts', 'The duty officer informs the port authority.', 'The harbour master informs the port authority.'],
    ['somebody acts to whom it is done', 'Branch auditors are chosen by the treasurer.', 'Branch auditors choose the treasurer.'],
    ['the thing is named by what only describes it', "Smart cards are issued for the portal's operators.", 'Smart cards are issued for the portal.'],
    ['what limits whoever acts is dropped', 'Drivers with a company phone complete the course.', 'Drivers complete the course.'],
    ['what limits a thing is dropped', 'We encrypt tapes of the payroll system.', 'We encrypt tapes.'],
    ['a size that limits a thing is dropped', 'Reports are written for all outages over one hour.', 'Reports are written for all outages.'],
    ['a condition is dropped', 'The gateway drops mail when its sender is unknown.', 'The gateway drops mail.'],
    ['what is hoped for is told as done', 'We hope to publish a status page.', 'We publish a status page.'],
    ['the order is turned', 'Parcels are scanned before release.', 'Parcels are released before they are scanned.'],
    ['it belongs to a partner', 'Tapes go to a vault run by Iron Oak.', 'Tapes go to our vault.'],
  ])('is found: %s', (_, quote, claim) => {
    expect(faultOf(quote, claim)).toBeDefined();
  }); // prettier-ignore
});

describe('a claim that keeps the roles of the evidence', () => {
  it.each([
    ['the passive voice', 'The treasurer approves payments.', 'Payments are approved by the treasurer.'],
    ['the company for its people', 'Our conflicts team checks new clients.', 'We check new clients.'],
    ['the company where nobody is named', 'Tapes are shipped every week.', 'We ship tapes every week.'],
    ['the condition in front', 'The gateway drops mail when its sender is unknown.', 'When its sender is unknown, the gateway drops mail.'],
    ['the limit with its noun in another place', "Visitors' badges are destroyed.", 'Badges of visitors are destroyed.'],
    ['one of two things', 'Tapes are shipped weekly and kept for 14 days.', 'Tapes are kept for 14 days.'],
  ])('has no fault: %s', (_, quote, claim) => {
    expect(faultOf(quote, claim)).toBeUndefined();
  }); // prettier-ignore
});
