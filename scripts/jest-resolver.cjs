/** Gives the sources what `bundle-packages.mjs` and `bundle-scripts.mjs` bundled, where variables name the folders. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { env } = require('node:process');

const { ASSAY_TEST_PACKAGES: folder, ASSAY_TEST_SCRIPTS: scripts } = env;
const bundled = folder === undefined ? {} : JSON.parse(readFileSync(join(folder, 'packages.json'), 'utf8'));
/** Folders of what packages import themselves. */
const THEIRS = /[\\/](node_modules|\.nx)[\\/]/;

module.exports = (path, options) => {
  if (scripts !== undefined && path === './script-path') return require.resolve('./bundled-script.mjs');
  const isOwn = Object.hasOwn(bundled, path) && !THEIRS.test(options.basedir);
  return isOwn ? bundled[path] : options.defaultResolver(path, options);
};
