/**
 * `npm run drill -- NAME`: one operations drill (docs/runbook.md). `upgrade` takes the commit or tag to upgrade from
 * (default: the last tag) and builds it; `ASSAY_DRILL_PREVIOUS` names a tree that is built already.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, ensureInstalled, fail, node24, npm, projectRoot, run, runJest } from './toolchain.mjs';

const DRILLS = ['restore', 'key-rotation', 'upgrade', 'full-disk', 'clock'];

const [name, from] = process.argv.slice(2);
if (!DRILLS.includes(name)) fail(`npm run drill -- <name>, one of: ${DRILLS.join(', ')}`);
process.chdir(projectRoot);
await ensureInstalled();
if ((await build()) !== 0) fail('The sources do not compile.');
if (name !== 'upgrade' || process.env.ASSAY_DRILL_PREVIOUS !== undefined) process.exitCode = await drill();
else await withTree(from ?? lastTag(), async (tree) => (process.exitCode = await drill(tree)));

function drill(previous) {
  const environment = { ASSAY_DRILL: '1', ...(previous === undefined ? {} : { ASSAY_DRILL_PREVIOUS: previous }) };
  return runJest(['--config', join('e2e', 'drills', 'jest.config.mjs'), `/${name}\\.(drill|e2e)`], environment);
}

function lastTag() {
  const tags = git('tag', '--list', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-creatordate').split('\n');
  return tags[0] || fail('There is no earlier tag: name a commit, npm run drill -- upgrade <commit>');
}

/** Checks out and builds a commit; removes it at the end. */
async function withTree(commit, use) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-previous-'));
  const tree = join(folder, 'tree');
  git('worktree', 'add', '--detach', '--quiet', tree, commit);
  try {
    const isSame = readLock(tree).equals(readLock(projectRoot));
    // links of workspaces are relative
    if (isSame) execFileSync('cp', ['-a', join(projectRoot, 'node_modules'), tree]);
    else if ((await npm(['ci', '--prefix', tree])) !== 0) fail(`The packages of ${commit} could not be installed.`);
    const tsc = join(tree, 'node_modules', 'typescript', 'bin', 'tsc');
    if ((await run(node24(), [tsc, '-b', tree])) !== 0) fail(`${commit} does not compile.`);
    await use(tree);
  } finally {
    git('worktree', 'remove', '--force', tree);
    rmSync(folder, { recursive: true, force: true });
  }
}

function readLock(tree) {
  return readFileSync(join(tree, 'package-lock.json'));
}

function git(...parameters) {
  return execFileSync('git', parameters, { encoding: 'utf8' });
}
