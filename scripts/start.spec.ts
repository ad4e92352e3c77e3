import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const START = fileURLToPath(new URL('./start.mjs', import.meta.url));

describe('npm start', () => {
  it.each([
    [['--twice'], /^Unknown option '--twice'/],
    [['--question'], /^Option '--question <value>' argument missing/],
  ])('refuses %j before it builds anything', (words, stated) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [START, ...words], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(stated);
    expect(stderr).toContain('Usage: npm start');
    expect(`${stdout}${stderr}`).not.toContain('Building');
  });
});
