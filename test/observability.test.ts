import { readFileSync } from 'node:fs';
import { InProcessBus, processMetrics, silentLogger } from '@candor/runtime';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { createMetrics } from '../gateway/src/metrics.js';

const file = (name: string): string =>
  readFileSync(new URL(`../deploy/observability/${name}`, import.meta.url), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
const rules = (parse(file('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}
const { panels } = JSON.parse(file('dashboards/candor.json')) as Dashboard;

/** Names and labels of everything that a process measures, as Prometheus would read them. */
async function measured(): Promise<Map<string, Set<string>>> {
  const metrics = processMetrics();
  createMetrics(metrics.registry);
  const bus = new InProcessBus({ logger: silentLogger() });
  metrics.watch(bus);
  const series = new Map<string, Set<string>>();
  for (const { name, type } of await metrics.registry.getMetricsAsJSON()) {
    const suffixes = (type as unknown) === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const suffix of suffixes) series.set(name + suffix, new Set());
  }
  return series;
}

/** Of other programs, or of Prometheus itself. */
const FOREIGN = /^(up|rabbitmq_.*)$/;
const metricsOf = (expression: string): string[] =>
  expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without)\s*\([^)]*\)/g, ' ')
    .match(/\b[a-z]+_[a-z0-9_]+\b|\bup\b/g)
    ?.filter((name) => name !== 'histogram_quantile') ?? [];

describe('what is watched', () => {
  it('is measured: every expression of alerts and dashboards names metrics that a process shows', async () => {
    const series = await measured();
    const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
    expect(expressions.length).toBeGreaterThan(20);
    for (const expression of expressions) {
      const names = metricsOf(expression);
      expect({ expression, names: names.length > 0 }).toEqual({ expression, names: true });
      const unknown = names.filter((name) => !series.has(name) && !FOREIGN.test(name));
      expect({ expression, unknown }).toEqual({ expression, unknown: [] });
    }
  });

  it('finds an expression about a metric that does not exist', async () => {
    const series = await measured();
    const [name = ''] = metricsOf('sum by (job) (rate(candor_imaginary_total{job="x"}[5m])) > 1');
    expect(name).toBe('candor_imaginary_total');
    expect(series.has(name)).toBe(false);
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s has a paragraph in the runbook', (alert, rule) => {
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).not.toBe('');
    expect(rule.annotations.runbook_url).toBe(`runbook.md#${alert.toLowerCase()}`);
    const paragraph = file('runbook.md').split(`## ${alert}\n`)[1]?.split('\n## ')[0]?.trim() ?? '';
    expect(paragraph.length).toBeGreaterThan(100);
    expect((rule.expr.match(/\(/g) ?? []).length).toBe((rule.expr.match(/\)/g) ?? []).length);
  });

  it('is written up: the runbook has no paragraph without an alert', () => {
    const headings = [...file('runbook.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
  });
});
