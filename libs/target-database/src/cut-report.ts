import { setTimeout as delay } from 'node:timers/promises';
import type { CutSession } from './session.js';

/** A busy server session that was cut and may have continued. */
export interface CutReport {
  session: CutSession;
  /** It ran a guarded statement, not an internal read. */
  ofStatement: boolean;
}

const LOOKS_MS = [0, 50, 150, 300, 500];
const LOOK_MS = 2000;

/** Whether the session is still listed a second later; true if that is unknown. */
export async function isStillListed(lists: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
  for (const pauseMs of LOOKS_MS) {
    await delay(pauseMs);
    if (!(await lists(AbortSignal.timeout(LOOK_MS)).catch(() => true))) return false;
  }
  return true;
}
