import { setTimeout as delay } from 'node:timers/promises';
import type { CutSession } from './session.js';

/** A session of the server that was cut while it was busy, and goes on or went on beyond its time. */
export interface CutReport {
  session: CutSession;
  /** Whether a guarded statement ran in it; otherwise a read of our own. */
  ofStatement: boolean;
}

/** Pauses before each look whether the server still lists a session, milliseconds. */
const LOOKS_MS = [0, 50, 150, 300, 500];
/** Time of one look, milliseconds. */
const LOOK_MS = 2000;

/** Whether the server is still busy with a session a second after it was cut; also true where it cannot be asked. */
export async function goesOn(lists: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
  for (const pauseMs of LOOKS_MS) {
    await delay(pauseMs);
    if (!(await lists(AbortSignal.timeout(LOOK_MS)).catch(() => true))) return false;
  }
  return true;
}
