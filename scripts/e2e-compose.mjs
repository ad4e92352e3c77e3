/**
 * `npm run e2e:compose`: e2e/compose against separate services: those at ASSAY_URL (with the suite's model:
 * e2e/compose/README.md), else docker-compose.yml beside the suite's model and target on free ports. jest's arguments
 * may follow.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { build, ensureInstalled, fail, projectRoot, run, runJest } from './toolchain.mjs';

const FILES = ['-f', 'docker-compose.yml', '-f', join('e2e', 'compose', 'docker-compose.e2e.yml')];
const PROJECT = ['-p', 'assay-e2e', ...FILES];
const KEY = 'key-of-the-compose-suite';

await ensureInstalled();
if ((await build()) !== 0) fail('The sources do not compile, so they cannot be tested.');
/** Without demo and Jaeger. */
const services = ['scripted-model', 'target', 'postgres', 'redis', 'migrate', ...(await serviceNames()), 'mcp'];
process.exitCode = process.env.ASSAY_URL === undefined ? await runOnCompose() : await runSuite({});

/** Compiled by now. */
async function serviceNames() {
  const { SERVICES } = await import('@assay/contracts');
  return SERVICES.map(({ name }) => name);
}

function runSuite(environment) {
  return runJest(['--config', join('e2e', 'compose', 'jest.config.mjs'), ...process.argv.slice(2)], environment);
}

async function runOnCompose() {
  const command = await engine();
  const compose = composeCommand(command);
  const ports = { api: await freePort(), redis: await freePort(), model: await freePort(), mcp: await freePort() };
  const environment = settings(ports);
  const step = (...parameters) => compose(parameters, environment);
  try {
    await timed('built', () => mustDo(buildImages(step), 'The images could not be built.'));
    await timed('started', () => mustDo(step('up', '-d', ...services), 'The services could not be started.'));
    const code = await runSuite({
      ASSAY_URL: `http://127.0.0.1:${ports.api}`,
      ASSAY_API_KEY: KEY,
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
      ASSAY_E2E_MODEL_URL: `http://127.0.0.1:${ports.model}`,
      ASSAY_E2E_MCP_URL: `http://127.0.0.1:${ports.mcp}/mcp`,
      ASSAY_E2E_RESTART_SAMPLER: JSON.stringify([...command, ...PROJECT, 'restart', 'db-sampler']),
    });
    if (code !== 0) for (const service of services) await step('logs', '--tail', '30', service);
    return code;
  } finally {
    await timed('taken down', () => step('down', '-v', '-t', '0'));
  }
}

/** The first two create shared stages. */
async function buildImages(step) {
  const [model, first, ...others] = services;
  const code = (await step('build', model, first)) || (await step('build', 'api'));
  if (code !== 0) return code;
  const halves = [0, 1].map((half) => others.filter((_, index) => index % 2 === half));
  return (await Promise.all(halves.map((names) => step('build', ...names)))).find((ended) => ended !== 0) ?? 0;
}

/** Points services to the suite's model only. */
function settings(ports) {
  return {
    PORT: String(ports.api),
    ASSAY_REDIS_PORT: String(ports.redis),
    ASSAY_E2E_MODEL_PORT: String(ports.model),
    ASSAY_MCP_PORT: String(ports.mcp),
    OPENAI_BASE_URL: 'http://scripted-model:8080/v1',
    OPENAI_API_KEY: 'not-a-key',
    ASSAY_MODEL_BASIC: 'model-basic',
    ASSAY_MODEL_ADVANCED: 'model-advanced',
    ASSAY_MODEL_EXPERT: 'model-expert',
    ASSAY_MODEL_PRICES: '{"model-basic":{"input":1,"output":2}}',
    ASSAY_TARGET_HOSTS: 'target',
    ASSAY_API_KEYS: KEY,
    LOG_LEVEL: 'warn',
    // Required for health checks under Podman.
    BUILDAH_FORMAT: 'docker',
  };
}

/** Docker, Podman, or a local stand-in. */
async function engine() {
  const standIn = join(projectRoot, '..', 'shared', 'tools', 'containers', 'with-containers');
  if (process.env.ASSAY_COMPOSE !== undefined) return process.env.ASSAY_COMPOSE.split(' ');
  if ((await quietly('docker', ['compose', 'version'])) && (await quietly('docker', ['info'])))
    return ['docker', 'compose'];
  if (existsSync(standIn)) return [standIn, 'podman-compose'];
  if (await quietly('podman-compose', ['version'])) return ['podman-compose'];
  return fail('There is neither Docker nor podman-compose here; ASSAY_URL may name services that run elsewhere.');
}

function composeCommand([program, ...first]) {
  return (parameters, environment) =>
    run(program, [...first, ...PROJECT, ...parameters], { output: 'error', environment });
}

function quietly(program, parameters) {
  return run('sh', ['-c', '"$@" >/dev/null 2>&1', 'sh', program, ...parameters]).then((code) => code === 0);
}

async function mustDo(code, message) {
  if ((await code) !== 0) throw new Error(message);
}

async function timed(what, action) {
  const started = Date.now();
  await action();
  console.log(`${what} in ${Math.round((Date.now() - started) / 1000)} s`);
}

function freePort() {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
