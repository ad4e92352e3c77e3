/**
 * `npm run release [-- FOLDER]`: writes into FOLDER (default `release`) the packages of the client and of the command
 * line, which install without the repository; the names of the images; and the notes of CHANGELOG.md.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { build, ensureInstalled, fail, projectRoot } from './toolchain.mjs';

const CONTRACTS = join(projectRoot, 'libs', 'contracts');
const { version } = manifestOf('.');
/** Exported for services, and needs NestJS. */
const SERVICE_TYPES = /^export .*request-pipe.*$\n/m;
/** Loaded by NestJS only if installed, or native. */
const NEVER_LOADED = [/\.node$/, /^@nestjs\/(microservices|websockets)/, /^class-(validator|transformer)/, 'pg-native'];

await ensureInstalled();
// set by tests, which have built
if (process.env.ASSAY_TEST_PROGRAMS === undefined && (await build()) !== 0) fail('The sources do not compile.');
const { rolldown } = await import('rolldown');
const folder = resolve(process.argv[2] ?? 'release');
const notes = notesOf(readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8'));
mkdirSync(folder, { recursive: true });
const staging = mkdtempSync(join(tmpdir(), 'assay-release-'));
try {
  await packClient(join(staging, 'client'));
  await packCli(join(staging, 'cli'));
} finally {
  rmSync(staging, { recursive: true });
}
const images = readdirSync(join(projectRoot, 'apps')).filter((app) => app !== 'web');
writeFileSync(join(folder, 'images.txt'), images.map((app) => `assay/${app}:${version}\n`).join(''));
writeFileSync(join(folder, 'notes.md'), `# Assay ${version}\n\n${notes}\n`);

async function packClient(place) {
  const { exports, dependencies } = manifestOf('libs/client');
  const source = join(projectRoot, 'libs', 'client', 'dist');
  const entries = { index: join(source, 'index.js'), 'queue/index': join(source, 'queue', 'index.js') };
  await bundle(entries, join(place, 'dist'), ['bullmq', 'ioredis']);
  for (const entry of Object.values(entries)) copyTypes(entry.replace(/js$/, 'd.ts'), source, join(place, 'dist'));
  pack(place, 'libs/client', {
    exports: Object.fromEntries(
      ['.', './queue'].map((name) => [name, { types: exports[name].types, default: exports[name].default }]),
    ),
    // Types of the contracts are inferred from its schemas.
    dependencies: { zod: manifestOf('libs/contracts').dependencies.zod },
    peerDependencies: { bullmq: dependencies.bullmq, ioredis: dependencies.ioredis },
    peerDependenciesMeta: { bullmq: { optional: true }, ioredis: { optional: true } },
  });
}

async function packCli(place) {
  await bundle({ index: join(projectRoot, 'apps/cli/dist/index.js') }, join(place, 'dist'), ['@assay/evaluation']);
  cpSync(join(projectRoot, 'apps/cli/bin'), join(place, 'bin'), { recursive: true });
  cpSync(join(projectRoot, 'libs/persistence/migrations'), join(place, 'migrations'), { recursive: true });
  pack(place, 'apps/cli', { bin: manifestOf('apps/cli').bin });
}

async function bundle(input, dir, external) {
  const bundled = await rolldown({
    input,
    platform: 'node',
    logLevel: 'silent',
    external: [...NEVER_LOADED, ...external],
    plugins: [{ name: 'migrations', transform: (code) => code.replaceAll('`../../migrations/', '`../migrations/') }],
  });
  await bundled.write({ dir, format: 'esm', keepNames: true });
  await bundled.close();
}

/** Copies what a declaration refers to, with the contracts beside it. */
function copyTypes(first, root, target) {
  const files = new Set([first]);
  // Grows during iteration.
  for (const file of files) {
    const inContracts = file.startsWith(CONTRACTS);
    const place = inContracts
      ? join(target, 'contracts', relative(join(CONTRACTS, 'dist'), file))
      : join(target, relative(root, file));
    const text = readFileSync(file, 'utf8')
      .replace(SERVICE_TYPES, '')
      .replace(/(?<=(?:from |import\()["'])[.@][^"']*/g, (name) => {
        const own = /^@assay\/contracts(?:\/(.*))?$/.exec(name);
        if (!own && !name.startsWith('.')) return name;
        const found = own ? join(CONTRACTS, 'dist', own[1] ?? '', 'index.js') : join(dirname(file), name);
        files.add(found.replace(/js$/, 'd.ts'));
        if (!own) return name;
        const path = relative(dirname(place), join(target, 'contracts', own[1] ?? '', 'index.js'));
        return path.startsWith('.') ? path : `./${path}`;
      });
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  }
}

function pack(place, source, fields) {
  writeFileSync(join(place, 'package.json'), JSON.stringify({ ...publicManifest(source), ...fields }, null, 2));
  for (const file of [join(projectRoot, 'LICENSE'), join(projectRoot, source, 'README.md')]) {
    if (existsSync(file)) cpSync(file, join(place, file.endsWith('LICENSE') ? 'LICENSE' : 'README.md'));
  }
  // npm of the calling script would pass on its own settings, such as a workspace.
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function publicManifest(path) {
  const { name, description, license, type } = manifestOf(path);
  return { name, version, description, license, type, engines: { node: '>=22.15' } };
}

/** Of this version; before it has a section, those of the next. */
function notesOf(changelog) {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => section.startsWith(`${version}`)) ?? sections[0];
  const text = own?.slice(own.indexOf('\n')).trim();
  return text || fail(`CHANGELOG.md says nothing of ${version}.`);
}

function manifestOf(path) {
  return JSON.parse(readFileSync(join(projectRoot, path, 'package.json'), 'utf8'));
}
