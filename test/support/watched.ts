import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What operators watch: the alert rules and the dashboard. */
export interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

export const observabilityFile = (name: string): string =>
  readFileSync(new URL(`../../deploy/observability/${name}`, import.meta.url), 'utf8');

export const rules = (parse(observabilityFile('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

const { panels } = JSON.parse(observabilityFile('dashboards/candor.json')) as Dashboard;

/** Every expression of both. */
export const expressions = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

/** Of other programs, or of Prometheus itself. */
const FOREIGN = /^(up|rabbitmq_.*)$/;

/** The metrics that an expression names. */
export const metricsOf = (expression: string): string[] =>
  expression
    .replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without)\s*\([^)]*\)/g, ' ')
    .match(/\b[a-z]+_[a-z0-9_]+\b|\bup\b/g)
    ?.filter((name) => name !== 'histogram_quantile') ?? [];

/** Metrics of an expression that none of `exposed` (texts of /metrics) has. */
export function missing(expression: string, exposed: string): string[] {
  const names = new Map(
    [...exposed.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const series = new Set(
    [...names].flatMap(([name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    ),
  );
  return metricsOf(expression).filter((name) => !series.has(name) && !FOREIGN.test(name));
}
