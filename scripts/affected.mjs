/** Projects touched by a change. */
import { capture, fail, node24, nxEnvironment, projectRoot, tool } from './toolchain.mjs';

/** Package READMEs are documents. */
const README_OF_PACKAGE = /^(?:apps|libs)\/[^/]+\/README\.md$/;

/** One argument holds 128 KiB; more means everything. */
const MOST_CHARACTERS = 100_000;

/** Projects touched since the last commit on main; all without git or main. `files`: a change of these. */
export async function affectedProjects({ folder = projectRoot, files = null } = {}) {
  const changed = files ?? (await changedFiles(folder));
  if (changed === null) return allProjects();
  if (changed.length === 0) return [];
  const list = changed.map((file) => (README_OF_PACKAGE.test(file) ? 'README.md' : file)).join(',');
  return list.length > MOST_CHARACTERS ? allProjects() : showProjects(['--affected', `--files=${list}`]);
}

/** Since main, committed or not; null if unknown. */
export async function changedFiles(folder = projectRoot) {
  const main = await lastCommitOnMain(folder);
  if (main === null) return null;
  const git = (...words) => capture('git', ['-C', folder, ...words]);
  const base = await git('merge-base', main, 'HEAD');
  if (base.code !== 0) return null;
  const lists = await Promise.all([
    git('diff', '--name-only', '--no-renames', '-z', base.text.trim()),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  return lists.flatMap(({ text }) => text.split('\0').filter((file) => file !== ''));
}

export function allProjects() {
  return showProjects([]);
}

/** Null with a message. */
export async function lastCommitOnMain(folder = projectRoot) {
  for (const branch of ['main', 'origin/main']) {
    const { code, text } = await capture('git', ['-C', folder, 'rev-parse', '--verify', '--quiet', branch]);
    if (code === 0) return text.trim();
  }
  console.error('There is no main to compare with, so everything is tested.');
  return null;
}

async function showProjects(filter) {
  const words = [tool('nx', 'dist/bin/nx.js'), 'show', 'projects', '--json', ...filter];
  const { code, text } = await capture(node24(), words, nxEnvironment);
  if (code !== 0) fail(text);
  return JSON.parse(text.slice(text.indexOf('[')));
}
