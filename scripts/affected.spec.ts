import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affectedProjects, allProjects, changedFiles, lastCommitOnMain } from './affected.mjs';

/** Suites that compare documents with sources: fast, uncached. */
const ROOT = 'assay';

describe('what a change touches', () => {
  let all: string[];
  const touchedBy = async (...files: string[]): Promise<string[]> => (await affectedProjects({ files })).sort();

  beforeAll(async () => {
    all = (await allProjects()).sort();
  });

  it('is a library and what stands on it, and nothing below or beside it', async () => {
    const touched = await touchedBy('libs/decision/src/index.ts');
    expect(touched).toEqual(
      expect.arrayContaining(['@assay/decision', '@assay/questions', '@assay/coordinator', 'e2e']),
    );
    for (const other of ['contracts', 'sql', 'client', 'telemetry', 'mcp', 'web']) {
      expect(touched).not.toContain(`@assay/${other}`);
    }
  });

  it('is a service and the programs that start it', async () => {
    const touched = await touchedBy('apps/supervisor/src/supervisor.agent.ts');
    expect(touched).toEqual(['@assay/standalone', '@assay/supervisor', ROOT, 'e2e', 'e2e/page'].sort());
  });

  it('is its suite in a browser for the page, and no other suite of the whole', async () => {
    expect(await touchedBy('apps/web/src/ask/ask-form.tsx')).toEqual(['@assay/web', ROOT, 'e2e/page'].sort());
  });

  it('is who speaks to the API or over its queues, and the suites of the whole, for the client', async () => {
    const below = ['contracts', 'testing', 'sql', 'decision', 'llm', 'target-database', 'persistence', 'runtime'];
    const others = [...below, 'behaviour', 'behaviour-engines'].map((name) => `@assay/${name}`);
    expect(await touchedBy('libs/client/src/pages.ts')).toEqual(all.filter((name) => !others.includes(name)));
  });

  it('is nothing but the root for documents, dashboards and manifests', async () => {
    const files = [
      'README.md',
      'docs/tour.md',
      'docs/runbook.md',
      'libs/sql/README.md',
      'ops/grafana/assay.json',
      'k8s/base/kustomization.yaml',
    ];
    expect(await touchedBy(...files)).toEqual([ROOT]);
  });

  it('is who renders prompts, for a prompt', async () => {
    const touched = await touchedBy('prompts/generator/context.txt');
    expect(touched).toEqual(expect.arrayContaining(['@assay/llm', '@assay/work', '@assay/generator']));
    for (const other of ['contracts', 'sql', 'web']) expect(touched).not.toContain(`@assay/${other}`);
  });

  it.each([
    'tsconfig.base.json',
    'package.json',
    'package-lock.json',
    'nx.json',
    'jest.config.mjs',
    'scripts/jest.mjs',
    'scripts/test-summary-reporter.mjs',
    'scripts/toolchain.mjs',
  ])('is everything for %s', async (file) => {
    expect(await touchedBy(file)).toEqual(all);
  });
});

describe('the last commit on main', () => {
  beforeAll(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
  const folder = mkdtempSync(join(tmpdir(), 'assay-affected-'));
  afterAll(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('is none without git, and then everything is tested', async () => {
    expect(await lastCommitOnMain(folder)).toBeNull();
    expect(await affectedProjects({ folder })).toEqual(await allProjects());
  });

  describe('of a branch', () => {
    let base: string;
    const git = (...words: string[]): string => {
      const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
      return execFileSync('git', ['-C', folder, ...who, ...words], { encoding: 'utf8' }).trim();
    };
    const write = (file: string): void => writeFileSync(join(folder, file), file);
    const commit = (file: string): void => {
      write(file);
      git('add', file);
      git('commit', '--quiet', `--message=${file}`);
    };
    beforeAll(() => {
      git('init', '--quiet', '--initial-branch=main');
      commit('before');
      base = git('rev-parse', 'HEAD');
      git('checkout', '--quiet', '-b', 'change');
    });

    it('is what main points to, whatever came after it on the branch', async () => {
      expect(await changedFiles(folder)).toEqual([]);
      commit('committed');
      expect(await lastCommitOnMain(folder)).toBe(base);
    });

    it('is what committed, uncommitted and new files are compared with, and not what main did since', async () => {
      writeFileSync(join(folder, 'before'), 'otherwise');
      write('new');
      expect(await changedFiles(folder)).toEqual(['before', 'committed', 'new']);
      git('stash', '--quiet');
      git('checkout', '--quiet', 'main');
      commit('meanwhile');
      git('checkout', '--quiet', 'change');
      expect(await changedFiles(folder)).toEqual(['committed', 'new']);
    });
  });
});
