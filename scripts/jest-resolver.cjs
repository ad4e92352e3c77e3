/** Gives the sources the bundled packages of `bundle-packages.mjs` where ASSAY_TEST_PACKAGES names their folder. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { env } = require('node:process');

const { ASSAY_TEST_PACKAGES: folder } = env;
const bundled = folder === undefined ? {} : JSON.parse(readFileSync(join(folder, 'packages.json'), 'utf8'));
/** Folders of what packages import themselves. */
const THEIRS = /[\\/](node_modules|\.nx)[\\/]/;

module.exports = (path, options) => {
  const isOwn = Object.hasOwn(bundled, path) && !THEIRS.test(options.basedir);
  return isOwn ? bundled[path] : options.defaultResolver(path, options);
};
