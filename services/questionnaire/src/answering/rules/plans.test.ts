import { describe, expect, it } from '@jest/globals';
import { isPlanned } from './plans.js';

describe('plans', () => {
  it.each([
    'Single sign-on is planned for 2027.',
    'We are working towards ISO 27001 certification.',
    'A bug bounty programme is on the roadmap.',
    'Customer-managed keys will be available in the next release.',
    'The team plans to introduce hardware tokens.',
    'We aim to obtain SOC 2 in Q3 2027.',
    'Hardware keys: to be introduced.',
    'The recovery site is still to be defined.',
    'Log export is in development.',
    'The audit is expected to be completed in May.',
    'Regional hosting is being considered.',
  ])('are told by "%s"', (text) => {
    expect(isPlanned(text)).toBe(true);
  });

  it.each([
    ['a duty', 'All staff are expected to report incidents at once.'],
    ['a duty denied', 'Guards are not expected to stop intruders.'],
    ['what is done in a case', 'If a region fails, the on-call team will deploy the service to another one.'],
    ['what is done after something', 'Once the fix is tested, operations will start the rollout.'],
    ['work at any time', 'Take care when working on server configuration.'],
    ['people who plan', 'Customers who plan to run a scan tell us a week ahead.'],
    ['plans that lie in a drawer', 'Rehearse incident response plans to cover stolen keys.'],
    ['a goal held to every day', 'The goal is to fully restore the service within 24 hours.'],
    ['an environment', 'Live records must not be used in development or test environments.'],
    ['announced work', 'Customers hear of planned maintenance and upcoming changes five days ahead.'],
    ['absence', 'Another engineer takes over during planned or unplanned leave.'],
    ['a thing that somebody asks for', 'Reviewers check each file that somebody asks to be released.'],
    ['who may reach something', 'The vault will be available only to the payments team.'],
    ['a department', 'Procurement: each new supplier is assessed before a contract is signed.'],
    ['a process of planning', 'The procedure covers planning and testing of changes.'],
    ['what is refused for good', 'Restores of single files are not supported or planned.'],
  ])('are not told by %s', (_, text) => {
    expect(isPlanned(text)).toBe(false);
  });

  it('are looked for in linear time', () => {
    const before = process.cpuUsage();
    expect(isPlanned('planned very '.repeat(20_000))).toBe(true);
    expect(isPlanned('upcoming large '.repeat(20_000))).toBe(true);
    expect(isPlanned('who really '.repeat(20_000))).toBe(false);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
  });
});
