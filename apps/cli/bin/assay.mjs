#!/usr/bin/env node
/** Starts `assay` on the project's own Node, or says how to build it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Minimum of the compiled code. */
const LOWEST_NODE = [22, 15];

const here = dirname(fileURLToPath(import.meta.url));
const projectRoot = join(here, '..', '..', '..');
const entry = join(here, '..', 'dist', 'index.js');

if (isOldNode(process.versions.node)) await runOnProjectNode();
else await runHere();

async function runHere() {
  if (!existsSync(entry)) return complain(`assay is not built yet: run \`npm run build\` in ${projectRoot}`);
  try {
    const { processTerminal, runCli } = await import(pathToFileURL(entry).href);
    process.exitCode = await runCli(process.argv.slice(2), processTerminal());
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    complain(`assay is not wholly built: run \`npm install && npm run build\` in ${projectRoot} (${error.message})`);
  }
}

async function runOnProjectNode() {
  const binary = join(projectRoot, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  // Prevents an old binary from starting itself for ever.
  if (!existsSync(binary) || process.env.ASSAY_NODE_STARTED === '1') {
    const lowest = LOWEST_NODE.join('.');
    return complain(`assay needs Node ${lowest} or newer; \`npm install\` in ${projectRoot} brings one`);
  }
  const child = spawn(binary, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ASSAY_NODE_STARTED: '1' },
    shell: process.platform === 'win32',
  });
  // A terminal sends Ctrl-C to both: the child handles it.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((ended) => {
    child.on('error', (error) => {
      complain(`${binary} could not be started: ${error.message}`);
      ended(1);
    });
    // 128 + the signal's number, as in shells.
    child.on('exit', (code, signal) => ended(code ?? 128 + constants.signals[signal]));
  });
}

function isOldNode(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor < LOWEST_NODE[1]);
}

function complain(message) {
  console.error(message);
  process.exitCode = 1;
}
