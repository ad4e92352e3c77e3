/**
 * `node scripts/bundle-packages.mjs FOLDER`: bundles installed packages of many modules for jest, which else finds and loads
 * 2,400 modules for each suite of a service. `FOLDER/packages.json` maps names to files. Does nothing if the packages are
 * those of the last time.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { EXTERNAL, oneTypeorm, places } from './bundle-plugins.mjs';
import { projectRoot } from './toolchain.mjs';

/** All that depend on another one of these: else a suite would have two of that. */
const PACKAGES = [
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/server',
  '@nestjs/bullmq',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  '@nestjs/testing',
  '@nestjs/typeorm',
  '@opentelemetry/api',
  '@opentelemetry/exporter-logs-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-prometheus',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-logs',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-node',
  '@opentelemetry/sdk-trace',
  'bullmq',
  'class-validator',
  'express',
  'ioredis',
  'jose',
  'mariadb',
  'multer',
  'mysql2',
  'mysql2/promise',
  'openai',
  'openid-client',
  'pg',
  'pino',
  'reflect-metadata',
  'rxjs',
  'sql-formatter',
  'typeorm',
  'undici',
  'uuid',
  'yaml',
  'zod',
];
const ENTRY = '\0package:';

/** Entries export what Node sees in a package, also in one that is CommonJS. */
const entries = {
  name: 'entries',
  resolveId: (id) => (id.startsWith(ENTRY) ? `${id}.mjs` : null),
  async load(id) {
    if (!id.startsWith(ENTRY)) return null;
    const name = id.slice(ENTRY.length, -'.mjs'.length);
    const exported = Object.keys(await import(name)).filter((key) => /^[\w$]+$/.test(key));
    const lines = exported.map((key, at) => `const e${at} = all[${JSON.stringify(key)}]; export { e${at} as ${key} };`);
    return [`import * as all from ${JSON.stringify(name)};`, ...lines].join('\n');
  },
};

const [folder] = process.argv.slice(2);
const mark = join(folder, 'digest');
// the bundles name their places
const digest = createHash('sha256').update(projectRoot);
for (const file of ['package-lock.json', 'scripts/bundle-packages.mjs', 'scripts/bundle-plugins.mjs'])
  digest.update(readFileSync(join(projectRoot, file)));
const wanted = digest.digest('hex');
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) await write();

async function write() {
  const files = Object.fromEntries(PACKAGES.map((name) => [name, name.replace(/^@/, '').replaceAll('/', '-')]));
  const bundle = await rolldown({
    input: Object.fromEntries(PACKAGES.map((name) => [files[name], ENTRY + name])),
    cwd: projectRoot,
    platform: 'node',
    logLevel: 'silent',
    external: EXTERNAL,
    plugins: [entries, oneTypeorm, places],
  });
  rmSync(folder, { recursive: true, force: true });
  // decorators need the metadata that an earlier module defines
  const order = { strictExecutionOrder: true };
  await bundle.write({ dir: folder, format: 'esm', keepNames: true, entryFileNames: '[name].js', ...order });
  await bundle.close();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const paths = Object.entries(files).map(([name, file]) => [name, join(folder, `${file}.js`)]);
  writeFileSync(join(folder, 'packages.json'), JSON.stringify(Object.fromEntries(paths)));
  writeFileSync(mark, wanted);
}
