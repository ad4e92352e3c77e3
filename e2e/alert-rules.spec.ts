import { describe, expect, it } from '@jest/globals';
import { describeWith, findProgram } from '@assay/testing';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string; runbook: string } }[] }[];
}

describe('the alert rules', () => {
  const { groups } = parse(readFileSync(`${PROJECT}ops/alerts/assay.yml`, 'utf8')) as Rules;
  const rules = groups.flatMap((group) => group.rules);
  const headings = [...readFileSync(`${PROJECT}docs/runbook.md`, 'utf8').matchAll(/^## (\w+)$/gm)].map(
    ([, heading]) => heading,
  );

  it('and the runbook speak of the same alerts, each once', () => {
    expect(rules.map(({ alert }) => alert).sort()).toEqual([...headings].sort());
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    }
  });

  it('are explained: what it means, where to look, what to do', () => {
    const sections = readFileSync(`${PROJECT}docs/runbook.md`, 'utf8').split(/^## /m).slice(1);
    for (const section of sections) expect(section).toMatch(/\*\*Means\*\*[\s\S]*\*\*Look\*\*[\s\S]*\*\*Do\*\*/);
  });
});

describeWith('promtool', 'the alert rules, by Prometheus itself,', () => {
  const promtool = (...parameters: string[]): string =>
    execFileSync(findProgram('promtool') ?? '', parameters, { cwd: PROJECT, encoding: 'utf8', stdio: 'pipe' });

  it('are rules', () => {
    expect(promtool('check', 'rules', 'ops/alerts/assay.yml')).toMatch(/SUCCESS: \d\d rules found/);
  });

  it('fire when they should, and only then', () => {
    expect(promtool('test', 'rules', 'ops/alerts/assay.test.yml')).toContain('SUCCESS');
  });
});
