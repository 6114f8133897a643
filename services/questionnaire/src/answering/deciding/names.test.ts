import { describe, expect, it } from '@jest/globals';
import { deniesAnother, isNamedBy } from './names.js';

const placed = (text: string, place: string[] = [], before = '') => ({ text, place, question: '', before });

describe('a denial of something else', () => {
  it.each([
    ['Do you hold SOC 2?', 'ISO 27001: not held.', true],
    ['Do you hold ISO 27001?', 'ISO 27701: not held.', true],
    ['Do you support SAML?', 'LDAP is not supported.', true],
    ['Do you support SAML?', 'LDAP is not supported, SAML is.', false],
    ['Do you hold SOC 2?', 'SOC 2 Type II: not held.', false],
    ['Do you hold an ISO/IEC 27001:2022 certificate?', 'The ISO 27001 certificate was not renewed.', false],
    ['Is DAST performed?', 'Dynamic scans with ZAP are not yet done.', false],
    ['Do you support SAML?', 'There is no LDAP connector.', true],
    ['Are you ISO 27001 certified or SOC 2 audited?', 'We have no ISO certificate and no SOC report.', false],
    ['Do you hold SOC 2?', 'No certificate is held.', false],
    ['Do you hold SOC 2?', 'ISO 27001: held.', false],
    ['Do you have a bug bounty?', 'No SOC 2 report is published.', false],
  ])('%s — %s: %s', (question, statement, denies) => {
    expect(deniesAnother(question, placed(statement))).toBe(denies);
  });

  it('is none where the place names what is asked', () => {
    expect(deniesAnother('Do you hold SOC 2?', placed('No report by KPMG.', ['Certificates', 'SOC 2']))).toBe(false);
    expect(isNamedBy('SOC 2', placed('It is not held.', [], 'SOC 2 was considered.'))).toBe(true);
  });
});
