import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countsFile } from './test-summary-reporter.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  nx?: { targets?: Record<string, object> };
}

interface NxConfiguration {
  targetDefaults: { test: { outputs: string[]; command: string } };
}

describe('packages', () => {
  it.each(globSync('{libs,apps}/*/package.json', { cwd: root }))('%s is built and tested by nx', (file) => {
    const { nx } = JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as Manifest;
    expect(Object.keys(nx?.targets ?? {})).toEqual(expect.arrayContaining(['build', 'test']));
  });

  it('keep the counts of their unit suites where nx finds them again', () => {
    const { targetDefaults } = JSON.parse(readFileSync(`${root}/nx.json`, 'utf8')) as NxConfiguration;
    const { outputs, command } = targetDefaults.test;
    expect(command).toContain('--counts {projectRoot} ');
    const folder = 'libs/contracts';
    const kept = outputs.map((path) => path.replace('{workspaceRoot}/', '').replace('{projectRoot}', folder));
    expect(kept).toEqual([relative(root, countsFile(folder))]);
    // it reads these as a pattern
    expect(kept.join()).not.toMatch(/[@*?!+(){}[\]]/);
  });
});
