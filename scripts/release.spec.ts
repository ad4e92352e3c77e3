import { afterAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const clone = mkdtempSync(join(tmpdir(), 'assay-clone-'));
afterAll(() => rmSync(clone, { recursive: true }));

it('npm run release installs and builds first, in a fresh clone', () => {
  for (const path of ['scripts/release.mjs', 'scripts/toolchain.mjs', 'package.json', 'package-lock.json']) {
    cpSync(join(PROJECT, path), join(clone, path));
  }
  // installs only an nx whose build fails
  const npm = join(clone, 'npm-cli.mjs');
  writeFileSync(
    npm,
    `import { mkdirSync, writeFileSync } from 'node:fs';
     mkdirSync('node_modules/nx/dist/bin', { recursive: true });
     writeFileSync('node_modules/nx/dist/bin/nx.js', 'console.log(process.argv.slice(2, 5).join(" ")); process.exitCode = 1;');`,
  );
  const { ASSAY_TEST_PROGRAMS: _, ...inherited } = process.env;
  const env = { ...inherited, npm_execpath: npm };
  const { status, stderr } = spawnSync(process.execPath, [join(clone, 'scripts/release.mjs')], {
    cwd: clone,
    env,
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^Installing dependencies[^]*run-many -t build[^]*The sources do not compile\.$/m);
  expect(status).toBe(1);
});
