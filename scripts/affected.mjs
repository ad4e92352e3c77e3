/** Which projects a change can have touched. */
import { capture, fail, node24, nxEnvironment, projectRoot, tool } from './toolchain.mjs';

/**
 * Names of the projects that a change since the last commit on main can have touched; all of them where there is no git,
 * or no main. `files` asks for a change of these files instead, by their paths from the root.
 */
export async function affectedProjects({ folder = projectRoot, files = null } = {}) {
  if (files !== null) return showProjects(['--affected', `--files=${files.join(',')}`]);
  const base = await lastCommitOnMain(folder);
  return showProjects(base === null ? [] : ['--affected', `--base=${base}`]);
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
