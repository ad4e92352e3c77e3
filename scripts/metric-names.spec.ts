import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  instruments,
  METRIC_LABELS,
  renderMetrics,
  startTelemetry,
  type RunningTelemetry,
} from '@assay/runtime/telemetry';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

function projectFile(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
}

/** Histograms count as one. */
function namesIn(text: string): Set<string> {
  const names = text.match(/\bassay_[a-z][a-z_]*[a-z]\b/g) ?? [];
  return new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
}

interface Query {
  expr: string;
  annotations?: { summary: string };
  legendFormat?: string;
}

/** Of scraping, and of histograms. */
const ADDED = new Set(['', 'job', 'instance', 'le']);

/** Labels of a query that its metrics do not have; code gives no others, by type. */
function unknownLabels({ expr, annotations, legendFormat = '' }: Query): string[] {
  const told = [...`${annotations?.summary ?? ''} ${legendFormat}`.matchAll(/\{\{ *(?:\$labels\.)?(\w+)/g)];
  return expr.split(/ and | \/ /).flatMap((part) => {
    const grouped = [...part.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */));
    const named = [...part.matchAll(/(\w+) *(?:=~|!~|!=|=) *"/g), ...told].map(([, name = '']) => name);
    return [...namesIn(part)].flatMap((name) => {
      const known = METRIC_LABELS.get(name.replace(/_total$/, ''))?.map((label) => label.replace('?', '')) ?? [];
      const unknown = [...grouped, ...named].filter((label) => !ADDED.has(label) && !known.includes(label));
      return unknown.map((label) => `${label} of ${name}`);
    });
  });
}

describe('the metrics', () => {
  let telemetry: RunningTelemetry;
  beforeAll(async () => {
    const nothing = { traces: false, metrics: false, logs: false, spanDelayMs: 1000, metricIntervalMs: 1000 };
    telemetry = await startTelemetry({ serviceName: 'spec', ...nothing }, () => undefined);
  });
  afterAll(() => telemetry.stop());

  /** All metrics used once. */
  async function servedNames(): Promise<Set<string>> {
    for (const instrument of Object.values(instruments()) as object[]) {
      if ('add' in instrument) (instrument as { add(value: number): void }).add(1);
      else if ('record' in instrument) (instrument as { record(value: number): void }).record(1);
      else (instrument as { addCallback(callback: object): void }).addCallback(observeOne);
    }
    const types = (await renderMetrics()).split('\n').filter((line) => line.startsWith('# TYPE '));
    return new Set(types.map((line) => line.split(' ')[2] ?? ''));
  }
  const observeOne = (result: { observe(value: number): void }): void => result.observe(1);

  it('keep their names, which dashboards and alerts of others use', async () => {
    expect([...(await servedNames())].toSorted()).toMatchSnapshot();
  });

  it('are all that the dashboard asks for', async () => {
    const dashboard = JSON.parse(projectFile('ops/grafana/assay.json')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(25);
    const served = await servedNames();
    const asked = namesIn(queries.join('\n'));
    expect([...asked].filter((name) => !served.has(name))).toEqual([]);
    // every metric has a panel
    expect([...served].filter((name) => !asked.has(name))).toEqual([]);
  });

  it('are all that the alert rules ask for', async () => {
    const rules = projectFile('ops/alerts/assay.yml').replace(/runbook: .*|alert: .*/g, '');
    const served = await servedNames();
    const asked = [...namesIn(rules)];
    expect(asked.length).toBeGreaterThan(12);
    expect(asked.filter((name) => !served.has(name))).toEqual([]);
  });

  it('have the labels that alert rules and panels select and group by', () => {
    const { groups } = parse(projectFile('ops/alerts/assay.yml')) as { groups: { rules: Query[] }[] };
    const { panels } = JSON.parse(projectFile('ops/grafana/assay.json')) as { panels: { targets?: Query[] }[] };
    const queries = [...groups.flatMap(({ rules }) => rules), ...panels.flatMap(({ targets = [] }) => targets)];
    expect(queries.flatMap(unknownLabels)).toEqual([]);
    expect(unknownLabels({ expr: 'sum by (queue) (assay_tasks_total{outcom="dead"})' })).toHaveLength(1);
    expect(unknownLabels({ expr: 'max by (job) (assay_tasks_total)', legendFormat: '{{ que }}' })).toHaveLength(1);
  });

  it('have the codes of the alert tests, which the sources give', () => {
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const sources = globSync('{apps,libs}/*/src/**/*.ts', { cwd }).filter((path) => !path.endsWith('.spec.ts'));
    const given = new Set(sources.flatMap((path) => projectFile(path).match(/(?<=')[A-Z]+(_[A-Z]+)+(?=')/g) ?? []));
    const tested = projectFile('ops/alerts/assay.test.yml').match(/(?<=\bcode=")[^"]+/g) ?? [];
    expect(new Set(tested).size).toBeGreaterThan(5);
    expect(tested.filter((code) => !given.has(code))).toEqual([]);
  });

  it('are all that autoscalers ask for', async () => {
    const asked = ['hpa/autoscalers', 'keda/scaled-objects'].flatMap((file) => [
      ...namesIn(projectFile(`k8s/overlays/${file}.yaml`)),
    ]);
    expect(new Set(asked)).toEqual(new Set(['assay_queue_work']));
    expect(await servedNames()).toContain('assay_queue_work');
  });

  it('are all documented, and nothing else is', async () => {
    const watching = /## Watching it\n(?<section>[\s\S]*?)(\n## |$)/.exec(projectFile('docs/operations.md'));
    const documented = namesIn(watching?.groups?.['section'] ?? '');
    expect([...documented].sort()).toEqual([...(await servedNames())].sort());
  });
});
