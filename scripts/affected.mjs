/** Which projects a change can have touched. */
import { capture, fail, node24, nxEnvironment, projectRoot, tool } from './toolchain.mjs';

/** What a package says of itself is a document like those of the root: no code reads it. */
const README_OF_PACKAGE = /^(?:apps|libs)\/[^/]+\/README\.md$/;

/** Files are named in one argument, which may hold 128 KiB; who changes more of them has changed everything. */
const MOST_CHARACTERS = 100_000;

/**
 * Names of the projects that a change since the last commit on main can have touched; all of them where there is no git,
 * or no main. `files` asks for a change of these files instead, by their paths from the root.
 */
export async function affectedProjects({ folder = projectRoot, files = null } = {}) {
  const changed = files ?? (await changedFiles(folder));
  if (changed === null) return allProjects();
  if (changed.length === 0) return [];
  const list = changed.map((file) => (README_OF_PACKAGE.test(file) ? 'README.md' : file)).join(',');
  return list.length > MOST_CHARACTERS ? allProjects() : showProjects(['--affected', `--files=${list}`]);
}

/** Paths of what differs from where this branch left main, committed or not; null where that cannot be told. */
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

/** Null, and a word about it, where there is none. */
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
