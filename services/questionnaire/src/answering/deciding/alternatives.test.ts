import { describe, expect, it } from '@jest/globals';
import { alternativesOf } from './alternatives.js';

type Case = readonly [question: string, mode: 'any' | 'all' | undefined, ...names: string[]];

const CASES: readonly Case[] = [
  ['Do you hold SOC 2, ISO 27001, etc.?', 'any', 'SOC 2', 'ISO 27001'],
  ['Do you hold SOC 2, ISO 27001 etc.?', 'any', 'SOC 2', 'ISO 27001'],
  ['Do you hold SOC 2 or ISO 27001?', 'any', 'SOC 2', 'ISO 27001'],
  ['Are you certified to ISO 27001, ISO 27017 and ISO 27018?', 'all', 'ISO 27001', 'ISO 27017', 'ISO 27018'],
  ['Do you hold SOC 2 and ISO 27001?', 'all', 'SOC 2', 'ISO 27001'],
  ['Do you hold SOC 2 Type II and ISO/IEC 27001:2022?', 'all', 'SOC 2 Type II', 'ISO/IEC 27001:2022'],
  ['Do you hold certifications such as SOC 2 and ISO 27001?', 'any', 'SOC 2', 'ISO 27001'],
  ['Do you hold any of SOC 2, ISO 27001 and PCI DSS?', 'any', 'SOC 2', 'ISO 27001', 'PCI DSS'],
  ['Do you hold certifications (e.g. SOC 2, ISO 27001)?', undefined],
  ['Do you hold certifications (e.g. SOC 2 or ISO 27001)?', 'any', 'SOC 2', 'ISO 27001'],
  ['Do you support SAML or OIDC?', 'any', 'SAML', 'OIDC'],
  ['Do you support both SAML and OIDC for our users?', 'all', 'SAML', 'OIDC'],
  ['Are SAML or OpenID Connect supported?', 'any', 'SAML', 'OpenID Connect'],
  ['Are SAML and OpenID Connect supported?', 'all', 'SAML', 'OpenID Connect'],
  ['Can we sign in with Okta, Entra ID or Google Workspace?', 'any', 'Okta', 'Entra ID', 'Google Workspace'],
  ['Do you run on AWS, Azure and/or GCP?', 'any', 'AWS', 'Azure', 'GCP'],
  ['Do you comply with GDPR and CCPA?', 'all', 'GDPR', 'CCPA'],
  ['Do you comply with HIPAA, HITECH, or FedRAMP?', 'any', 'HIPAA', 'HITECH', 'FedRAMP'],
  ['Is TLS 1.2 or TLS 1.3 required?', 'any', 'TLS 1.2', 'TLS 1.3'],
  ['Do you offer data centres in Frankfurt and Dublin?', 'all', 'Frankfurt', 'Dublin'],
  ['Do you scan with tools like Nessus and Trivy?', 'any', 'Nessus', 'Trivy'],
  ['Do you have either SOC 1 or SOC 2?', 'any', 'SOC 1', 'SOC 2'],
  ['Do you hold A1, B2, C3, D4, E5, F6, G7 or H8?', undefined],
  ['Do you support SAML?', undefined],
  ['Do you have a SOC 2 Type II report?', undefined],
  ['Do you encrypt backups and logs?', undefined],
  ['Do employees in Germany receive training and sign an NDA?', undefined],
  ['Is data encrypted with AES-256 at rest and in transit?', undefined],
  ['Is the service hosted in the EU and is it redundant?', undefined],
  ['Has your ISO 27001 certificate been renewed, and when?', undefined],
  ['Do you follow NIST CSF, and do you test it?', undefined],
];

describe('the things that a question names', () => {
  it.each(CASES)('%s', (question, mode, ...names) => {
    const found = alternativesOf(question);
    expect(found?.mode).toBe(mode);
    expect(found?.items.map(({ name }) => name) ?? []).toEqual(names);
  });

  it('are asked one by one', () => {
    expect(alternativesOf('Do you hold SOC 2, ISO 27001, etc.?')?.items.map(({ asked }) => asked)).toEqual([
      'Do you hold SOC 2?',
      'Do you hold ISO 27001?',
    ]);
    expect(alternativesOf('Are SAML or OIDC supported for us?')?.items.map(({ asked }) => asked)).toEqual([
      'Are SAML supported for us?',
      'Are OIDC supported for us?',
    ]);
  });

  it('are named by a statement, or by where it stands', () => {
    const [, iso] = alternativesOf('Do you hold SOC 2 or ISO 27001?')!.items;
    const statement = { text: 'Not held.', place: ['Certificates', 'ISO 27001'], question: '', before: '' };
    expect(iso?.isNamed(statement)).toBe(true);
    expect(iso?.isNamed({ ...statement, place: ['ISO 27017'] })).toBe(false);
  });
});
