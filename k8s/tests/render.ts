import { findProgram } from '@assay/testing';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './check-manifest.js';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Of `kubectl kustomize`. */
export function render(folder: string): Manifest[] {
  const kubectl = findProgram('kubectl');
  if (kubectl === null) throw new Error('kubectl is not installed');
  const text = execFileSync(kubectl, ['kustomize', folder], { cwd: FOLDER, encoding: 'utf8', stdio: 'pipe' });
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}
