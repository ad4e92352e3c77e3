import { findProgram } from '@assay/testing';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './check-manifest.js';

export const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/**
 * Of `kubectl kustomize`.
 * @throws also where it warns, as of deprecated fields
 */
export function render(folder: string): Manifest[] {
  const kubectl = findProgram('kubectl');
  if (kubectl === null) throw new Error('kubectl is not installed');
  const { stdout, stderr } = spawnSync(kubectl, ['kustomize', folder], { cwd: FOLDER, encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}
