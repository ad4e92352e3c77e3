import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'serving.json';
const ANSWERS_WITHIN_MS = 2000;

interface Serving {
  pid: number;
  url: string;
}

/** URL of another live Assay with this data folder. */
export async function runningInstance(dataDir: string): Promise<string | null> {
  const serving = await readServing(dataDir);
  if (serving === null || serving.pid === process.pid || !isAlive(serving.pid)) return null;
  // The pid may be reused.
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const answered = await fetch(`${serving.url}/health/live`, { signal }).catch(() => null);
  return answered?.ok ? serving.url : null;
}

export async function recordServing(dataDir: string, url: string): Promise<() => Promise<void>> {
  const path = join(dataDir, FILE);
  await writeFile(path, JSON.stringify({ pid: process.pid, url } satisfies Serving));
  return async () => {
    const serving = await readServing(dataDir);
    if (serving?.pid === process.pid) await rm(path, { force: true });
  };
}

async function readServing(dataDir: string): Promise<Serving | null> {
  try {
    const { pid, url } = JSON.parse(await readFile(join(dataDir, FILE), 'utf8')) as Partial<Serving>;
    return typeof pid === 'number' && typeof url === 'string' ? { pid, url } : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
