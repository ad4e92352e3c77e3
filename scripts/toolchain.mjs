/**
 * What every script of the project needs first: dependencies installed, Node 24 found, sources built.
 * Runs on the oldest Node that a newcomer may have (20), with nothing installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants as access,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

const LOCK_FILE = join(projectRoot, 'package-lock.json');
/** Digest of the lock file that we last installed from; inside node_modules, so that it goes when they go. */
const INSTALLED_MARK = join(projectRoot, 'node_modules', '.assay-installed');

/** Ends the process with a message for people. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs the dependencies unless node_modules matches the lock file. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.error('Installing dependencies; that may take a minute, and is done once …');
  const code = await npm(['ci', '--include=dev', '--include=optional']);
  if (code !== 0) fail(`The dependencies could not be installed: npm ci ended with code ${code}.`);
  writeFileSync(INSTALLED_MARK, lockDigest());
}

/** Runs npm and gives its exit code. */
export async function npm(parameters) {
  const { command, parameters: script } = npmCommand();
  const cache = cacheFolder();
  // The project's .npmrc keeps npm quiet for the sake of standard output; here its errors must be heard.
  const code = await run(command, [...script, ...parameters, '--loglevel=error', ...cache.parameters], {
    output: 'error',
  });
  cache.remove();
  return code;
}

/** npm installs nothing without a cache; a user without a home that can be written (services have none) gets one for now. */
export function cacheFolder(configured = process.env.npm_config_cache) {
  try {
    const folder = configured ?? join(homedir(), '.npm');
    mkdirSync(folder, { recursive: true });
    accessSync(folder, access.W_OK);
    return { parameters: [], remove: () => undefined };
  } catch {
    const temporary = mkdtempSync(join(tmpdir(), 'assay-npm-'));
    return {
      parameters: [`--cache=${temporary}`],
      remove: () => rmSync(temporary, { recursive: true, force: true }),
    };
  }
}

/** The npm that runs this process (its path is in the environment), else the one on PATH. */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path !== undefined && /npm-cli\.[cm]?js$/.test(path)) return { command: process.execPath, parameters: [path] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters: [] };
}

/** Whether node_modules matches the lock file, by our mark or npm's own record. */
function isInstalled() {
  const wanted = readLock(LOCK_FILE);
  // npm writes down what it installed, as its last act.
  const installed = readLock(join(projectRoot, 'node_modules', '.package-lock.json'));
  if (wanted === null || installed === null) return false;
  if (existsSync(INSTALLED_MARK) && readFileSync(INSTALLED_MARK, 'utf8') === lockDigest()) return true;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = installed[path];
    // optional packages may be missing on other platforms
    if (found === undefined) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return found.version === entry.version && found.link === entry.link;
  });
}

function lockDigest() {
  return createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}

/** Path of a Node that runs Assay: the one that npm installed, else ours if it is new enough. */
export function node24() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const installed = join(projectRoot, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
  if (existsSync(installed)) return installed;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 15)) return process.execPath;
  return fail(`Assay needs Node 22.15 or newer on ${platform}-${process.arch}; this is ${process.version}.`);
}

/** Builds every service and the page, as far as nx has not seen these very sources. Gives the exit code. */
export function build() {
  // nothing to build takes a moment; only what takes longer is worth a line
  const announce = setTimeout(() => console.error('Building Assay …'), 2000);
  return nx(['run-many', '-t', 'build'], { output: 'errors' }).finally(() => clearTimeout(announce));
}

/** nx reads packages and lock file in processes of their own, which takes half a second; there are no plugins to isolate. */
export const nxEnvironment = { NX_ISOLATE_PLUGINS: 'false' };

/** Runs nx (targets: nx.json) and gives its exit code. `output` as in `run`; 'errors' prints what it says if it fails. */
export async function nx(parameters, { output = 'inherit' } = {}) {
  const words = [tool('nx', 'dist/bin/nx.js'), ...parameters, '--outputStyle=static'];
  if (output !== 'errors') return run(node24(), words, { output, environment: nxEnvironment });
  const { code, text } = await capture(node24(), words, nxEnvironment);
  if (code !== 0) process.stderr.write(text);
  return code;
}

/** Runs jest on the sources and gives its exit code. */
export function runJest(parameters, environment = {}) {
  // V8's compilation cache keeps the modules of every suite that ended
  const flags = ['--experimental-vm-modules', '--no-compilation-cache', '--disable-warning=ExperimentalWarning'];
  return run(node24(), [...flags, tool('jest', 'bin/jest.js'), ...parameters], { environment });
}

/** Runs a program quietly: its exit code, and all that it printed. */
export function capture(command, parameters, environment = {}) {
  const chunks = [];
  return run(command, parameters, { output: (chunk) => chunks.push(chunk), environment }).then((code) => ({
    code,
    text: Buffer.concat(chunks).toString(),
  }));
}

/** Path of a program inside an installed package. */
export function tool(name, path) {
  return join(projectRoot, 'node_modules', name, path);
}

/**
 * The environment of our children: `node` means Node 24, installed programs are found, and Node keeps what it compiled,
 * which is a quarter of what a service's start takes.
 */
export function childEnvironment(extra = {}) {
  const bin = join(projectRoot, 'node_modules', '.bin');
  // not in node_modules: npm cannot remove it during writes
  const compiled = join(projectRoot, '.nx', 'compiled');
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  return { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path, ...extra };
}

/**
 * Runs a program to its end and gives its exit code (128 + n after signal n). Signals are passed on.
 * `output: 'error'` sends its output to our standard error; a function receives it instead. `ipc` adds a channel that
 * closes when we end.
 */
export function run(command, parameters, { output = 'inherit', environment = {}, ipc = false } = {}) {
  return new Promise((resolve) => {
    const taken = typeof output === 'function';
    const [out, error] = taken ? ['pipe', 'pipe'] : [output === 'error' ? 2 : 'inherit', 'inherit'];
    const stdio = ['inherit', out, error, ...(ipc ? ['ipc'] : [])];
    const child = spawn(command, parameters, { cwd: projectRoot, stdio, env: childEnvironment(environment) });
    if (taken) for (const stream of [child.stdout, child.stderr]) stream.on('data', output);
    const passOn = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
    const stopFollowing = followNpm(child);
    child.once('error', (error) => {
      stopFollowing();
      if (!taken) console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.once(taken ? 'close' : 'exit', (code, signal) => {
      stopFollowing();
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, passOn);
      resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
    });
  });
}

/**
 * npm runs us through a shell, and neither passes signals on: a stopped npm ends only the shell, a killed npm leaves shell
 * and us running. So we poll: without the shell we end orderly, without npm at once.
 */
function followNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid !== shell) {
      clearInterval(timer);
      child.kill('SIGTERM');
    } else if (parentOf(shell) !== npm) child.kill('SIGKILL');
  }, 200);
  return () => clearInterval(timer);
}

/** Known on Linux only; elsewhere the answer never changes. */
function parentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}
