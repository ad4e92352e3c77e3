import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** The command, as built. */
export const CLI = join(PROJECT, 'apps', 'cli', 'bin', 'assay.mjs');

/**
 * The built program of a service. `npm test` bundles them, so that they start twice as fast.
 * @param project another tree of the project, with its own build
 * @param shipped not bundled, as it is installed; also for a module that is loaded first and replaces parts of packages
 */
export function programOf(app: string, shipped = false, project = PROJECT): string {
  const { ASSAY_TEST_PROGRAMS: bundles } = process.env;
  const isBuilt = bundles === undefined || shipped || project !== PROJECT;
  const program = isBuilt ? join(project, 'apps', app, 'dist', 'main.js') : join(bundles, `${app}.js`);
  if (!existsSync(program)) throw new Error(`apps/${app} is not built: run npm run build, or npm test for bundles`);
  return program;
}
