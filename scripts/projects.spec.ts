import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Manifest {
  nx?: { targets?: Record<string, object> };
}

describe('packages', () => {
  it.each(globSync('{libs,apps}/*/package.json', { cwd: root }))('%s is built and tested by nx', (file) => {
    const { nx } = JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as Manifest;
    expect(Object.keys(nx?.targets ?? {})).toEqual(expect.arrayContaining(['build', 'test']));
  });
});
