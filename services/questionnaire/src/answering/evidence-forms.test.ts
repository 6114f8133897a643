import { describe, expect, it } from '@jest/globals';
import { passage, request } from './evidence.fixture.js';
import { KnowledgeIndex } from './knowledge-index.js';
import { answerLocally } from './local-engine.js';
import type { EngineAnswer } from './types.js';

const index = new KnowledgeIndex();
index.add([
  passage(
    'p1',
    'Quillon Ferries > Shipping code',
    'No branch is merged without a second pair of eyes.\nWorkstations that are not enrolled in Jamf cannot open company mail.\nHot fixes: the crew lead gives the go-ahead, and the review follows.',
  ),
  passage(
    'p2',
    'Quillon Ferries > Rules of the house',
    'What staff may and may not do with company equipment stands in the "Fair use of equipment" policy.\nNothing with passenger names remains on a desk overnight.',
  ),
  passage(
    'p3',
    'Quillon Ferries > Learning',
    'Newcomers take the security course in week one. Everyone repeats it every spring.',
  ),
  passage(
    'p4',
    'Quillon Ferries > Bad weather',
    'Our recovery plan brings sailings back within three hours. We rehearse it twice a year; our latest drill was in May 2026.',
  ),
  passage(
    'p5',
    'Quillon Ferries > FAQ',
    'Can we take our data with us?\nYes, open Tools → Export and choose a format.\nHow do you choose your suppliers?\nEach one completes a questionnaire before signing. Every year we score them again.\nWhat if we leave?\nYour data can be downloaded for 45 days and is then wiped.',
  ),
  passage(
    'p6',
    'Quillon Ferries > Where it runs',
    'SentinelOne runs on every server.\nWe rent everything from Microsoft Azure: West Europe is primary, North Europe is the standby.',
  ),
  passage('p7', 'Quillon Ferries > Coming up', 'A bill of materials for every release is coming in late 2027.'),
  passage(
    'p8',
    'Quillon Ferries > When it goes wrong',
    'The incident response team (duty captain, two analysts, press officer, counsel) works by a written playbook.\nSuppliers must tell us of a breach within 12 hours.\nCustomers whose data is touched hear from us within 30 hours.',
  ),
  passage(
    'p9',
    'Quillon Ferries > People',
    'Before the first day we check identity, two references and the criminal record.',
  ),
  passage(
    'p10',
    'Quillon Ferries > Weak spots',
    'Issues are fixed by level: critical 4 days, high 20 days, medium 80 days.',
  ),
]);
index.add([
  passage(
    'p11',
    'Quillon Ferries > Engine room',
    'Where a crew cannot follow a policy, it asks the harbour master for a waiver, which lapses after 50 days.\nZero hardware of our own is run.\nSnapshots: hourly, with transaction logs; kept for 25 days.\nOperating system updates are rolled out two days after they are published.\nDispensations from policy shall be approved by the mate and shall not remain in force for more than one season.\nVulnerability scanning of the hosts takes place every fortnight.\nScreens shall be locked on every bridge.',
  ),
]);
const ask = (text: string): EngineAnswer => answerLocally(index, request(text));

describe('forms of evidence', () => {
  it.each([
    ['Are code reviews required before deployment?', /^Yes — No branch is merged without/],
    ['Is MDM deployed on employee devices?', /^Yes/],
    ['Is there an acceptable use policy for employee devices?', /^Yes/],
    ['Is there a clear desk policy?', /^Yes/],
  ])('takes a denial of its absence for a yes: %s', (question, expected) => {
    expect(ask(question).answer).toMatch(expected);
  });

  it.each([
    ['How often is security awareness training conducted?', /every spring/],
    ['When was your last disaster recovery test?', /May 2026/],
    ['How often are critical vendors reassessed?', /Every year/],
  ])('knows what a pronoun or "our latest" stands for: %s', (question, expected) => {
    expect(ask(question).answer).toMatch(expected);
  });

  it.each([
    ['Can customers self-export their data?', /Export/],
    ['What happens to customer data at contract termination?', /45 days/],
    ['How are new vendors security-reviewed?', /questionnaire/],
  ])('reads an FAQ that is asked by customers: %s', (question, expected) => {
    expect(ask(question).answer).toMatch(expected);
  });

  it('tells a place by a provider and region, not by whatever runs somewhere', () => {
    expect(ask('Where is your infrastructure hosted (cloud provider and regions)?').answer).toMatch(
      /^We rent everything from Microsoft Azure: West Europe/,
    );
  });

  it('takes "coming in late 2027" for a no', () => {
    expect(ask('Do you produce or consume SBOMs?').answer).toMatch(/^No/);
  });

  it.each([
    ['What is the scope of background checks performed?', /identity, two references/],
    ['How is the incident response team structured?', /duty captain, two analysts/],
    ['Are background checks performed on new employees?', /^Yes/],
    ['Who approves emergency changes?', /crew lead/],
  ])('gives what a question about its parts wants: %s', (question, expected) => {
    expect(ask(question).answer).toMatch(expected);
  });

  it.each([
    ['Are exceptions to policy time-limited?', /^Yes/],
    ['Do you operate any physical data centers?', /^No/],
    ['How long are logs retained?', /^$/],
    ['How long are backups retained?', /25 days/],
    ['What is your customer notification commitment after a breach?', /within 30 hours/],
    ['How are OS and dependency patches applied?', /Operating system updates/],
    ['What is your patch cadence?', /two days after/],
    ['How often are vulnerability scans run?', /every fortnight/],
    ['When was your most recent external audit? Were any exceptions noted?', /^$/],
  ])('knows what a negation, a label and a direction are about: %s', (question, expected) => {
    expect(ask(question).answer).toMatch(expected);
  });

  it('does not answer what something consists of with that it is done', () => {
    const bare = new KnowledgeIndex();
    bare.add([passage('b1', 'Quillon Ferries > People', 'Background checks are performed on all new hires.')]);
    expect(answerLocally(bare, request('What is the scope of background checks performed?')).status).toBe('NEEDS_INFO');
  });
});
