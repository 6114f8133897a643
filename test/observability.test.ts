import { describe, expect, it } from '@jest/globals';
import { expressions, metricsOf, observabilityFile, rules } from './support/watched.js';

// That the metrics exist is tested on a running process: test/e2e/metrics.test.ts.
describe('what is watched', () => {
  it('is about metrics: every expression of alerts and dashboards names one', () => {
    expect(expressions.length).toBeGreaterThan(30);
    for (const expression of expressions) expect(metricsOf(expression)).not.toEqual([]);
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s has a paragraph in the runbook', (alert, rule) => {
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).not.toBe('');
    expect(rule.annotations.runbook_url).toBe(`runbook.md#${alert.toLowerCase()}`);
    const paragraph = observabilityFile('runbook.md').split(`## ${alert}\n`)[1]?.split('\n## ')[0]?.trim() ?? '';
    expect(paragraph.length).toBeGreaterThan(100);
    expect((rule.expr.match(/\(/g) ?? []).length).toBe((rule.expr.match(/\)/g) ?? []).length);
  });

  it('is written up: the runbook has no paragraph without an alert', () => {
    const headings = [...observabilityFile('runbook.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
  });
});
