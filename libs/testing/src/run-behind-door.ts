import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Door } from './door.js';

/** Runs a script in a process of its own, and closes and opens the door at random moments until it ends. */
export async function runBehindDoor(door: Door, script: string): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)));
  let code: number | null | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      code = exitCode;
      resolve();
    });
  });
  while (code === undefined) {
    await Promise.race([ended, delay(30 + Math.random() * 150)]);
    await door.close();
    await delay(5);
    await door.open();
  }
  return { code, printed: printed.join('') };
}
