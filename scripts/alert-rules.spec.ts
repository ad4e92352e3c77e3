import { describe, expect, it } from '@jest/globals';
import { describeWith, findProgram } from '@assay/testing';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string; runbook: string } }[] }[];
}

interface RuleTests {
  tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
}

interface Compose {
  services: Record<string, { environment?: Record<string, string | null> }>;
}

interface Scraping {
  scrape_configs: { dns_sd_configs: { names: string[] }[] }[];
}

describe('the alert rules', () => {
  const { groups } = parse(readFileSync(`${PROJECT}ops/alerts/assay.yml`, 'utf8')) as Rules;
  const rules = groups.flatMap((group) => group.rules);
  const headings = [...readFileSync(`${PROJECT}docs/runbook.md`, 'utf8').matchAll(/^## (Assay\w+)$/gm)].map(
    ([, heading]) => heading,
  );

  it('and the runbook speak of the same alerts, each once', () => {
    expect(rules.map(({ alert }) => alert).sort()).toEqual([...headings].sort());
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    }
  });

  it('fire and clear in the tests, each', () => {
    const { tests } = parse(readFileSync(`${PROJECT}ops/alerts/assay.test.yml`, 'utf8')) as RuleTests;
    const cases = tests.flatMap((test) => test.alert_rule_test);
    const named = (fires: boolean): Set<string> =>
      new Set(cases.filter((one) => one.exp_alerts.length > 0 === fires).map(({ alertname }) => alertname));
    const alerts = rules.map(({ alert }) => alert);
    expect(alerts.filter((alert) => !named(true).has(alert) || !named(false).has(alert))).toEqual([]);
  });

  it('are explained: what it means, where to look, what to do', () => {
    const sections = readFileSync(`${PROJECT}docs/runbook.md`, 'utf8')
      .split(/^## (?=Assay)/m)
      .slice(1);
    for (const section of sections) expect(section).toMatch(/\*\*Means\*\*[\s\S]*\*\*Look\*\*[\s\S]*\*\*Do\*\*/);
  });
});

describe('the alert rules for the operator of Prometheus', () => {
  const resource = readFileSync(`${PROJECT}k8s/overlays/monitoring/rules.yaml`, 'utf8');
  const { kind, spec } = parse(resource) as { kind: string; spec: Rules };

  it('are those of the file, in an object of its own', () => {
    expect(kind).toBe('PrometheusRule');
    expect(spec).toEqual(parse(readFileSync(`${PROJECT}ops/alerts/assay.yml`, 'utf8')));
  });

  describeWith('promtool', 'by Prometheus itself', () => {
    it('are rules', () => {
      const folder = mkdtempSync(join(tmpdir(), 'assay-rules-'));
      const file = join(folder, 'rules.yml');
      writeFileSync(file, stringify(spec));
      const reported = execFileSync(findProgram('promtool') ?? '', ['check', 'rules', file], { encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      expect(reported).toMatch(/SUCCESS: \d\d rules found/);
    });
  });
});

describe('the scrape configuration', () => {
  it('reads every service that `docker compose` starts and that has metrics', () => {
    const { services } = parse(readFileSync(`${PROJECT}docker-compose.yml`, 'utf8'), { merge: true }) as Compose;
    const measured = Object.entries(services).filter(
      ([, { environment }]) => 'ASSAY_METRICS_TOKEN' in (environment ?? {}),
    );
    const { scrape_configs: jobs } = parse(readFileSync(`${PROJECT}ops/prometheus.yml`, 'utf8')) as Scraping;
    const scraped = jobs.flatMap(({ dns_sd_configs: found }) => found.flatMap(({ names }) => names));
    expect(scraped.toSorted()).toEqual(measured.map(([name]) => name).sort());
    expect(scraped).toContain('generator');
  });
});

describeWith('promtool', 'the alert rules, by Prometheus itself,', () => {
  const promtool = (...parameters: string[]): string =>
    execFileSync(findProgram('promtool') ?? '', parameters, { cwd: PROJECT, encoding: 'utf8', stdio: 'pipe' });

  it('are rules', () => {
    expect(promtool('check', 'rules', 'ops/alerts/assay.yml')).toMatch(/SUCCESS: \d\d rules found/);
  });

  it('are read by the example of a configuration', () => {
    expect(promtool('check', 'config', '--syntax-only', 'ops/prometheus.yml')).toContain('SUCCESS');
  });

  it('fire when they should, and only then', () => {
    expect(promtool('test', 'rules', 'ops/alerts/assay.test.yml')).toContain('SUCCESS');
  });
});
